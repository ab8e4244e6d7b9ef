/** Every executor in a table, and who waits for one of them. */

import {Component, h} from './preact.js';
import {count, number, percent, plain, seconds} from './format.js';
import {Facts, Nothing, Section, Site, Table, Text} from './parts.js';
import {TimeChart} from './chart.js';
import {WaitTable} from './waits.js';

const time = (pool, kind, part) => pool[kind]?.[part];

const COLUMNS = [
  {
    id: 'name',
    label: 'Pool',
    value: (p) => p.name,
    cell: (p) => [h('a', {href: '#/pools/' + p.id}, h(Text, {value: p.name, longest: 120})), p.site && h('div', null, h(Site, {value: p.site}))],
  },
  {id: 'size', label: 'Size', number: true, value: (p) => p.size, cell: (p) => count(p.size)},
  {id: 'active', label: 'Active', number: true, value: (p) => p.active, cell: (p) => count(p.active)},
  {id: 'limits', label: 'Limits', hint: 'core to largest size', number: true, value: (p) => p.max ?? Infinity, cell: (p) => p.core + '–' + (p.max ?? '∞')},
  {id: 'queued', label: 'Queued', number: true, value: (p) => p.queued, cell: (p) => count(p.queued) + ' / ' + (p.queueCapacity == null ? '∞' : count(p.queueCapacity))},
  {id: 'p50', label: 'Wait p50', number: true, value: (p) => time(p, 'queueWait', 'p50'), cell: (p) => seconds(time(p, 'queueWait', 'p50'))},
  {id: 'p95', label: 'p95', number: true, value: (p) => time(p, 'queueWait', 'p95'), cell: (p) => seconds(time(p, 'queueWait', 'p95'))},
  {id: 'p99', label: 'p99', number: true, value: (p) => time(p, 'queueWait', 'p99'), cell: (p) => seconds(time(p, 'queueWait', 'p99'))},
  {id: 'run', label: 'Run time', hint: 'mean', number: true, value: (p) => time(p, 'runTime', 'mean'), cell: (p) => seconds(time(p, 'runTime', 'mean'))},
  {id: 'rejected', label: 'Rejected', number: true, value: (p) => p.rejected, cell: (p) => count(p.rejected)},
];

export class PoolsView extends Component {
  render({state}) {
    const pools = state.data.executors.items;
    const wanted = (this.state.filter ?? '').toLowerCase();
    const shown = wanted ? pools.filter((p) => (p.name + ' ' + (p.site ?? '')).toLowerCase().includes(wanted)) : pools;
    const chosen = pools.find((p) => String(p.id) === state.rest);
    return h(
      'div',
      null,
      chosen && h(Pool, {pool: chosen, state}),
      state.rest && !chosen && h(Nothing, null, 'This pool is gone: it ended, or was collected.'),
      h(
        Section,
        {title: 'Pools', id: 'pools', aside: count(shown.length)},
        h(
          'p',
          null,
          h('label', {for: 'filter'}, 'Name or site '),
          h('input', {id: 'filter', type: 'search', value: this.state.filter ?? '', onInput: (e) => this.setState({filter: e.currentTarget.value})}),
        ),
        shown.length
          ? h(Table, {caption: 'Pools: sizes, queue, how long tasks wait and run', columns: COLUMNS, rows: shown, rowKey: (p) => p.id, sortBy: 'active'})
          : h(Nothing, null, 'No pool by this name.'),
      ),
    );
  }
}

/** Who waits for a pool, and what its threads do. */
function Pool({pool, state}) {
  const waits = state.data.tangle.items.filter((row) => row.target === pool.name || row.pool === pool.name);
  const sampled = pool.samplesOnCpu + pool.samplesBlocked;
  const key = 'p' + pool.id;
  const timeline = state.timeline;
  const none = timeline.times.map(() => null);
  return h(
    'article',
    {class: 'pool'},
    h('h2', null, h(Text, {value: pool.name, longest: 200})),
    h(
      'dl',
      {class: 'facts'},
      [
        ['Built at', h(Site, {value: pool.site})],
        ['Type', h('code', null, plain(pool.type))],
        ['Queue', h('code', null, plain(pool.queueType))],
        ['Completed', count(pool.completed)],
        ['Can grow', pool.canGrow ? 'yes' : 'no'],
        ['Saturated for', seconds(pool.saturatedSeconds)],
        ['No progress for', seconds(pool.stuckSeconds)],
        ['Busy threads', sampled ? percent(pool.samplesBlocked / sampled) + ' blocked, the others on a processor' : 'not sampled yet'],
        ['Timed', 'one task in ' + count(pool.timedOneIn)],
      ].map(([name, value]) => [h('dt', null, name), h('dd', null, value)]),
    ),
    pool.blockedIn.length > 0 && h(Section, {title: 'Blocked in', id: 'blocked'}, h(Facts, {value: pool.blockedIn, name: 'site'})),
    pool.rejected > 0 && h(Section, {title: 'Rejected', id: 'rejections'}, h(Facts, {value: {count: pool.rejected, policy: pool.rejectionPolicy, state: pool.rejectedState, sites: pool.rejectedSites}})),
    h(TimeChart, {
      title: 'Busy threads and queue',
      times: timeline.times,
      series: [
        {label: 'active', values: timeline.active[key] ?? none},
        {label: 'queued', values: timeline.queued[key] ?? none},
      ],
      format: number,
    }),
    h(
      Section,
      {title: 'Waits for it and in it', id: 'waiters'},
      waits.length ? h(WaitTable, {rows: waits}) : h(Nothing, null, 'Nobody waits for this pool, and none of its threads waits for a future.'),
    ),
  );
}
