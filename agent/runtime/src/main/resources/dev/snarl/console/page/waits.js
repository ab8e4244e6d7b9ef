/** The wait-for graph, what a node of it stands for, and the same as a table. */

import {Component, h} from './preact.js';
import {count, number, plain, seconds, shortClass, shortSite} from './format.js';
import {Nothing, Section, Site, Table, Text} from './parts.js';
import {circleRank, graphOf, layout} from './graph.js';

const KINDS = {waiter: 'waits', future: 'for', pool: 'finished by', blocked: 'blocked in', unknown: 'finished by'};
/** By rank of a circle: how it is said, how in a few words, and how it is styled. */
const CIRCLES = [
  {long: 'the same threads wait at several depths; no circle is proved', short: '', style: ''},
  {long: 'waits in a circle until a deadline ends it', short: 'until a deadline', style: ' deadline'},
  {long: 'closes on itself', short: 'closed', style: ' closed'},
];
const LONGEST_LABEL = 27;
const LONGEST_SUB = 36;
const MOST_STACKS = 3;

const COLUMNS = [
  {id: 'closed', label: 'Circle', hint: 'part of a circle', value: circleRank, cell: (r) => (circleRank(r) ? h('span', {class: 'knot' + circle(r).style}, '⟲ ' + circle(r).short) : '')},
  {id: 'site', label: 'Waits at', value: (r) => r.site, cell: (r) => [h(Text, {value: r.waiter, longest: 80}), h('div', null, h(Site, {value: r.site}))]},
  {id: 'call', label: 'For', value: (r) => r.call, cell: (r) => [h('code', null, plain(r.call)), h('div', {class: 'dim'}, shortClass(r.futureType))]},
  {id: 'target', label: 'Finished by', value: (r) => r.target, cell: (r) => finisher(r)},
  {id: 'blocked', label: 'Which is blocked in', value: (r) => r.blockedIn, cell: (r) => (r.blockedIn ? [h('code', null, plain(r.blockedIn)), h('div', null, h(Site, {value: r.blockedAt}))] : r.next ? 'a wait of its own' : '–')},
  {id: 'waits', label: 'Waits', number: true, value: (r) => r.waits, cell: (r) => count(r.waits)},
  {id: 'seconds', label: 'Thread-seconds', number: true, value: (r) => r.seconds, cell: (r) => number(r.seconds)},
  {id: 'longest', label: 'Longest', number: true, value: (r) => r.longestSeconds, cell: (r) => seconds(r.longestSeconds)},
];

function circle(it) {
  return CIRCLES[circleRank(it)];
}

/** By state of a row: what its target is to the waiter, short and as part of a sentence. */
const STATES = {
  queued: ['in its queue', 'whose task is in the queue of '],
  running: ['running', 'whose task runs on '],
  held: ['holds it', 'held by '],
  initializing: ['initializes it', 'being initialized by '],
  ahead: ['is first in line', 'behind '],
  alive: ['has not ended', 'until the end of '],
  kept: ['gives it back later', 'kept by '],
  later: ['ends it later', 'until a later line of '],
  taking: ['takes from its queue', 'until something is taken by '],
  left: ['left it locked', 'left locked by '],
  gone: ['has ended', 'for what used to end such waits, or had it, and has ended: '],
  unknown: ['', 'that nobody known completes'],
};

function finisher(row) {
  if (row.state === 'unknown') return h('span', {class: 'dim'}, 'nobody known');
  return [h(Text, {value: row.target ?? 'a pool that is gone', longest: 80}), h('div', {class: 'dim'}, STATES[row.state][0] + odds(row))];
}

/** Where no field names who must act, and earlier waits there tell. */
function odds(row) {
  return row.wakes ? `, likely: it ended ${row.wakes} of ${row.wakesSeen} such waits` : '';
}

export function WaitTable({rows}) {
  return h(Table, {caption: 'Waits, equal ones together', columns: COLUMNS, rows, sortBy: 'seconds'});
}

