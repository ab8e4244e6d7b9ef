/** A tree of chains as an icicle: the waiter on top, what it waits for below, as wide as the time. */

import {h} from './preact.js';
import {plain, seconds} from './format.js';
import {Wide} from './parts.js';
import {endOf, growth, growthText, labels, layout, share, threads} from './chaintree.js';

const ROW = 38;
const LETTER = 6.7;
const BOLD_LETTER = 8.2;
const LEAST_TEXT = 26;

/** What a cell stands for, read aloud and shown to the pointer. */
export function said(node, root) {
  if (node.fold) return node.text + ': ' + share(node.width ?? node.own, root.width);
  const what = node.end ? 'ends ' + endOf(node.end).words : plain(node.text || 'all waiting threads');
  return what + ': ' + (node.was == null ? share(node.seconds, root.seconds) + ', ' + seconds(node.seconds) + ' waited' : threads(node.was) + ' before, ' + threads(node.threads) + ' now');
}

function cut(text, width, letter) {
  const room = Math.floor((width - 10) / letter);
  return text.length <= room ? text : room < 3 ? '' : text.slice(0, room - 1) + '…';
}

/**
 * One cell is in the order of the Tab key: the arrow keys go from there to its neighbours, Enter
 * chooses, Escape goes back to all.
 *
 * at: the key of the frame that fills the width; hits: keys to mark; small: a picture without keys
 */
export class Icicle extends Wide {
  constructor(props) {
    super(props);
    this.state = {width: 900, cursor: ''};
    this.cells = new Map();
  }

  componentDidUpdate() {
    if (this.wanted != null) this.cells.get(this.wanted)?.focus();
    this.wanted = null;
  }

  choose(node) {
    this.wanted = node.fold ? null : node.key;
    this.setState({cursor: node.fold ? this.state.cursor : node.key});
    if (!node.fold) this.props.onChoose(node.key);
  }

  keys(event, cells, cell) {
    const beside = cells.filter((c) => c.parent === cell.parent && c.depth === cell.depth);
    const to = {
      ArrowDown: () => cells.find((c) => c.parent === cell.node.key && c.depth === cell.depth + 1),
      ArrowUp: () => cells.find((c) => c.node.key === cell.parent),
      ArrowLeft: () => beside[beside.indexOf(cell) - 1],
      ArrowRight: () => beside[beside.indexOf(cell) + 1],
      Home: () => cells[0],
    }[event.key];
    if (to) {
      const next = to();
      event.preventDefault();
      if (next) {
        this.wanted = next.node.key;
        this.setState({cursor: next.node.key});
      }
    } else if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      this.choose(cell.node);
    } else if (event.key === 'Escape') {
      event.preventDefault();
      this.choose(cells[0].node);
    }
  }

  render({root, at = '', hits, label, levels, small}) {
    const {width, cursor} = this.state;
    const cells = layout(root, at, width, levels);
    const stop = cells.some((cell) => cell.node.key === cursor) ? cursor : at;
    const growthMost = Math.max(1e-9, ...cells.map(({node}) => (node.was == null ? 0 : Math.abs(growth(node, root)))));
    const height = (Math.max(...cells.map((cell) => cell.depth)) + 1) * ROW;
    this.cells.clear();
    return h(
      'div',
      {class: 'icicle', ref: (element) => (this.box = element)},
      h(
        'svg',
        small ? {width, height, role: 'img', 'aria-label': label} : {width, height, role: 'tree', 'aria-label': label},
        h(
          'defs',
          null,
          h('pattern', {id: 'unknown', width: 6, height: 6, patternUnits: 'userSpaceOnUse', patternTransform: 'rotate(45)'}, h('path', {d: 'M0 0V6', class: 'hatch'})),
        ),
        cells.map((cell) => {
          const {node, depth, x0, x1} = cell;
          const wide = Math.max(1, x1 - x0 - 1);
          const [first, second] = node.fold ? [node.text, ''] : labels(node);
          const compared = node.was != null;
          const more = compared ? growth(node, root) : 0;
          const colour = compared ? more > 0 ? 's1' : more < 0 ? 's0' : 's6' : node.fold ? 's6' : endOf(node.main).colour;
          const strength = compared ? 0.08 + 0.62 * Math.min(1, Math.abs(more) / growthMost) : node.end ? 0.62 : 0.18;
          const unknown = node.end && endOf(node.end).sign === '?';
          const value = node.fold ? '' : compared ? growthText(more) : share(node.seconds, root.seconds);
          const what = {
            key: node.key,
            class: 'cell' + (node.end ? ' end' : node.fold ? ' fold' : '') + (depth && !small && node.key === at ? ' picked' : '') + (hits?.size ? (hits.has(node.key) ? ' hit' : ' miss') : ''),
            transform: 'translate(' + x0.toFixed(1) + ' ' + depth * ROW + ')',
          };
          const keys = small
            ? {}
            : {
                role: 'treeitem',
                tabindex: node.key === stop ? '0' : '-1',
                'aria-level': depth + 1,
                'aria-selected': String(node.key === at),
                'aria-label': said(node, root),
                ref: (element) => element && this.cells.set(node.key, element),
                onClick: () => this.choose(node),
                onKeyDown: (event) => this.keys(event, cells, cell),
              };
          return h(
            'g',
            {...what, ...keys},
            h('title', null, said(node, root)),
            h('rect', {class: 'fill ' + colour, width: wide, height: ROW - 1, 'fill-opacity': strength}),
            unknown && h('rect', {width: wide, height: ROW - 1, fill: 'url(#unknown)'}),
            wide > LEAST_TEXT &&
              h(
                'svg',
                {width: wide, height: ROW},
                h('text', {x: 5, y: 15, class: 'label'}, cut(first, wide, BOLD_LETTER)),
                h('text', {x: 5, y: 30, class: 'sub'}, cut([value, second].filter(Boolean).join(' '), wide, LETTER)),
              ),
          );
        }),
      ),
    );
  }
}
