/** Where the time of waiting threads goes: the chains as a picture, each frame's evidence, and all of them as a table. */

import {Component, h} from './preact.js';
import {clock, count, number, percent, plain, seconds} from './format.js';
import {Facts, Nothing, Section, Severity, Site, Table, Text} from './parts.js';
import {cost} from './cost.js';
import {Manual} from './finding.js';
import {Icicle} from './icicle.js';
import {byEnd, chains, endOf, findingsAt, growth, growthText, grownMost, pathTo, read, search, sentence, share, threads, tree, without} from './chaintree.js';

const WINDOWS = [
  [60, '1 min'],
  [300, '5 min'],
  [3600, '1 h'],
];
const SMALL_LEVELS = 4;

/** The window that a view shows, in seconds. */
export function windowOf({route, rest}) {
  const wanted = WINDOWS.find(([length]) => String(length) === rest);
  return route.id === 'chains' && wanted ? wanted[0] : route.id === 'chains' ? 300 : 60;
}

/** The picture in small, with a sentence; waits by design are left out. */
export function ChainsInSmall({answer}) {
  const all = read(answer);
  const busy = {...all, root: without('idle', all.root)};
  const words = sentence(busy);
  return h(
    Section,
    {title: 'Where waiting threads spend their time', id: 'waiting', aside: h('a', {href: '#/chains/60'}, 'all chains')},
    h('p', {class: busy.root.seconds ? null : 'nothing'}, words),
    busy.root.seconds > 0 && h('a', {class: 'picture', href: '#/chains/60', tabindex: '-1', 'aria-hidden': 'true'}, h(Icicle, {root: tree(busy), levels: SMALL_LEVELS, small: true, label: words})),
  );
}

/** What stays while another view is looked at. */
let kept = {at: '', query: '', frozen: null, before: null, failure: null};

export class ChainsView extends Component {
  constructor(props) {
    super(props);
    this.state = kept;
  }

  componentWillUnmount() {
    kept = this.state;
  }

  async load(file) {
    try {
      this.setState({before: {...read(JSON.parse(await file.text())), file: file.name}, failure: null});
    } catch {
      this.setState({failure: 'No chains in this file: it takes what "chains --json" prints.'});
    }
  }

  render({state, act}) {
    const {at, query, frozen, before, failure} = this.state;
    const now = frozen ?? read(state.data.chains);
    const root = tree(now, before);
    const found = search(root, query);
    const path = pathTo(root, at);
    const chosen = path[path.length - 1];
    const choose = (key) => this.setState({at: key});
    const rows = chains(root).filter(({node, path: above}) => !query.trim() || [node, ...above].some((each) => found.keys.has(each.key)));
    return h(
      'div',
      null,
      h(
        Section,
        {title: 'Where waiting threads spend their time', id: 'chains', aside: now.explained == null ? null : percent(now.explained) + ' of it ends in a known cause'},
        h(Controls, {state, now, before, frozen, query, set: (change) => this.setState(change), load: (file) => this.load(file)}),
        failure && h('p', {class: 'failure', role: 'alert'}, failure),
        h('p', {class: 'words'}, before ? compared(root, now, before) : sentence(now)),
        query.trim() && h('p', {role: 'status'}, found.keys.size ? count(found.keys.size) + ' frames match: ' + share(found.width, root.width) + ' of the time is in chains through them.' : 'No frame matches.'),
        root.width > 0 && [
          h(Icicle, {key: 'icicle', root, at: chosen.key, hits: found.keys, onChoose: choose, label: 'Chains of waits, the waiter first; the table below says the same'}),
          h('p', {key: 'keys', class: 'dim'}, 'Width: thread-seconds. A click or Enter on a frame shows it alone with its evidence, Escape or the first row goes back, arrow keys move.'),
          h(Legend, {key: 'legend', root}),
          path.length > 1 && h(Details, {key: chosen.key, path, root, findings: state.data.findings.items, act, choose}),
        ],
      ),
      h(
        Section,
        {title: 'Chains', id: 'table', aside: count(rows.length)},
        rows.length ? h(Table, {key: String(Boolean(before)), caption: 'Chains, from the waiter to the end, widest first', columns: columns(root, choose), rows, rowKey: (r) => r.node.key}) : h(Nothing, null, root.width ? 'No chain matches.' : 'No thread waited.'),
      ),
    );
  }
}

function Controls({state, now, before, frozen, query, set, load}) {
  const shown = windowOf(state);
  return h(
    'div',
    {class: 'ranges', role: 'group', 'aria-label': 'What is shown'},
    WINDOWS.map(([length, label]) =>
      h('button', {key: length, type: 'button', disabled: frozen != null, 'aria-pressed': String(shown === length), onClick: () => (location.hash = '#/chains/' + length)}, label),
    ),
    h('label', {for: 'search'}, 'Search'),
    h('input', {id: 'search', class: 'wide', type: 'search', value: query, onInput: (e) => set({query: e.currentTarget.value})}),
    state.live && h('button', {type: 'button', 'aria-pressed': String(frozen != null), onClick: () => set({frozen: frozen ? null : now})}, frozen ? 'Frozen at ' + clock(Date.parse(frozen.at) / 1000) : 'Freeze'),
    h('button', {type: 'button', onClick: () => set({before: now, frozen: null})}, 'Take as before'),
    h('label', {class: 'file'}, 'Before, from a file', h('input', {type: 'file', accept: '.json,application/json', onChange: (e) => e.currentTarget.files.length && load(e.currentTarget.files[0])})),
    before && h('button', {type: 'button', onClick: () => set({before: null})}, 'End comparison'),
  );
}

