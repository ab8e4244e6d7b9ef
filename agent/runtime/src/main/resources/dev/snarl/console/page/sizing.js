/** How many threads each pool needs for the work that was measured, and how long its tasks would wait with others. */

import {Component, h} from './preact.js';
import {TimeChart} from './chart.js';
import {bytes, count, number, percent, plain, seconds} from './format.js';
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
  {id: 'what-if', label: 'What if', value: (r) => r.pool, cell: (r) => h('a', {href: '#/sizing/' + r.id, 'aria-label': 'What if ' + plain(r.pool, 120) + ' had another size'}, 'other sizes')},
  {id: 'advice', label: 'Advice', value: (r) => r.advice, cell: (r) => h(Text, {value: r.advice, longest: 1000})},
];

const POINTS = [
  {id: 'threads', label: 'Threads', number: true, value: (p) => p.threads, cell: (p) => count(p.threads) + (p.sharesProcessors ? ' *' : '')},
  {id: 'rate', label: 'Arrive per s', number: true, value: (p) => p.arrivalsPerSecond, cell: (p) => number(p.arrivalsPerSecond) + ' (×' + p.rate + ')'},
  {id: 'use', label: 'Use', hint: 'arrivals divided by what can be done', number: true, value: (p) => p.utilisation, cell: (p) => percent(p.utilisation)},
  {id: 'p50', label: 'Wait p50', number: true, value: (p) => p.waitP50Seconds ?? Infinity, cell: (p) => wait(p, 'waitP50Seconds')},
  {id: 'p95', label: 'p95', number: true, value: (p) => p.waitP95Seconds ?? Infinity, cell: (p) => h('b', null, wait(p, 'waitP95Seconds'))},
  {id: 'p99', label: 'p99', number: true, value: (p) => p.waitP99Seconds ?? Infinity, cell: (p) => wait(p, 'waitP99Seconds')},
  {id: 'refused', label: 'Refused', number: true, value: (p) => p.refusedShare ?? 0, cell: (p) => (p.refusedShare ? percent(p.refusedShare) : '–')},
];

const wait = (point, key) => (point.unstable ? 'grows' : seconds(point[key]));

export function SizingView({state, act}) {
  const rows = state.data.sizing.items;
  const target = rows.find((r) => r.targetWaitP95Seconds != null)?.targetWaitP95Seconds;
  return h(
    'div',
    null,
    state.rest && h(WhatIf, {key: state.rest, pool: state.rest, live: state.live, act}),
    h(
      Section,
      {title: 'Sizing', id: 'sizing', aside: target == null ? null : 'so that p95 of the queue wait stays under ' + plain(seconds(target))},
      rows.length
        ? h(Table, {caption: 'Threads that each pool needs', columns: COLUMNS, rows, rowKey: (r) => r.id, sortBy: 'arrivals'})
        : h(Nothing, null, 'No pool has run enough tasks to say how many threads it needs.'),
    ),
  );
}

/** The waits of one pool at other sizes and rates, simulated once, and by a live agent again when asked. */
class WhatIf extends Component {
  componentDidMount() {
    this.ask();
  }

  async ask() {
    this.setState({asking: true});
    const answer = await this.props.act.whatIf(this.props.pool);
    this.setState({asking: false, answer});
  }

  render({live}, {asking, answer}) {
    const again = live && h('button', {type: 'button', disabled: asking, onClick: () => this.ask()}, asking ? 'Simulating …' : 'Simulate again');
    if (!answer) return h(Section, {title: 'What if', id: 'what-if'}, h('p', {role: 'status'}, asking ? 'Simulating …' : live ? 'No answer from the agent. ' : 'This report holds no simulation of this pool: the time for it went to busier ones.', !asking && again));
    return h(
      Section,
      {title: 'What if', id: 'what-if', aside: plain(answer.pool ?? '', 120)},
      answer.recorded ? h(Curve, {answer}) : h(Nothing, null, 'Not simulated: ', h(Text, {value: answer.why, longest: 1000}), '.'),
      again && h('p', null, again),
    );
  }
}

/** p95 by size, a line for each rate, and every number in a table. */
function Curve({answer}) {
  const {points, recorded, threads} = answer;
  const sizes = [...new Set(points.map((p) => p.threads))];
  const rates = [...new Set(points.map((p) => p.rate))];
  const at = (size, rate) => points.find((p) => p.threads === size && p.rate === rate);
  const series = rates.map((rate) => ({label: '×' + rate, values: sizes.map((size) => at(size, rate).waitP95Seconds ?? null)}));
  return [
    h(
      'p',
      null,
      count(recorded.tasks) + ' tasks that arrived in ' + seconds(recorded.seconds) + ' are played with other numbers of threads, and at other rates: the queue wait, and no line where the queue grows.',
      answer.fixed ? '' : ' The pool has ' + count(threads) + ' threads now, and more when its queue is full.',
    ),
    h(TimeChart, {title: 'Queue wait p95 by threads', times: sizes, series, format: seconds, moment: (size) => count(size) + (size === threads ? ' threads, as now' : ' threads'), now: Math.max(0, sizes.indexOf(threads))}),
    h(Table, {caption: 'Queue wait by threads and rate', columns: POINTS, rows: points, rowKey: (p) => p.threads + ' ' + p.rate}),
    points.some((p) => p.sharesProcessors) && h('p', {class: 'dim'}, '* These busy threads need more than the ' + count(answer.processors) + ' processors, and share them.'),
  ];
}
