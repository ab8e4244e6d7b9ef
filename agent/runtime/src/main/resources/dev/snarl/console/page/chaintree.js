/**
 * Chains of waits as a tree: read from an answer, folded and placed for a picture, compared with an
 * earlier one, and told in words. Places by d3-hierarchy; draws nothing.
 */

import {number, plain, seconds, shortSite} from './format.js';

const d3 = globalThis.d3;
const DEEPEST = 100;
const MOST_FRAMES = 20_000;
const NARROWEST = 4;
const NOTEWORTHY = 0.05;
const LEAST_GROWTH = 0.01;
const SAME_GROWTH = 0.9;

/** What a chain can end in: a sign, so that colour alone tells nothing, how it is coloured, and as part of a sentence. */
const ENDS = {
  processor: {sign: '▶', colour: 's2', words: 'on a processor'},
  runnable: {sign: '◇', colour: 's1', words: 'in a wait for a processor'},
  collection: {sign: '♻', colour: 's4', words: 'in a garbage collection'},
  socket: {sign: '⇄', colour: 's0', words: 'at a socket'},
  file: {sign: '▤', colour: 's4', words: 'in a file'},
  process: {sign: '▣', colour: 's3', words: 'in another process'},
  sleep: {sign: '☾', colour: 's5', words: 'in a sleep'},
  brief: {sign: '↻', colour: 's5', words: 'in a turn of less than a millisecond at a lock or signal'},
  circle: {sign: '⟲', colour: 's1', words: 'in a circle'},
  idle: {sign: '○', colour: 's6', words: 'in a wait by design'},
  signal: {sign: '?', colour: 's6', words: 'at a signal of which nothing shows who gives it'},
  lock: {sign: '?', colour: 's6', words: 'at a lock whose holder was not read'},
  unknown: {sign: '?', colour: 's6', words: 'in something that no known thread completes'},
  other: {sign: '…', colour: 's6', words: 'beyond what the agent keeps'},
};

export function endOf(label) {
  return ENDS[label] ?? {sign: '■', colour: 's6', words: 'in ' + plain(label, 60)};
}

/** The fields that name what a frame is, each with the words before the name. */
const KINDS = {threadGroup: '', route: '', pool: 'queue of ', connections: 'connections of ', peer: 'peer '};

/** The parts of a frame; a part that is not there is empty. A frame of an older agent has a text only. */
function parts(item) {
  const kind = Object.keys(KINDS).find((field) => typeof item[field] === 'string') ?? '';
  return {kind, who: kind ? item[kind] : String(item.frame ?? ''), call: String(item.call ?? ''), site: String(item.site ?? '')};
}

/** Who waits, and a second line that says in what and where. */
export function labels(node) {
  if (node.end) return [endOf(node.end).sign + ' ' + plain(node.end, 60), ''];
  if (!node.key) return ['all waiting threads', ''];
  const {kind, who, call, site} = node.parts;
  return [(KINDS[kind] ?? '') + plain(who, 120), [call && 'in ' + plain(call, 80), site && 'at ' + shortSite(site)].filter(Boolean).join(' ')];
}

/** An answer of /api/chains, or a file that holds one; fails if it is none. */
export function read(answer) {
  if (!Array.isArray(answer?.items)) throw new Error('This holds no chains.');
  const left = {frames: MOST_FRAMES};
  const root = frame({frame: '', ends: {}, items: answer.items}, '', 0, left);
  const span = positive(answer.observedSeconds) || positive(answer.windowSeconds) || 1;
  return {at: String(answer.at ?? ''), span, explained: answer.explainedRatio, root};
}

function positive(value) {
  return Number.isFinite(value) && value > 0 ? value : 0;
}

/** A frame, or an end below one: its seconds are those of its children, or its own. */
function frame(item, above, depth, left) {
  const text = String(item.frame ?? '');
  const key = depth ? above + '\n' + text : '';
  const children = depth > DEEPEST || !Array.isArray(item.items) ? [] : item.items.filter(() => left.frames-- > 0).map((child) => frame(child, key, depth + 1, left));
  for (const [end, value] of Object.entries(item.ends ?? {})) {
    children.push({key: key + '\n\n' + end, text, parts: parts(item), end, seconds: positive(value), children: []});
  }
  return {key, text, parts: parts(item), end: null, seconds: d3.sum(children, (child) => child.seconds), children};
}