/** What grew, what shrank, since when. */
function compared(root, now, before) {
  const since = Math.round((Date.parse(now.at) - Date.parse(before.at)) / 1000);
  const change = (word, node) => node && [' ' + word + ' most: ', h(Text, {value: node.text, longest: 200}), ', from ' + threads(node.was) + ' to ' + number(node.threads) + '.'];
  const parted = [change('Grew', grownMost(root, 1)), change('Shrank', grownMost(root, -1))];
  return [
    'Before (' + (before.file ? plain(before.file, 60) + ', ' : '') + seconds(Math.round(before.span)) + ' until ' + clock(Date.parse(before.at) / 1000) + ') ' + threads(root.was) + ' waited at a time, now ' + number(root.threads) + '.',
    ...(parted.some(Boolean) ? parted : [' No frame grew or shrank by more than a hundredth of all.']),
    since >= 0 && since < now.span && ' The two windows overlap for ' + seconds(Math.round(now.span - since)) + ' still.',
  ];
}

function Legend({root}) {
  const ends = byEnd(root);
  return h(
    'ul',
    {class: 'legend', 'aria-label': 'Where chains end'},
    ends.map(([end, part]) => h('li', {key: end}, h('span', {class: 'swatch ' + endOf(end).colour, 'aria-hidden': 'true'}, endOf(end).sign), ' ', h('b', null, plain(end, 60)), ' ' + share(part, root.width))),
  );
}

function columns(root, choose) {
  const chain = {
    id: 'chain',
    label: 'Chain',
    value: (r) => r.path.map((node) => node.text).join('\n'),
    cell: (r) => h('ol', {class: 'stack'}, r.path.map((node) => h('li', {key: node.key}, h('button', {type: 'button', class: 'frame', onClick: () => choose(node.key)}, h(Text, {value: node.text, longest: 300}))))),
  };
  const end = {id: 'end', label: 'Ends', value: (r) => r.node.end, cell: (r) => [h('span', {'aria-hidden': 'true'}, endOf(r.node.end).sign + ' '), plain(r.node.end, 60)]};
  const time = [
    {id: 'share', label: 'Share', number: true, value: (r) => r.node.seconds, cell: (r) => share(r.node.seconds, root.seconds)},
    {id: 'seconds', label: 'Thread-seconds', number: true, value: (r) => r.node.seconds, cell: (r) => number(r.node.seconds)},
  ];
  const change = [
    {id: 'was', label: 'Threads before', number: true, value: (r) => r.node.was, cell: (r) => number(r.node.was)},
    {id: 'now', label: 'Now', number: true, value: (r) => r.node.threads, cell: (r) => number(r.node.threads)},
    {id: 'growth', label: 'Change', number: true, value: (r) => growth(r.node, root), cell: (r) => growthText(growth(r.node, root))},
  ];
  return [...(root.was == null ? time : change), chain, end];
}

/** A frame: its chain so far, its line, what is below it, and the findings that are about it. */
function Details({path, root, findings, act, choose}) {
  const node = path[path.length - 1];
  const frame = node.end ? path[path.length - 2] : node;
  const {site} = frame.parts;
  const about = findingsAt(frame, findings);
  return h(
    'aside',
    {class: 'details', 'aria-live': 'polite', 'aria-label': 'The chosen frame'},
    h('h3', null, node.end ? endOf(node.end).sign + ' ends ' + endOf(node.end).words : h(Text, {value: node.text, longest: 400})),
    h('p', null, node.was == null ? share(node.seconds, root.seconds) + ' of the time: ' + number(node.seconds) + ' thread-seconds, ' + threads(node.threads) + ' at a time' : threads(node.was) + ' before, ' + number(node.threads) + ' now', ' ', h('button', {type: 'button', onClick: () => choose('')}, 'Show all')),
    site && h('p', null, 'Line: ', h(Site, {value: site})),
    path.length > 2 && h('p', null, 'Waited for by ', path.slice(1, -1).reverse().map((above, i) => [i > 0 && ', for which waits ', h('button', {type: 'button', class: 'frame', onClick: () => choose(above.key)}, h(Text, {value: above.text, longest: 200}))])),
    !node.end && h('p', null, 'Ends: ', byEnd(node).map(([end, part]) => endOf(end).sign + ' ' + plain(end, 60) + ' ' + share(part, node.width)).join(', ')),
    about.length
      ? about.map((finding) =>
          h(
            'div',
            {key: finding.id, class: 'about'},
            h('p', null, h(Severity, {value: finding.severity}), ' ', h('a', {href: '#/findings/' + encodeURIComponent(finding.id)}, plain(finding.rule)), ' ', h(Text, {value: finding.title}), ' (' + cost(finding).text + ')'),
            h('details', null, h('summary', null, 'Evidence'), h(Facts, {value: finding.evidence})),
            h(Manual, {rule: finding.rule, doc: finding.doc, act}),
          ),
        )
      : h('p', {class: 'dim'}, 'No finding is about this frame.'),
    h('p', null, h('a', {href: '#/waits'}, 'Waits of this moment, with threads and stacks')),
  );
}
