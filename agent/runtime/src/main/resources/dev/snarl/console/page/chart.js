/** Charts of numbers over time, or over another row of numbers, drawn as SVG; paths and ticks by d3. */

import {h} from './preact.js';
import {bytes, clock, number} from './format.js';
import {Wide} from './parts.js';

const HEIGHT = 170;
const LEFT = 62;
const BOTTOM = 22;
const TOP = 8;
const KIBI = 1024;
const d3 = globalThis.d3;

/** A line the size of a word. */
export function Sparkline({values, label}) {
  const known = (values ?? []).slice(-60);
  const width = 90;
  const height = 22;
  const most = Math.max(1e-9, ...known.filter((v) => v != null));
  const path = d3
    .line()
    .defined((v) => v != null)
    .x((v, i) => (known.length < 2 ? 0 : (i * width) / (known.length - 1)))
    .y((v) => height - 2 - (v / most) * (height - 4))(known);
  return h(
    'svg',
    {class: 'spark', width, height, role: 'img', 'aria-label': label + ': ' + number(known.at(-1)) + ' now, ' + number(most) + ' at most'},
    h('path', {d: path ?? '', class: 'line s0'}),
  );
}

/**
 * Lines, or areas on top of each other, over time. The arrow keys and the pointer read a moment;
 * dragging chooses a range where onRange is given.
 *
 * series: {label, values}; format says a number, moment one of the times; now is the one that is read
 * while none is chosen, the last unless given
 */
export class TimeChart extends Wide {
  constructor(props) {
    super(props);
    this.state = {width: 560, at: null, from: null};
    this.box = null;
  }

  indexOf(event) {
    const box = event.currentTarget.getBoundingClientRect();
    const part = (event.clientX - box.left - LEFT) / (box.width - LEFT);
    const last = this.props.times.length - 1;
    return Math.max(0, Math.min(last, Math.round(part * last)));
  }

  keys(event) {
    const last = this.props.times.length - 1;
    const step = {ArrowLeft: -1, ArrowRight: 1}[event.key];
    if (step === undefined || last < 0) return;
    event.preventDefault();
    this.setState({at: Math.max(0, Math.min(last, (this.state.at ?? this.props.now ?? last) + step))});
  }

  released(event) {
    const {from} = this.state;
    const to = this.indexOf(event);
    this.setState({from: null});
    if (this.props.onRange && from != null && Math.abs(to - from) > 1) {
      const times = this.props.times;
      this.props.onRange(times[Math.min(from, to)], times[Math.max(from, to)]);
    }
  }

  render({title, times, series, stacked, format = number, moment: say = clock, now = times.length - 1, onRange}) {
    const {width, at, from} = this.state;
    const rows = stacked ? stack(series) : series.map((s) => ({low: null, high: s.values}));
    const known = rows.flatMap((row) => row.high).filter((v) => v != null);
    const most = Math.max(1e-9, d3.max(known) ?? 1);
    const top = scaleTicks(most, format === bytes);
    const span = Math.max(1, times.length - 1);
    const x = (i) => LEFT + (i * (width - LEFT - 4)) / span;
    const y = (v) => TOP + (1 - v / most) * (HEIGHT - TOP - BOTTOM);
    const moment = at ?? now;
    const reading = series.map((s) => s.label + ' ' + format(s.values[moment])).join(', ');
    return h(
      'figure',
      {class: 'chart', ref: (element) => (this.box = element)},
      h('figcaption', null, title, times.length ? h('span', {class: 'aside'}, at == null && say === clock ? 'now' : say(times[moment])) : null),
      times.length < 2
        ? h('p', {class: 'nothing'}, 'The first samples come within seconds.')
        : h(
            'svg',
            {
              width,
              height: HEIGHT,
              tabindex: '0',
              role: 'img',
              'aria-label': title + (say === clock ? ': ' : ', ' + say(times[moment]) + ': ') + reading,
              class: onRange ? 'drag' : null,
              onKeyDown: (event) => this.keys(event),
              onBlur: () => this.setState({at: null}),
              onPointerMove: (event) => this.setState({at: this.indexOf(event)}),
              onPointerLeave: () => this.setState({at: null, from: null}),
              onPointerDown: (event) => this.setState({from: this.indexOf(event)}),
              onPointerUp: (event) => this.released(event),
            },
            top.map((value) => [
              h('line', {class: 'grid', x1: LEFT, x2: width, y1: y(value), y2: y(value)}),
              h('text', {class: 'tick', x: LEFT - 6, y: y(value) + 4, 'text-anchor': 'end'}, format(value)),
            ]),
            ticks(times, width).map((i) =>
              h('text', {class: 'tick', x: x(i), y: HEIGHT - 6, 'text-anchor': i === 0 ? 'start' : i === times.length - 1 ? 'end' : 'middle'}, say(times[i])),
            ),
            rows.map((row, i) => h('path', {d: shape(row, x, y) ?? '', class: (row.low ? 'area s' : 'line s') + (i % 7)})),
            from != null && h('rect', {class: 'range', x: x(Math.min(from, moment)), y: TOP, width: Math.abs(x(moment) - x(from)), height: HEIGHT - TOP - BOTTOM}),
            at != null && h('line', {class: 'cursor', x1: x(at), x2: x(at), y1: TOP, y2: HEIGHT - BOTTOM}),
          ),
      h(
        'ul',
        {class: 'legend'},
        series.map((s, i) =>
          h(
            'li',
            {key: s.label},
            h('svg', {width: 26, height: 10, 'aria-hidden': 'true'}, h('path', {d: 'M0 5H26', class: 'line s' + (i % 7)})),
            h('bdi', null, s.label),
            ' ',
            h('b', null, format(s.values[moment])),
          ),
        ),
      ),
    );
  }
}

function shape(row, x, y) {
  if (!row.low) {
    return d3.line().defined((v) => v != null).x((v, i) => x(i)).y(y)(row.high);
  }
  return d3.area().defined((v) => v != null).x((v, i) => x(i)).y0((v, i) => y(row.low[i])).y1(y)(row.high);
}

/** Each series on top of those before it; unknown counts as nothing. */
function stack(series) {
  let low = (series[0]?.values ?? []).map(() => 0);
  return series.map((s) => {
    const from = low;
    low = from.map((v, i) => v + (s.values[i] ?? 0));
    return {low: from, high: low};
  });
}

/** Round values up to the largest; of bytes, round in their unit. */
function scaleTicks(most, binary) {
  const unit = binary ? KIBI ** Math.max(0, Math.floor(Math.log(most) / Math.log(KIBI))) : 1;
  return d3.ticks(0, most / unit, 4).map((value) => value * unit);
}

function ticks(times, width) {
  const wanted = Math.max(2, Math.min(6, Math.floor(width / 120)));
  const last = times.length - 1;
  return [...new Set(d3.range(wanted).map((i) => Math.round((i * last) / (wanted - 1))))];
}
