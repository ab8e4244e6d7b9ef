/** What a finding costs, in a few words and as one number to sort by, from the evidence of its rule. */

import {number, percent, seconds} from './format.js';

/** By rule: the evidence that is its cost, how to say it, and how many held threads one of it is worth. */
const COSTS = {
  'async-blocking-pair': perWindow('heldThreadSeconds', 'thread-seconds held twice'),
  'submit-and-wait': perWindow('lostSeconds', 'thread-seconds lost in sequence'),
  'fan-out-wait': perWindow('blockedSeconds', 'thread-seconds blocked'),
  'common-pool-blocking': perWindow('blockedSeconds', 'thread-seconds blocked'),
  'virtual-thread-pinned': perWindow('pinnedSeconds', 'carrier-seconds pinned'),
  'lock-contention': perWindow('blockedSeconds', 'thread-seconds blocked'),
  'cpu-throttled': perWindow('throttledSeconds', 'seconds throttled'),
  'pool-deadlock': of('stuckThreads', (v) => several(v, 'thread') + ' stuck for good', 10),
  'pool-starvation': of('stuckThreads', (v) => several(v, 'thread') + ' stuck', 5),
  'pool-saturated': of('waitP95Seconds', (v) => seconds(v) + ' in the queue (p95)', 1),
  'thread-per-task': of('perSecond', (v) => number(v) + ' threads started per second', 0.1),
  'thread-leak': of('live', (v) => several(v, 'thread') + ' held', 0.2),
  'client-per-call': of('perSecond', (v) => number(v) + ' clients built per second', 0.5),
  'executor-per-call': of('threadsHeld', (v) => several(v, 'thread') + ' held', 0.2),
  'blocking-in-coroutine': of('blockedMillisPerSecond', (v) => number(v / 1000) + ' threads blocked', 0.001),
  'serial-blocking': of('blockedShare', (v) => percent(v) + ' of the consumer blocked', 1),
  'nested-scope': of('live', (v) => several(v, 'coroutine') + ' alive', 0.01),
  'tasks-rejected': of('rejected', (v) => several(v, 'task') + ' refused', 0.1),
  'unbounded-queue': of('queued', (v) => several(v, 'task') + ' queued', 0.001),
  'heap-pressure': of('gcShare', (v) => percent(v) + ' of the time collecting', 10),
  'jit-warm-up': of('compileShare', (v) => percent(v) + ' of the processor compiling', 1),
  'connection-pool-exhausted': of('pending', (v) => several(v, 'thread') + ' waiting for a connection', 1),
  'accept-overflow': of('dropsPerSecond', (v) => number(v) + ' connections dropped per second', 1),
  'fd-limit': of('share', (v) => percent(v) + ' of its files open', 10),
  'thread-limit': of('share', (v) => percent(v) + ' of the threads there may be', 10),
  'metaspace-limit': partOf('committedBytes', 'limitBytes', 'of the limit taken'),
  'code-cache-full': of('share', (v) => percent(v) + ' full', 1),
  'blocking-io-pool': of('waitShare', (v) => percent(v) + ' of its threads waiting', 0.1),
};

const SEVERITY = {critical: 1e9, warning: 1e6, info: 0};

function of(name, say, weight) {
  return (evidence) => (typeof evidence[name] === 'number' ? {text: say(evidence[name]), size: evidence[name] * weight} : null);
}

function perWindow(name, noun) {
  return (evidence) => {
    const value = evidence[name];
    if (typeof value !== 'number') return null;
    const window = evidence.windowSeconds;
    return {text: number(value) + ' ' + noun + (window ? ' in ' + seconds(window) : ''), size: value / (window || 10)};
  };
}

function partOf(name, whole, noun) {
  return (evidence) => {
    const part = evidence[name] / evidence[whole];
    return Number.isFinite(part) ? {text: percent(part) + ' ' + noun, size: part} : null;
  };
}

function several(value, noun) {
  return number(value) + ' ' + noun + (value === 1 ? '' : 's');
}

export function cost(finding) {
  const known = COSTS[finding.rule]?.(finding.evidence ?? {});
  return known ?? {text: several(finding.count ?? 0, 'time'), size: 0};
}

/** Worst first: by severity, then by cost. */
export function byCost(findings) {
  const weight = (f) => (SEVERITY[f.severity] ?? 0) + cost(f).size;
  return [...findings].sort((a, b) => weight(b) - weight(a));
}