/** Without the chains that end so; null if nothing remains. */
export function without(end, node) {
  if (node.end === end) return null;
  const children = node.children.map((child) => without(end, child)).filter(Boolean);
  return node.end || children.length || !node.key ? {...node, children, seconds: node.end ? node.seconds : d3.sum(children, (child) => child.seconds)} : null;
}

/**
 * The tree to draw: widest first, each node with the number of threads that are there on average and,
 * if there is an earlier tree, with how many were. A node is as wide as the larger of both. The end of
 * most of its chains is its main one.
 */
export function tree(now, before) {
  return joined(now.root, before?.root, now.span, before?.span);
}

function joined(now, before, span, spanBefore) {
  const some = now ?? before;
  const others = new Map((before?.children ?? []).map((child) => [child.key, child]));
  const children = (now?.children ?? []).map((child) => {
    const other = others.get(child.key);
    others.delete(child.key);
    return joined(child, other, span, spanBefore);
  });
  others.forEach((child) => children.push(joined(null, child, span, spanBefore)));
  children.sort((a, b) => b.width - a.width);
  const threads = (now?.seconds ?? 0) / span;
  const was = spanBefore ? (before?.seconds ?? 0) / spanBefore : null;
  const width = some.end ? Math.max(threads, was ?? 0) : d3.sum(children, (child) => child.width);
  const ends = some.end ? new Map([[some.end, width]]) : d3.rollup(children.flatMap((child) => [...child.ends]), (v) => d3.sum(v, (e) => e[1]), (e) => e[0]);
  const main = d3.greatest(ends, (e) => e[1])?.[0];
  return {key: some.key, text: some.text, parts: some.parts, end: some.end, main, ends, seconds: now?.seconds ?? 0, threads, was, width, children};
}

/** The path from the root to a frame; to the nearest one above it that is still there. */
export function pathTo(root, key) {
  const path = [root];
  for (let at = root; at && at.key !== key; ) {
    at = at.children.find((child) => key === child.key || key.startsWith(child.key + '\n'));
    if (at) path.push(at);
  }
  return path;
}

/**
 * Cells for a picture of a frame, with those above it. What would be too narrow to point at is one
 * cell, "3 smaller", so there are never more cells than the width has room for.
 */
export function layout(root, key, width, levels = Infinity) {
  const path = pathTo(root, key);
  const focus = path[path.length - 1];
  const scale = focus.width ? width / focus.width : 0;
  const placed = d3.partition().size([width, 1])(d3.hierarchy(folded(focus, scale, levels)).sum((node) => node.own));
  const above = path.slice(0, -1).map((node, depth) => ({node, depth, x0: 0, x1: width, parent: path[depth - 1]?.key}));
  return [...above, ...placed.descendants().map((d) => ({node: d.data, depth: d.depth + above.length, x0: d.x0, x1: d.x1, parent: d.parent ? d.parent.data.key : path[path.length - 2]?.key}))];
}

function folded(node, scale, levels) {
  const large = levels > 0 ? node.children.filter((child) => child.width * scale >= NARROWEST) : [];
  const small = levels > 0 ? node.children.filter((child) => child.width * scale < NARROWEST && child.width > 0) : [];
  const children = large.map((child) => folded(child, scale, levels - 1));
  if (small.length) {
    const add = (name) => d3.sum(small, (child) => child[name]);
    children.push({key: node.key + '\n\n\n', text: small.length + ' smaller', fold: true, end: null, seconds: add('seconds'), threads: add('threads'), was: node.was == null ? null : add('was'), own: add('width'), children: []});
  }
  return {...node, children, own: children.length ? 0 : node.width};
}

/** Every node below, the nearest to the root first. */
export function* below(node) {
  for (const child of node.children) {
    yield child;
    yield* below(child);
  }
}

/** Each chain from the waiter to its end, widest first. */
export function chains(root) {
  const found = [];
  const walk = (node, path) => node.children.forEach((child) => (child.end ? found.push({node: child, path}) : walk(child, [...path, child])));
  walk(root, []);
  return found.sort((a, b) => b.node.width - a.node.width);
}

/** What a search finds: the frames, and the time of the chains through them, each counted once. */
export function search(root, query) {
  const wanted = query.trim().toLowerCase();
  const keys = new Set();
  if (!wanted) return {keys, width: 0};
  let width = 0;
  const walk = (node, inside) => {
    for (const child of node.children) {
      const hit = (child.end ?? child.text).toLowerCase().includes(wanted);
      if (hit) keys.add(child.key);
      if (hit && !inside) width += child.width;
      walk(child, inside || hit);
    }
  };
  walk(root, false);
  return {keys, width};
}