/** Pairs of the last minute that no wait of this moment stands for: short waits come and go between two looks. */
function withPairs({items, pairs}) {
  const key = (r) => [r.site, r.waiter, r.target, r.blockedIn].join('\n');
  const now = new Map(items.map((item) => [key(item), item]));
  const lately = pairs.map((pair) => ({futureType: '', state: 'running', pool: null, next: null, closed: false, threads: [], timed: false, ...now.get(key(pair)), ...pair}));
  const replaced = new Set(lately.map(key));
  return [...items.filter((item) => !replaced.has(key(item))), ...lately];
}

export class WaitsView extends Component {
  pick(id) {
    this.setState({picked: id === this.state.picked ? null : id});
  }

  render({state, act}) {
    const tangle = state.data.tangle;
    const rows = withPairs(tangle);
    if (!rows.length) return h(Section, {title: 'Waits', id: 'waits'}, h(Nothing, null, 'No platform thread waits for a future at this moment, and no two threads were held for one job in the last minute.'));
    const graph = graphOf(rows);
    const picked = graph.nodes.find((node) => node.id === this.state.picked);
    return h(
      'div',
      null,
      h(
        Section,
        {title: 'Who waits for whom', id: 'graph', aside: count(tangle.waits) + ' waits now'},
        h(Graph, {graph, picked: this.state.picked, onPick: (id) => this.pick(id)}),
        graph.left > 0 && h('p', {class: 'dim'}, count(graph.left) + ' more kinds of wait, all smaller, are in the table.'),
        h('p', {class: 'dim'}, 'Width: thread-seconds of the waits in progress, and of pairs of threads held for one job in the last minute.'),
        picked && h(Details, {key: picked.id, node: picked, act}),
      ),
      h(Section, {title: 'Waits now', id: 'now', aside: tangle.rows > tangle.items.length ? 'the largest ' + count(tangle.items.length) + ' of ' + count(tangle.rows) : null}, tangle.items.length ? h(WaitTable, {rows: tangle.items}) : h(Nothing, null, 'None at this moment.')),
      tangle.pairs.length > 0 &&
        h(Section, {title: 'Two threads for one job, last minute', id: 'pairs'}, h(Table, {caption: 'Pairs of threads held for one job', columns: COLUMNS.filter((c) => ['site', 'target', 'blocked', 'waits', 'seconds'].includes(c.id)), rows: tangle.pairs.map((pair) => ({...pair, state: 'running'})), sortBy: 'seconds'})),
    );
  }
}

