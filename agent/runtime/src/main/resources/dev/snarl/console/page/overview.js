/** What is wrong, in one line, and the few numbers to look at first. */

import {h} from './preact.js';
import {ago, number, plain, seconds, shortSite} from './format.js';
import {cost} from './cost.js';
import {Nothing, Section, Severity, Site, Table, Text} from './parts.js';
import {Sparkline} from './chart.js';
import {ChainsInSmall} from './chains.js';
import {JstatRow} from './memory.js';

const MOST_STARTS = 5;
const MOST_POOLS = 6;

let said = {about: null, text: ''};

/**
 * The state of the application in a sentence. It stays as it is while it is about the same findings,
 * though their example threads change with every snapshot: a screen reader reads each change aloud.
 */
export function verdict(findings) {
  const worst = findings[0];
  const about = [worst?.id, worst?.severity, findings.length].join();
  if (about !== said.about) said = {about, text: sentence(worst, findings)};
  return said.text;
}

function sentence(worst, findings) {
  const more = (n) => (n === 0 ? '' : n === 1 ? ' One more finding.' : ' ' + n + ' more findings.');
  if (!worst) return 'Nothing found: no rule holds true now.';
  const how = {critical: 'Critical', warning: 'Warning', info: 'For information'}[worst.severity] ?? worst.severity;
  return how + ': ' + plain(worst.title) + '.' + more(findings.length - 1);
}

function findingColumns(state) {
  return [
    {id: 'severity', label: 'Severity', value: (f) => ['info', 'warning', 'critical'].indexOf(f.severity), number: false, cell: (f) => h(Severity, {value: f.severity})},
    {
      id: 'rule',
      label: 'Rule and site',
      value: (f) => f.rule,
      cell: (f) => [
        h('a', {href: '#/findings/' + encodeURIComponent(f.id)}, plain(f.rule)),
        h('div', null, h(Site, {value: f.site})),
        h('div', {class: 'dim'}, h(Text, {value: f.title})),
      ],
    },
    {id: 'cost', label: 'Cost', number: true, value: (f) => cost(f).size, cell: (f) => cost(f).text},
    {id: 'since', label: 'Since', value: (f) => f.firstSeen, cell: (f) => h('time', {datetime: f.firstSeen, title: f.firstSeen}, ago(f.firstSeen, state.at))},
    {id: 'lately', label: 'Lately', value: (f) => f.count, cell: (f) => h(Sparkline, {values: state.timeline.findings[f.id], label: 'events per second'})},
  ];
}

export function Overview({state}) {
  const {chains, findings, executors, threads, gc} = state.data;
  const found = findings.items; // the agent sends the worst first
  return h(
    'div',
    {class: 'columns'},
    h(ChainsInSmall, {answer: chains}),
    h(
      Section,
      {title: 'Findings by cost', id: 'findings'},
      found.length
        ? h(Table, {caption: 'Open findings, most severe first', columns: findingColumns(state), rows: found, rowKey: (f) => f.id})
        : h(Nothing, null, 'No rule holds true now. That says nothing of load that has not come yet.'),
    ),
    h(Section, {title: 'Threads started', id: 'starts', aside: h('a', {href: '#/threads'}, 'all')}, h(Starts, {threads, timeline: state.timeline})),
    h(Section, {title: 'Busy pools', id: 'pools', aside: h('a', {href: '#/pools'}, 'all')}, h(Busy, {executors})),
    h(Section, {title: 'Garbage collection', id: 'gc', aside: h('a', {href: '#/memory'}, 'more')}, h(JstatRow, {gc})),
  );
}

function Starts({threads, timeline}) {
  const rate = (row) => timeline.starts[row.site]?.at(-1) ?? 0;
  const rows = [...threads.items].sort((a, b) => rate(b) - rate(a) || b.started - a.started).slice(0, MOST_STARTS);
  return rows.length
    ? h(Table, {
        caption: 'Sites that start threads, busiest first',
        rows,
        rowKey: (row) => row.site + row.factory,
        columns: [
          {id: 'site', label: 'Site', value: (row) => row.site, cell: (row) => h('code', {title: plain(row.site)}, h('bdi', null, shortSite(row.site)))},
          {id: 'rate', label: 'per second', number: true, value: rate, cell: (row) => number(rate(row))},
          {id: 'started', label: 'in all', number: true, value: (row) => row.started, cell: (row) => number(row.started)},
        ],
      })
    : h(Nothing, null, 'No thread was started since the agent came.');
}

function Busy({executors}) {
  const load = (pool) => pool.active + (pool.queued ?? 0);
  const rows = executors.items.filter((pool) => load(pool) > 0).sort((a, b) => load(b) - load(a)).slice(0, MOST_POOLS);
  return rows.length
    ? h(Table, {
        caption: 'Pools with work, busiest first',
        rows,
        rowKey: (pool) => pool.id,
        columns: [
          {id: 'name', label: 'Pool', value: (pool) => pool.name, cell: (pool) => h('a', {href: '#/pools/' + pool.id}, h(Text, {value: pool.name, longest: 80}))},
          {id: 'active', label: 'Active', number: true, value: (pool) => pool.active, cell: (pool) => pool.active + ' of ' + pool.size},
          {id: 'queued', label: 'Queued', number: true, value: (pool) => pool.queued, cell: (pool) => number(pool.queued)},
          {id: 'wait', label: 'Wait p95', number: true, value: (pool) => pool.queueWait.p95, cell: (pool) => seconds(pool.queueWait.p95)},
        ],
      })
    : h(Nothing, null, 'No pool has work at this moment.');
}
