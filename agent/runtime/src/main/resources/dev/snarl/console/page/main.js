/** Starts the page: reads the address, asks the agent for what the view needs, draws. */

import {h, render} from './preact.js';
import {clock, plain} from './format.js';
import {Refused, source} from './source.js';
import {empty, merged} from './timeline.js';
import {Overview, verdict} from './overview.js';
import {ChainsView, windowOf} from './chains.js';
import {FindingView} from './finding.js';
import {PoolsView} from './pools.js';
import {WaitsView} from './waits.js';
import {ThreadsView} from './threads.js';
import {MemoryView} from './memory.js';
import {DumpView} from './dump.js';
import {WhyView} from './why.js';
import {SizingView} from './sizing.js';
import {HistoryView} from './history.js';

const PERIOD_MILLIS = 3_000;
const from = source();

/** Each view, what it reads beside the findings, what more for a part of it, and how it is drawn. */
const VIEWS = [
  {id: 'overview', label: 'Overview', reads: ['chains', 'executors', 'threads', 'gc'], draw: Overview},
  {id: 'chains', label: 'Chains', reads: ['chains'], draw: ChainsView},
  {id: 'pools', label: 'Pools', reads: ['executors'], more: ['tangle'], draw: PoolsView},
  {id: 'waits', label: 'Waits', reads: ['tangle'], draw: WaitsView},
  {id: 'threads', label: 'Threads', reads: ['threads'], draw: ThreadsView},
  {id: 'memory', label: 'Memory', reads: ['gc', 'profile'], draw: MemoryView},
  {id: 'why', label: 'Why slow?', reads: ['hypotheses'], draw: WhyView},
  {id: 'sizing', label: 'Sizing', reads: ['sizing'], draw: SizingView},
  {id: 'history', label: 'History', reads: [], draw: HistoryView},
  ...(from.holds('dump') ? [{id: 'dump', label: 'Heap dump', reads: ['dump'], draw: DumpView}] : []),
];
const FINDING = {id: 'findings', label: 'Finding', reads: [], draw: FindingView};

const state = {
  live: from.live,
  route: null,
  rest: '',
  reads: [],
  data: {},
  timeline: empty(),
  range: null,
  paused: false,
  failure: null,
  at: null,
};
let timer = 0;
let round = 0;

function route() {
  const [id, ...rest] = location.hash.replace(/^#\/?/, '').split('/');
  state.route = id === 'findings' && rest.length ? FINDING : (VIEWS.find((view) => view.id === id) ?? VIEWS[0]);
  try {
    state.rest = decodeURIComponent(rest.join('/'));
  } catch {
    state.rest = '';
  }
  state.reads = [...state.route.reads, ...((state.rest && state.route.more) || [])];
}

async function poll() {
  clearTimeout(timer);
  const mine = ++round;
  if (document.hidden) return;
  try {
    const names = ['findings', 'environment', ...state.reads];
    const [history, ...answers] = await Promise.all([
      from.get('api/history?since=' + state.timeline.next),
      ...names.map((name) => from.get('api/' + name + (name === 'chains' ? '?seconds=' + windowOf(state) : ''))),
    ]);
    if (mine !== round) return;
    names.forEach((name, i) => (state.data[name] = answers[i]));
    state.timeline = merged(state.timeline, history);
    state.at = answers[0].at;
    state.failure = null;
  } catch (error) {
    if (mine !== round) return;
    if (error instanceof Refused) state.paused = true;
    state.failure = error.name === 'TypeError' || error.name === 'TimeoutError' ? 'No answer from the agent.' : error.message;
  }
  draw();
  if (from.live && !state.paused) timer = setTimeout(poll, PERIOD_MILLIS);
}

/** What views may do. */
const act = {
  choose(range) {
    state.range = range;
    act.pause(range != null && from.live);
  },
  pause(paused) {
    state.paused = paused;
    clearTimeout(timer);
    draw();
    if (!paused) poll();
  },
  /** A page of the manual, which comes with the agent; null where it cannot be had. */
  async page(path) {
    try {
      return await from.page(path);
    } catch {
      return null;
    }
  },
  /** How long the tasks of a pool would wait at other sizes and rates; null if nothing answers. */
  async whatIf(pool) {
    try {
      return await from.get('api/what-if?pool=' + pool);
    } catch {
      return null;
    }
  },
  /** The frames of a thread at this moment; none in a report. */
  async stack(thread) {
    try {
      return (await from.get('api/stack?thread=' + thread)).frames;
    } catch {
      return [];
    }
  },
};

function Head() {
  const data = state.data;
  const environment = data.environment;
  return h(
    'header',
    null,
    h('h1', null, 'Snarl', data.findings && h('bdi', {class: 'application'}, plain(data.findings.application))),
    environment && h('p', {class: 'environment'}, 'Java ' + environment.java + ' · ' + environment.processors + ' processors'),
    from.live
      ? h(
          'p',
          {class: 'clock'},
          h('button', {type: 'button', 'aria-pressed': String(state.paused), onClick: () => act.pause(!state.paused)}, state.paused ? 'Go on' : 'Pause'),
          ' ',
          h('time', null, state.at ? clock(Date.parse(state.at) / 1000) : ''),
        )
      : h('p', {class: 'clock'}, 'Report of ', h('time', null, state.at ? new Date(state.at).toISOString() : '')),
  );
}

function Menu() {
  return h(
    'nav',
    {'aria-label': 'Views'},
    VIEWS.map((view) =>
      h('a', {key: view.id, href: '#/' + view.id, 'aria-current': view === state.route ? 'page' : null}, view.label),
    ),
  );
}

function App() {
  const ready = state.data.findings && state.reads.every((name) => state.data[name]);
  return h(
    'div',
    {class: 'page'},
    h('a', {class: 'skip', href: '#main', onClick: skip}, 'Skip to the view'),
    h(Head),
    h(Menu),
    h('p', {class: 'verdict', role: 'status', 'aria-live': 'polite'}, state.data.findings ? verdict(state.data.findings.items) : 'Asking the agent …'),
    state.failure && h('p', {class: 'failure', role: 'alert'}, state.failure, ' What is shown may be old', state.paused ? '.' : '; the page asks again.'),
    h('main', {id: 'main', tabindex: '-1'}, ready ? h(state.route.draw, {key: state.route.id, state, act}) : null),
  );
}

function skip(event) {
  event.preventDefault();
  document.getElementById('main').focus();
}

function draw() {
  document.title = state.route.label + ' · Snarl' + (state.data.findings ? ' · ' + plain(state.data.findings.application, 60) : '');
  render(h(App), document.getElementById('app'));
}

addEventListener('hashchange', () => {
  route();
  draw();
  scrollTo(0, 0);
  poll();
});
document.addEventListener('visibilitychange', () => {
  if (!document.hidden && !state.paused) poll();
});
route();
draw();
poll();
