/** Small pieces that every view is made of. */

import {Component, h} from './preact.js';
import {count, plain} from './format.js';

const PAGE = 100;
const GLYPHS = {critical: '◆', warning: '▲', info: '●'};

/** A component whose state has the width of its box, the element that it puts there. */
export class Wide extends Component {
  componentDidMount() {
    this.observer = new ResizeObserver(([entry]) => {
      const width = Math.max(240, Math.floor(entry.contentRect.width));
      if (width !== this.state.width) this.setState({width});
    });
    this.observer.observe(this.box);
  }

  componentWillUnmount() {
    this.observer.disconnect();
  }
}

/** Text from outside, kept apart from the direction of what stands around it. */
export function Text({value, longest}) {
  return h('bdi', null, plain(value, longest));
}

/** A line of the application: code that breaks after a dot or before its file. */
export function Site({value}) {
  if (!value) return h('span', {class: 'dim'}, 'not known');
  const parts = plain(value).split(/(?<=\.)(?=[^.]*[.(])|(?=\()/);
  return h('code', {class: 'site'}, h('bdi', null, parts.map((part, i) => [i > 0 && h('wbr'), part])));
}

/** A severity by shape and word; the colour says it once more. */
export function Severity({value}) {
  return h('span', {class: 'severity ' + plain(value)}, h('span', {'aria-hidden': 'true'}, GLYPHS[value] ?? '●'), ' ', plain(value));
}

export function Section({title, id, children, aside}) {
  return h(
    'section',
    {'aria-labelledby': id},
    h('h2', {id}, title, aside ? h('span', {class: 'aside'}, aside) : null),
    children,
  );
}

export function Nothing({children}) {
  return h('p', {class: 'nothing'}, children);
}

/**
 * A table that can be sorted by each column and shows a hundred rows until asked for more.
 *
 * columns: {id, label, number, value(row) to sort by, cell(row) to show, hint}
 */
export class Table extends Component {
  constructor(props) {
    super(props);
    this.state = {by: props.sortBy ?? null, down: props.down ?? true, shown: PAGE};
  }

  sort(column) {
    const {by, down} = this.state;
    this.setState({by: column.id, down: by === column.id ? !down : Boolean(column.number)});
  }

  sorted(rows, columns) {
    const column = columns.find((c) => c.id === this.state.by);
    if (!column) return rows;
    const turn = this.state.down ? -1 : 1;
    return rows
      .map((row) => ({row, value: column.value(row)}))
      .sort((a, b) => turn * compare(a.value, b.value))
      .map((entry) => entry.row);
  }

  head(column) {
    const sorted = this.state.by === column.id;
    const direction = this.state.down ? 'descending' : 'ascending';
    return h(
      'th',
      {role: 'columnheader', scope: 'col', class: column.number ? 'number' : '', 'aria-sort': sorted ? direction : null, title: column.hint},
      h(
        'button',
        {type: 'button', onClick: () => this.sort(column)},
        column.label,
        h('span', {'aria-hidden': 'true'}, sorted ? (this.state.down ? ' ▾' : ' ▴') : ''),
      ),
    );
  }

  render({caption, columns, rows, rowKey}) {
    const all = this.sorted(rows, columns);
    const shown = all.slice(0, this.state.shown);
    const more = all.length - shown.length;
    return h(
      'div',
      {class: 'table', role: 'region', 'aria-label': caption, tabindex: '0'},
      h(
        'table',
        {role: 'table'},
        h('caption', null, caption),
        h('thead', {role: 'rowgroup'}, h('tr', {role: 'row'}, columns.map((column) => this.head(column)))),
        h(
          'tbody',
          {role: 'rowgroup'},
          shown.map((row, index) =>
            h(
              'tr',
              {
                key: rowKey ? rowKey(row) : index,
                role: 'row',
              },
              columns.map((column) =>
                h('td', {role: 'cell', class: column.number ? 'number' : '', 'data-label': column.label}, h('div', null, column.cell(row))),
              ),
            ),
          ),
        ),
      ),
      more > 0 &&
        h(
          'button',
          {type: 'button', class: 'more', onClick: () => this.setState({shown: this.state.shown + PAGE})},
          count(more) + ' more',
        ),
    );
  }
}

function compare(a, b) {
  if (a == null || b == null) return a == null ? (b == null ? 0 : -1) : 1;
  return typeof a === 'number' ? a - b : String(a).localeCompare(String(b));
}

/** Anything that came as JSON, as nested lists of names and values. */
export function Facts({value, name}) {
  if (value == null) return h('span', {class: 'dim'}, 'not known');
  if (Array.isArray(value)) {
    return h('ol', {class: 'facts'}, value.slice(0, PAGE).map((item) => h('li', null, h(Facts, {value: item, name}))));
  }
  if (typeof value === 'object') {
    return h(
      'dl',
      {class: 'facts'},
      Object.entries(value).map(([key, item]) => [
        h('dt', {key}, words(key)),
        h('dd', null, h(Facts, {value: item, name: key})),
      ]),
    );
  }
  if (typeof value === 'number') return Number.isInteger(value) ? value.toLocaleString('en') : String(value);
  return h('bdi', {class: /site|in$|at$/i.test(name ?? '') ? 'code' : null}, plain(value, 2000));
}

/** heldThreadSeconds as "held thread seconds". */
export function words(name) {
  return plain(name).replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
}
