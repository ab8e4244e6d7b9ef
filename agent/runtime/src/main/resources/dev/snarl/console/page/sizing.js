/** How many threads each pool needs for the work that was measured. */

import {h} from './preact.js';
import {bytes, count, number, plain, seconds} from './format.js';
import {Nothing, Section, Site, Table, Text} from './parts.js';

const COLUMNS = [
  {id: 'pool', label: 'Pool', value: (r) => r.pool, cell: (r) => [h('a', {href: '#/pools/' + r.id}, h(Text, {value: r.pool, longest: 120})), h('div', null, h(Site, {value: r.site}))]},
  {id: 'threads', label: 'Threads', number: true, value: (r) => r.threads, cell: (r) => count(r.threads)},
  {id: 'advised', label: 'Advised', number: true, value: (r) => r.advisedThreads, cell: (r) => h('b', null, count(r.advisedThreads))},
  {id: 'arrivals', label: 'Arrive per s', number: true, value: (r) => r.arrivalsPerSecond, cell: (r) => number(r.arrivalsPerSecond)},
  {id: 'capacity', label: 'Capacity per s', number: true, value: (r) => r.capacityPerSecond, cell: (r) => number(r.capacityPerSecond)},
  {id: 'run', label: 'Run time', number: true, value: (r) => r.runSeconds, cell: (r) => seconds(r.runSeconds)},
  {id: 'wait', label: 'Wait p95', number: true, value: (r) => r.queueWaitP95Seconds, cell: (r) => seconds(r.queueWaitP95Seconds)},
  {id: 'queue', label: 'Queue holds', number: true, value: (r) => r.queueBytes, cell: (r) => bytes(r.queueBytes)},
  {id: 'advice', label: 'Advice', value: (r) => r.advice, cell: (r) => h(Text, {value: r.advice, longest: 1000})},
];

export function SizingView({state}) {
  const rows = state.data.sizing.items;
  const target = rows.find((r) => r.targetWaitP95Seconds != null)?.targetWaitP95Seconds;
  return h(
    Section,
    {title: 'Sizing', id: 'sizing', aside: target == null ? null : 'so that p95 of the queue wait stays under ' + plain(seconds(target))},
    rows.length
      ? h(Table, {caption: 'Threads that each pool needs', columns: COLUMNS, rows, rowKey: (r) => r.id, sortBy: 'arrivals'})
      : h(Nothing, null, 'No pool has run enough tasks to say how many threads it needs.'),
  );
}
