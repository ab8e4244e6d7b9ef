/** Who starts threads, over time and in all; where threads wait. */

import {h} from './preact.js';
import {count, number, plain, seconds, shortSite} from './format.js';
import {Nothing, Section, Site, Table, Text} from './parts.js';
import {TimeChart} from './chart.js';
import {largest, within} from './timeline.js';
import {Ranges} from './history.js';

const MOST_LINES = 6;

const STARTS = [
  {id: 'site', label: 'Site', value: (r) => r.site, cell: (r) => h(Site, {value: r.site})},
  {id: 'factory', label: 'Started by', value: (r) => r.factory, cell: (r) => plain(r.factory).replace(/-/g, ' ')},
  {id: 'group', label: 'Threads', value: (r) => r.threadGroup, cell: (r) => h(Text, {value: r.threadGroup, longest: 80})},
  {id: 'started', label: 'Started', number: true, value: (r) => r.started, cell: (r) => count(r.started)},
  {id: 'young', label: 'Ended young', hint: 'within 10 s of their start', number: true, value: (r) => r.endedYoung, cell: (r) => count(r.endedYoung)},
  {id: 'life', label: 'Mean life of those', number: true, value: (r) => r.youngLifeSeconds / r.endedYoung, cell: (r) => (r.endedYoung ? seconds(r.youngLifeSeconds / r.endedYoung) : '–')},
  {id: 'live', label: 'Alive', number: true, value: (r) => r.live, cell: (r) => count(r.live)},
];

const BLOCKED = [
  {id: 'site', label: 'Site', value: (r) => r.site, cell: (r) => h(Site, {value: r.site})},
  {id: 'waiter', label: 'Threads', value: (r) => r.waiter, cell: (r) => h(Text, {value: r.waiter, longest: 80})},
  {id: 'kind', label: 'Waits for', value: (r) => r.kind, cell: (r) => plain(r.kind)},
  {id: 'waits', label: 'Waits', number: true, value: (r) => r.waits, cell: (r) => count(r.waits)},
  {id: 'seconds', label: 'Thread-seconds', number: true, value: (r) => r.seconds, cell: (r) => number(r.seconds)},
];

export function ThreadsView({state, act}) {
  const {items, blocked} = state.data.threads;
  const shown = within(state.timeline, state.range);
  const lines = largest(shown.starts, MOST_LINES);
  return h(
    'div',
    null,
    h(Ranges, {state, act}),
    lines.length > 0 &&
      h(TimeChart, {
        title: 'Threads started per second, by site',
        times: shown.times,
        series: lines.map((line) => ({label: shortSite(line.key), values: line.values.map((v) => v ?? 0)})),
        stacked: true,
        onRange: (from, to) => act.choose({from, to}),
      }),
    h(
      Section,
      {title: 'Threads started', id: 'starts'},
      items.length ? h(Table, {caption: 'Thread starts by site, since the agent came', columns: STARTS, rows: items, sortBy: 'started'}) : h(Nothing, null, 'No thread was started since the agent came.'),
    ),
    h(
      Section,
      {title: 'Waits for others', id: 'blocked'},
      blocked.length ? h(Table, {caption: 'Time parked by site, since the agent came', columns: BLOCKED, rows: blocked, sortBy: 'seconds'}) : h(Nothing, null, 'No thread has waited for another.'),
    ),
  );
}