/** The ends of a frame's chains with their part of its width, largest first. */
export function byEnd(node) {
  return [...node.ends].sort((a, b) => b[1] - a[1]);
}

export function share(part, whole) {
  if (!whole) return '–';
  const percent = (100 * part) / whole;
  return percent > 0 && percent < 1 ? '< 1 %' : Math.round(percent) + ' %';
}

/** The frames of one text together, each chain counted once: the most of them, or null. */
function most(root, key) {
  const sums = new Map();
  const walk = (node, above) => {
    for (const child of node.children) {
      const name = key(child);
      const fresh = name && !above.includes(name);
      if (fresh) {
        const known = sums.get(name) ?? {node: child, seconds: 0};
        known.seconds += child.seconds;
        sums.set(name, known);
      }
      walk(child, fresh ? [...above, name] : above);
    }
  };
  walk(root, []);
  return [...sums.values()].reduce((best, each) => (best && best.seconds >= each.seconds ? best : each), null);
}

/** Where the time goes, in two sentences. */
export function sentence(chosen) {
  const {root, span} = chosen;
  const during = 'in the last ' + seconds(Math.round(span));
  if (!root.seconds) return 'No thread waited for another, and none that works was blocked, ' + during + '.';
  const queue = most(root, (node) => (!node.end && node.parts.kind === 'pool' ? node.text : null));
  const last = most(root, (node) => (node.end ? node.text + '\n' + node.end : null));
  const at = plain(last.node.text, 200) ? ': ' + plain(last.node.text, 200) : '';
  const inQueue = queue && queue.seconds >= NOTEWORTHY * root.seconds;
  return (
    (inQueue ? share(queue.seconds, root.seconds) + ' of waiting time is in the ' + plain(queue.node.text, 120) + '. ' : '') +
    share(last.seconds, root.seconds) + ' of waiting time ends ' + endOf(last.node.end).words + at +
    '. In all, threads waited ' + seconds(root.seconds) + ' ' + during + ': ' + threads(root.seconds / span) + ' at a time.'
  );
}

export function threads(value) {
  const text = number(value);
  return text + (text === '1' ? ' thread' : ' threads');
}

/** How many threads more on average; 0 for what is less than a hundredth of all. */
export function growth(node, root) {
  const more = node.threads - node.was;
  return Math.abs(more) < Math.max(LEAST_GROWTH, LEAST_GROWTH * root.width) ? 0 : more;
}

/** With its sign, and an arrow. */
export function growthText(more) {
  return more === 0 ? '= 0' : (more > 0 ? '▲ +' : '▼ −') + number(Math.abs(more));
}

/** The frame that grew most; of frames in one chain that grew alike, the last. */
export function grownMost(root, turn) {
  const more = (node) => turn * growth(node, root);
  let best = null;
  for (const node of below(root)) {
    if (!node.end && more(node) > 0 && (!best || more(node) > more(best))) best = node;
  }
  for (let next = best; next; next = best.children.find((child) => !child.end && more(child) >= SAME_GROWTH * more(best))) best = next;
  return best;
}

/** The findings at a frame: of its line and its threads, of its queue, or of its endpoint. */
export function findingsAt(node, findings) {
  if (node.fold || !node.key) return [];
  const {kind, who, site} = node.parts;
  if (kind === 'route') return findings.filter((finding) => finding.evidence.route === who);
  const queue = kind === 'pool';
  if (!queue && !site) return [];
  return findings.filter((finding) => {
    const names = {sites: new Set([finding.site]), groups: new Set(), pools: new Set()};
    collect(finding.evidence, names);
    if (queue) return names.pools.has(who);
    return names.sites.has(site) && (!names.groups.size || names.groups.has(who));
  });
}

/** The lines, groups of threads and pools that evidence names. */
function collect(value, names) {
  if (!value || typeof value !== 'object') return;
  for (const [key, item] of Object.entries(value)) {
    if (typeof item !== 'string') collect(item, names);
    else if (/site$/i.test(key)) names.sites.add(item);
    else if (/^(pool|waiterPool|workerPool|threadGroup|waiter|group)$/.test(key)) names.groups.add(item);
    if (key === 'pool' && typeof item === 'string') names.pools.add(item);
  }
}
