/** The last hour; a range of it can be chosen, and holds for all charts. */

import {h} from './preact.js';
import {bytes, clock, number, percent} from './format.js';
import {TimeChart} from './chart.js';
import {largest, within} from './timeline.js';

const MINUTES = [5, 15, 30];

/** Buttons for the usual ranges, and two sliders for any other. */
export function Ranges({state, act}) {
  const times = state.timeline.times;
  if (times.length < 2) return null;
  const first = times[0];
  const last = times.at(-1);
  const range = state.range ?? {from: first, to: last};
  const set = (from, to) => act.choose({from: Math.min(from, to), to: Math.max(from, to)});
  const slider = (id, label, value, onInput) => [
    h('label', {for: id}, label),
    h('input', {id, type: 'range', min: first, max: last, step: state.timeline.secondsApart, value, 'aria-valuetext': clock(value), onInput}),
  ];
  return h(
    'div',
    {class: 'ranges', role: 'group', 'aria-label': 'Time range'},
    h('button', {type: 'button', 'aria-pressed': String(!state.range), onClick: () => act.choose(null)}, 'All'),
    MINUTES.map((m) =>
      h('button', {key: m, type: 'button', disabled: last - first < m * 60, 'aria-pressed': String(state.range != null && range.to === last && range.from === last - m * 60), onClick: () => set(last - m * 60, last)}, m + ' min'),
    ),
    slider('from', 'from', range.from, (e) => set(Number(e.currentTarget.value), range.to)),
    slider('to', 'to', range.to, (e) => set(range.from, Number(e.currentTarget.value))),
    h('output', null, clock(range.from) + ' to ' + clock(range.to) + (state.paused ? ', paused' : '')),
  );
}

export function HistoryView({state, act}) {
  const shown = within(state.timeline, state.range);
  const values = (name) => shown.signals[name] ?? [];
  const choose = (from, to) => act.choose({from, to});
  const chart = (title, series, more) => h(TimeChart, {key: title, title, times: shown.times, series, onRange: choose, ...more});
  const pools = new Map((state.data.executors?.items ?? []).map((p) => ['p' + p.id, p.name]));
  const busiest = largest(shown.queued, 6).filter((line) => line.sum > 0);
  return h(
    'div',
    null,
    h(Ranges, {state, act}),
    h('p', {class: 'dim'}, 'The agent keeps the last hour, one sample in ' + state.timeline.secondsApart + ' s. Drag over a chart to look closer.'),
    h(
      'div',
      {class: 'charts'},
      chart('Findings', [
        {label: 'critical', values: values('critical')},
        {label: 'warning', values: values('warning')},
        {label: 'info', values: values('info')},
      ]),
      chart('Threads that wait for a future', [
        {label: 'waiting', values: values('waitingThreads')},
        {label: 'pairs held for one job', values: values('heldTwice')},
      ]),
      chart('Threads started per second', [{label: 'started', values: values('threadStarts')}]),
      chart('Pools', [
        {label: 'threads', values: values('poolThreads')},
        {label: 'active', values: values('active')},
        {label: 'queued', values: values('queued')},
      ]),
      chart('Tasks per second', [
        {label: 'completed', values: values('completed')},
        {label: 'rejected', values: values('rejected')},
      ]),
      chart('Processors in use', [
        {label: 'process', values: values('cpu')},
        {label: 'collector', values: values('gcCpu')},
        {label: 'compiler', values: values('jitCpu')},
        {label: 'Snarl', values: values('snarlCpu')},
      ]),
      chart('Heap in use', [{label: 'old', values: values('old')}, {label: 'eden', values: values('eden')}, {label: 'survivor', values: values('survivor')}], {stacked: true, format: bytes}),
      chart('Time stopped for collections', [{label: 'of the time', values: values('gcPause')}], {format: percent}),
      busiest.length > 0 && chart('Longest queues', busiest.map((line) => ({label: pools.get(line.key) ?? line.key, values: line.values})), {format: number}),
    ),
  );
}
