/** The heap's spaces over time, collections, and the row that jstat prints. */

import {h} from './preact.js';
import {bytes, count, number, percent, plain, seconds} from './format.js';
import {Nothing, Section, Table} from './parts.js';
import {TimeChart} from './chart.js';
import {within} from './timeline.js';
import {Ranges} from './history.js';

/** As jstat prints it: kilobytes, seconds, counts; a dash for what the collector does not have. */
export function JstatRow({gc}) {
  const columns = Object.entries(gc.columns ?? {});
  if (!columns.length) return h(Nothing, null, 'The counters of this JVM cannot be read.');
  const digits = (name) => (name.endsWith('T') ? 3 : /^(YGC|FGC|CGC)$/.test(name) ? 0 : 1);
  const show = (name, value) => (typeof value === 'number' ? value.toFixed(digits(name)) : plain(value ?? '-'));
  return h(
    'div',
    {class: 'table', role: 'region', 'aria-label': 'jstat -gc', tabindex: '0'},
    h(
      'table',
      {class: 'jstat'},
      h('caption', null, 'jstat -gc: kilobytes, counts, seconds'),
      h('thead', null, h('tr', null, columns.map(([name]) => h('th', {key: name, scope: 'col', class: 'number'}, plain(name))))),
      h('tbody', null, h('tr', null, columns.map(([name, value]) => h('td', {key: name, class: 'number'}, show(name, value))))),
    ),
  );
}

export function MemoryView({state, act}) {
  const {gc, profile} = state.data;
  const shown = within(state.timeline, state.range);
  const signal = (label, name, scale = 1) => ({label, values: (shown.signals[name] ?? []).map((v) => (v == null ? null : v * scale))});
  const choose = (from, to) => act.choose({from, to});
  return h(
    'div',
    null,
    h(Ranges, {state, act}),
    h(TimeChart, {title: 'Heap in use, by space', times: shown.times, stacked: true, format: bytes, onRange: choose, series: [signal('old', 'old'), signal('eden', 'eden'), signal('survivor', 'survivor')]}),
    h(TimeChart, {title: 'Time stopped for collections', times: shown.times, format: percent, onRange: choose, series: [signal('of the time', 'gcPause')]}),
    h(TimeChart, {title: 'Allocated per second', times: shown.times, format: bytes, onRange: choose, series: [signal('allocated', 'allocated')]}),
    h(TimeChart, {title: 'Metaspace', times: shown.times, format: bytes, onRange: choose, series: [signal('in use', 'metaspace')]}),
    h(Section, {title: 'jstat', id: 'jstat', aside: 'from ' + plain(gc.source ?? 'nowhere')}, h(JstatRow, {gc})),
    h(Section, {title: 'Collections', id: 'collections'}, h(Collections, {gc, profile})),
    h(Section, {title: 'Limits', id: 'limits'}, h(Limits, {gc})),
  );
}

function Collections({gc, profile}) {
  const all = gc.collections ?? {};
  return [
    h('p', null, 'Stopped for ' + seconds(all.pauseSeconds) + ' in all; ' + count(all.full) + ' full collections; the last was for ', h('bdi', null, plain(all.lastCause ?? 'an unknown cause')), '.'),
    profile.collections?.length
      ? h(Table, {
          caption: 'Pauses by collector and cause, from the flight recorder',
          rows: profile.collections,
          sortBy: 'seconds',
          columns: [
            {id: 'gc', label: 'Collector', value: (r) => r.gc, cell: (r) => plain(r.gc)},
            {id: 'cause', label: 'Cause', value: (r) => r.cause, cell: (r) => plain(r.cause)},
            {id: 'count', label: 'Count', number: true, value: (r) => r.count, cell: (r) => count(r.count)},
            {id: 'seconds', label: 'Paused', number: true, value: (r) => r.seconds, cell: (r) => seconds(r.seconds)},
            {id: 'longest', label: 'Longest', number: true, value: (r) => r.longestSeconds, cell: (r) => seconds(r.longestSeconds)},
          ],
        })
      : h(Nothing, null, profile.running ? 'The flight recorder has seen no collection yet.' : 'Pauses one by one need the flight recorder: ' + plain(profile.reason ?? 'it does not run') + '.'),
  ];
}

function Limits({gc}) {
  const heap = gc.heap ?? {};
  const meta = gc.metaspace ?? {};
  const rows = [
    {name: 'heap', used: heap.liveSets?.at(-1)?.heapBytes, limit: heap.maxBytes, note: 'after the last old collection'},
    {name: 'old generation', used: heap.liveSets?.at(-1)?.oldBytes, limit: heap.oldMaxBytes, note: 'after the last old collection'},
    {name: 'metaspace', used: meta.usedBytes, limit: meta.limitBytes, note: 'now'},
    {name: 'class space', used: meta.classUsedBytes, limit: meta.classLimitBytes, note: 'now'},
    ...(gc.codeCache?.segments ?? []).map((s) => ({name: s.name, used: s.usedBytes, limit: s.maxBytes, note: 'now'})),
  ];
  return h(Table, {
    caption: 'What is limited, and how much of it is used',
    rows,
    rowKey: (r) => r.name,
    columns: [
      {id: 'name', label: 'What', value: (r) => r.name, cell: (r) => plain(r.name)},
      {id: 'used', label: 'Used', number: true, value: (r) => r.used, cell: (r) => bytes(r.used)},
      {id: 'limit', label: 'Limit', number: true, value: (r) => r.limit, cell: (r) => (r.limit == null ? 'none' : bytes(r.limit))},
      {id: 'share', label: 'Share', number: true, value: (r) => (r.limit ? r.used / r.limit : null), cell: (r) => (r.limit && r.used != null ? percent(r.used / r.limit) : '–')},
      {id: 'note', label: 'When', value: (r) => r.note, cell: (r) => r.note},
    ],
  });
}
