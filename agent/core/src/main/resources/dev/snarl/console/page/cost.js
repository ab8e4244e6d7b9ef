/** What a finding costs, as one number to sort by and a few words, from the evidence of its rule. */

import {number, percent, seconds} from './format.js';

/** Evidence that is a cost, the best first: its name, how to say it, its weight in thread-seconds. */
const COSTS = [
  ['stuckThreads', (v) => count(v, 'thread') + ' stuck for good', 1e6],
  ['heldThreadSeconds', (v) => number(v) + ' thread-seconds held twice', 1],
  ['waitSeconds', (v) => seconds(v) + ' waited in sequence', 1],
  ['blockedSeconds', (v) => number(v) + ' thread-seconds blocked', 1],
  ['queueWaitP95Seconds', (v) => seconds(v) + ' queue wait (p95)', 10],
  ['pinnedSeconds', (v) => number(v) + ' carrier-seconds pinned', 1],
  ['gcShare', (v) => percent(v) + ' of the time collecting', 100],
  ['startedPerSecond', (v) => number(v) + ' threads started per second', 1],
  ['endedPerSecond', (v) => number(v) + ' threads started per second', 1],
  ['perSecond', (v) => number(v) + ' per second', 1],
  ['rejected', (v) => count(v, 'task') + ' refused', 0.1],
  ['builtPerSecond', (v) => number(v) + ' built per second', 1],
  ['built', (v) => count(v, 'object') + ' built', 0.1],
  ['threadsHeld', (v) => count(v, 'thread') + ' held', 0.1],
  ['queued', (v) => count(v, 'task') + ' queued', 0.01],
];

const SEVERITY = {critical: 1e9, warning: 1e4, info: 0};

function count(value, noun) {
  return number(value) + ' ' + noun + (value === 1 ? '' : 's');
}

export function cost(finding) {
  const evidence = finding.evidence ?? {};
  for (const [name, say, weight] of COSTS) {
    const value = evidence[name];
    if (typeof value === 'number') {
      return {text: say(value), size: value * weight};
    }
  }
  return {text: count(finding.count ?? 0, 'time'), size: 0};
}

/** Worst first: by severity, then by cost. */
export function byCost(findings) {
  const weight = (f) => (SEVERITY[f.severity] ?? 0) + cost(f).size;
  return [...findings].sort((a, b) => weight(b) - weight(a));
}
