/** A heap dump in a report: what fills the heap, who waits for whom in it, who can never go on. */

import {h} from './preact.js';
import {bytes, count, plain, shortClass} from './format.js';
import {Nothing, Section, Severity, Site, Table, Text} from './parts.js';

const severity = {id: 'severity', label: 'Severity', value: (r) => r.severity, cell: (r) => h(Severity, {value: r.severity})};
const site = {id: 'site', label: 'Site', value: (r) => r.site, cell: (r) => h(Site, {value: r.site})};
const retained = {id: 'retained', label: 'Retained', number: true, value: (r) => r.retained, cell: (r) => bytes(r.retained)};
const text = (id, label) => ({id, label, value: (r) => r[id], cell: (r) => h(Text, {value: r[id]})});

const WAITS = [
  severity,
  {id: 'rule', label: 'Rule', value: (r) => r.rule, cell: (r) => [plain(r.rule), ', ', plain(r.evidence.certainty)]},
  {id: 'title', label: 'What', value: (r) => r.title, cell: (r) => [h(Text, {value: r.title}), h(Lines, {of: r.evidence.cycle})]},
  site,
];
const LOST = [
  severity,
  text('certainty', 'Certainty'),
  {id: 'count', label: 'Threads', number: true, value: (r) => r.count, cell: (r) => count(r.count)},
  text('waitsFor', 'Wait for'),
  site,
  {id: 'why', label: 'Why', value: (r) => r.why, cell: (r) => [h(Text, {value: r.why}), h(Lines, {of: r.doubts})]},
];
const CONTAINERS = [
  text('place', 'Field'),
  {id: 'class', label: 'Class', value: (r) => r.class, cell: (r) => h('bdi', {title: plain(r.class)}, shortClass(r.class))},
  {id: 'elements', label: 'Elements', value: (r) => r.elements[0]?.count, cell: (r) => h(Lines, {of: r.elements.map(elements)})},
  retained,
  text('remedy', 'What to change'),
];
const POOLS = [
  text('name', 'Pool'),
  text('limits', 'Limits'),
  {id: 'threads', label: 'Threads', number: true, value: (r) => r.threads, cell: (r) => count(r.threads)},
  {id: 'queued', label: 'Queued', number: true, value: (r) => r.queued, cell: (r) => count(r.queued)},
  {id: 'tasks', label: 'Tasks in its queue', value: (r) => r.tasks[0]?.count, cell: (r) => h(Lines, {of: r.tasks.map(elements)})},
  retained,
];
const SHAPES = [text('title', 'What'), retained, text('remedy', 'What to change')];

function elements({class: type, site, count: n, retained}) {
  return count(n) + ' ' + type + (site ? ' (' + site + ')' : '') + ', ' + bytes(retained);
}

function Lines({of}) {
  return of?.length ? h('ul', {class: 'lines'}, of.map((line) => h('li', null, h(Text, {value: line})))) : null;
}

function Rows({rows, columns, caption, none}) {
  return rows.length ? h(Table, {caption, columns, rows}) : h(Nothing, null, none);
}

export function DumpView({state}) {
  const {heap, lost} = state.data.dump;
  return h(
    'div',
    null,
    h(
      Section,
      {title: 'What fills the heap', id: 'filled', aside: count(heap.objects) + ' objects, ' + bytes(heap.usedBytes)},
      h('p', null, h(Text, {value: heap.sentence, longest: 2000})),
      heap.truncated && h('p', {class: 'failure'}, h(Text, {value: heap.truncated})),
      h(Rows, {rows: heap.containers, columns: CONTAINERS, caption: 'Fields that hold much', none: 'No field holds a large part of the heap.'}),
      h(Rows, {rows: heap.shapes, columns: SHAPES, caption: 'Shapes of known leaks', none: 'None of the known shapes of a leak.'}),
    ),
    h(
      Section,
      {title: 'Who waits for whom', id: 'dumped-waits'},
      h(Rows, {rows: heap.waits, columns: WAITS, caption: 'Findings in the dump', none: 'No thread of the dump waits for another as a rule describes.'}),
    ),
    h(
      Section,
      {title: 'Who can never go on', id: 'lost', aside: count(lost.threads) + ' threads'},
      lost.refused
        ? h(Nothing, null, h(Text, {value: lost.refused}))
        : h(Rows, {rows: lost.groups, columns: LOST, caption: 'Waits that no thread can end', none: 'Each waiting thread may still go on.'}),
    ),
    h(
      Section,
      {title: 'Pools in the dump', id: 'dumped-pools'},
      h(Rows, {rows: heap.executors, columns: POOLS, caption: 'Pools and their queues', none: 'The dump holds no pool.'}),
    ),
  );
}
