/**
 * The wait-for graph in layers: who waits where, for which future, who must finish it, what that is
 * blocked in. d3-sankey places nodes and links; it wants no cycles, so links that close one are taken
 * out before and drawn on top of the rest.
 */

const d3 = globalThis.d3;
const MOST_ROWS = 40;
const COLUMN = 250;
const ROW = 46;
const THINNEST = 1.5;
const MARGIN = 46;
const TOP = 46;

/** Two sorts of circle: only the first is a deadlock. The graph's classes and words follow it. */
const CIRCLES = ['closed', 'untilDeadline'];

/** How bad the circle is that a row, node or link is part of; 0 for none. */
export function circleRank(it) {
  return it.closed ? 2 : it.untilDeadline ? 1 : 0;
}

/** Rows of equal waits as nodes and links, the largest and those in a cycle first. */
export function graphOf(rows) {
  const shown = [...rows].sort((a, b) => circleRank(b) - circleRank(a) || b.seconds - a.seconds).slice(0, MOST_ROWS);
  const nodes = new Map();
  const links = new Map();
  const node = (id, kind, label, sub) => {
    if (!nodes.has(id)) nodes.set(id, {id, kind, label, sub, rows: []});
    return nodes.get(id);
  };
  const link = (source, target, row, closing) => {
    const id = source.id + '\n' + target.id;
    const known = links.get(id) ?? {id, source: source.id, target: target.id, seconds: 0, waits: 0, closing};
    known.seconds += row.seconds;
    known.waits += row.waits;
    mark(known, row);
    links.set(id, known);
  };
  for (const row of shown) {
    const waiter = node('w' + row.site + '|' + row.waiter, 'waiter', row.waiter, row.site);
    const future = node('f' + row.site + '|' + row.waiter + '|' + row.call + '|' + row.futureType, 'future', row.call, row.futureType);
    const target =
      row.state === 'unknown' ? node('u', 'unknown', 'nobody known', 'completed from outside, if at all') : node('t' + row.target, 'pool', row.target ?? 'a pool that is gone', null);
    const path = [waiter, future, target];
    link(waiter, future, row, false);
    link(future, target, row, false);
    if (row.blockedIn) {
      const blocked = node('b' + row.blockedIn + '|' + row.blockedAt, 'blocked', row.blockedIn, row.blockedAt);
      link(target, blocked, row, false);
      path.push(blocked);
    } else if (row.next) {
      link(target, node('w' + row.next, 'waiter', row.next.split('|')[1], row.next.split('|')[0]), row, false);
    }
    for (const each of path) {
      each.rows.push(row);
      mark(each, row);
    }
  }
  for (const circle of CIRCLES) {
    for (const row of shown.filter((r) => r[circle] && r.state === 'queued')) {
      for (const worker of shown.filter((r) => r[circle] && r.pool === row.target)) {
        link(nodes.get('t' + row.target), nodes.get('w' + worker.site + '|' + worker.waiter), row, true);
      }
    }
  }
  return {nodes: [...nodes.values()], links: [...links.values()], left: rows.length - shown.length};
}

function mark(it, row) {
  for (const circle of CIRCLES) it[circle] = it[circle] || row[circle];
}

/** Marks the links that lead back to a node on the way to them, so that the others have no cycle. */
function breakCycles(nodes, links) {
  const out = d3.group(links.filter((l) => !l.closing), (l) => l.source);
  const state = new Map();
  for (const start of nodes) {
    const stack = [[start.id, 0]];
    while (stack.length) {
      const top = stack[stack.length - 1];
      const [id, at] = top;
      if (at === 0 && state.get(id) === 'done') {
        stack.pop();
        continue;
      }
      state.set(id, 'open');
      const next = (out.get(id) ?? [])[at];
      top[1] += 1;
      if (!next) {
        state.set(id, 'done');
        stack.pop();
      } else if (state.get(next.target) === 'open') {
        next.closing = true;
      } else if (state.get(next.target) !== 'done') {
        stack.push([next.target, 0]);
      }
    }
  }
}

/** Positions for all nodes, and a path for each link. */
export function layout({nodes, links}) {
  breakCycles(nodes, links);
  const forward = links.filter((l) => !l.closing).map((l) => ({...l, value: Math.max(l.seconds, 0.001)}));
  const linked = new Set(forward.flatMap((l) => [l.source, l.target]));
  const placed = nodes.filter((n) => linked.has(n.id)).map((n) => ({...n}));
  const depths = d3.rollups(placed, (v) => v.length, (n) => n.kind).map(([, size]) => size);
  const height = Math.max(140, (d3.max(depths) ?? 1) * ROW + TOP + 14);
  const graph = d3
    .sankey()
    .nodeId((n) => n.id)
    .nodeAlign(d3.sankeyLeft)
    .nodeWidth(12)
    .nodePadding(ROW - 8)
    .extent([[MARGIN, TOP], [MARGIN + 3 * COLUMN + 12, height - 14]])({nodes: placed, links: forward});
  const layers = d3.group(graph.nodes, (n) => n.layer);
  for (const node of graph.nodes) {
    node.x0 = MARGIN + node.layer * COLUMN;
    node.x1 = node.x0 + 12;
  }
  const at = new Map(graph.nodes.map((n) => [n.id, n]));
  const path = d3.sankeyLinkHorizontal();
  return {
    width: MARGIN + layers.size * COLUMN,
    columns: [...layers.values()].map((all) => ({x: all[0].x0, kind: all[0].kind})),
    height,
    nodes: graph.nodes,
    links: graph.links.map((l) => ({...l, d: path(l), thickness: Math.max(THINNEST, l.width)})),
    closing: links.filter((l) => l.closing && at.has(l.source) && at.has(l.target)).map((l) => ({...l, d: back(at.get(l.source), at.get(l.target)), thickness: 2.5})),
  };
}

/** From the right edge of a node over the top to the left edge of one before it. */
function back(source, target) {
  const from = [source.x1, (source.y0 + source.y1) / 2];
  const to = [target.x0, (target.y0 + target.y1) / 2];
  const top = Math.max(20, Math.min(source.y0, target.y0) - 18);
  return `M${from} C${from[0] + 30},${from[1]} ${from[0] + 30},${top} ${from[0] - 30},${top} L${to[0]},${top} C${to[0] - 40},${top} ${to[0] - 40},${to[1]} ${to}`;
}