function Graph({graph, picked, onPick}) {
  const {width, height, nodes, links, closing, columns} = layout(graph);
  const pick = (event, id) => {
    if (event.type === 'keydown' && event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    onPick(id);
  };
  return h(
    'div',
    {class: 'graph', tabindex: '0', role: 'region', 'aria-label': 'Wait-for graph; the table below says the same'},
    h(
      'svg',
      {width, height, role: 'group', 'aria-label': nodes.length + ' nodes, ' + links.length + ' links'},
      h('defs', null, [1, 2].map((rank) => h('marker', {key: rank, id: 'tip' + rank, viewBox: '0 0 8 8', refX: 7, refY: 4, markerWidth: 5, markerHeight: 5, orient: 'auto'}, h('path', {d: 'M0 0L8 4L0 8z', class: 'tip' + CIRCLES[rank].style})))),
      columns.map((column) => h('text', {key: column.x, class: 'tick', x: column.x, y: 14}, KINDS[column.kind])),
      links.map((link) => h('path', {key: link.id, d: link.d, class: 'link' + circle(link).style, 'stroke-width': link.thickness}, h('title', null, number(link.seconds) + ' thread-seconds, ' + count(link.waits) + ' waits'))),
      closing.map((link) => h('path', {key: link.id, d: link.d, class: circleRank(link) ? 'link closing' + circle(link).style : 'link again', 'stroke-width': link.thickness, 'marker-end': circleRank(link) ? 'url(#tip' + circleRank(link) + ')' : null}, h('title', null, circle(link).long))),
      nodes.map((node) =>
        h(
          'g',
          {
            key: node.id,
            class: 'node ' + node.kind + circle(node).style + (node.id === picked ? ' picked' : ''),
            tabindex: '0',
            role: 'button',
            'aria-pressed': String(node.id === picked),
            'aria-label': KINDS[node.kind] + ' ' + plain(node.label, 120) + (circleRank(node) ? ', ' + circle(node).long : ''),
            onClick: (event) => pick(event, node.id),
            onKeyDown: (event) => pick(event, node.id),
          },
          h('rect', {x: node.x0, y: node.y0, width: node.x1 - node.x0, height: Math.max(3, node.y1 - node.y0), rx: 2}),
          h('text', {x: node.x1 + 6, y: (node.y0 + node.y1) / 2 - 2, class: 'label'}, clip(node.kind === 'blocked' ? shortSite(node.label) : node.label)),
          h('text', {x: node.x1 + 6, y: (node.y0 + node.y1) / 2 + 12, class: 'sub'}, clip(node.sub ? (node.kind === 'future' ? shortClass(node.sub) : shortSite(node.sub)) : '', LONGEST_SUB)),
          circleRank(node) > 0 && node.kind === 'pool' && h('g', {class: 'badge' + circle(node).style}, h('title', null, circle(node).long), h('rect', {x: node.x1 + 4, y: (node.y0 + node.y1) / 2 + 3, width: 122, height: 17, rx: 8}), h('text', {x: node.x1 + 12, y: (node.y0 + node.y1) / 2 + 15}, '⟲ ' + (node.closed ? circle(node).long : circle(node).short))),
        ),
      ),
    ),
  );
}

function clip(label, longest = LONGEST_LABEL) {
  const text = plain(label, 200);
  return text.length > longest ? text.slice(0, longest - 1) + '…' : text;
}

/** The stack of one thread, asked for when it is opened. */
class Stack extends Component {
  async open(event) {
    if (!event.currentTarget.open) return;
    this.setState({frames: await this.props.act.stack(this.props.thread)});
  }

  render({name}) {
    const {frames} = this.state;
    return h(
      'details',
      {onToggle: (event) => this.open(event)},
      h('summary', null, 'Stack of ', h(Text, {value: name, longest: 80})),
      frames && (frames.length ? h('pre', {tabindex: '0'}, frames.map((frame) => plain(frame) + '\n')) : h('p', {class: 'dim'}, 'This thread is gone, or this is a report.')),
    );
  }
}

function Details({node, act}) {
  const total = node.rows.reduce((sum, row) => sum + row.seconds, 0);
  return h(
    'aside',
    {class: 'details', 'aria-live': 'polite'},
    h('h3', null, KINDS[node.kind] + ' ', h(Text, {value: node.label, longest: 200})),
    h('p', null, number(total) + ' thread-seconds', circleRank(node) > 0 && h('span', {class: 'knot' + circle(node).style}, ' ⟲ ' + circle(node).long)),
    node.rows.slice(0, 20).map((row) =>
      h(
        'ol',
        {class: 'stack'},
        row.threads.length > 0 && h('li', null, 'threads ', row.threads.map((name, i) => [i ? ', ' : '', h(Text, {value: name, longest: 80})])),
        h('li', null, 'at ', h(Site, {value: row.site})),
        h('li', null, 'in ', h('code', null, plain(row.call)), ' for a ', h('code', null, plain(row.futureType || 'future'))),
        h('li', null, STATES[row.state][1], row.target && h(Text, {value: row.target, longest: 120}), odds(row)),
        row.blockedIn && h('li', null, 'which is blocked in ', h('code', null, plain(row.blockedIn))),
        row.blockedAt && h('li', null, 'at ', h(Site, {value: row.blockedAt})),
        row.threadIds?.length > 0 && h('li', null, row.threadIds.slice(0, MOST_STACKS).map((id, i) => h(Stack, {key: id, thread: id, name: row.threads[i], act}))),
      ),
    ),
  );
}
