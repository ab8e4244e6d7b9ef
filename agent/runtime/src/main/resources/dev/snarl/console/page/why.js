/** The usual suspicions, each with its verdict and the number that decides it. */

import {h} from './preact.js';
import {plain} from './format.js';
import {Section, Table, Text} from './parts.js';

const MARKS = {true: '◆', false: '○', 'not seen': '?'};
const ORDER = ['not seen', 'false', 'true'];

const COLUMNS = [
  {
    id: 'verdict',
    label: 'Verdict',
    value: (r) => ORDER.indexOf(r.verdict),
    cell: (r) => h('span', {class: 'answer ' + plain(r.verdict).replace(' ', '-')}, h('span', {'aria-hidden': 'true'}, MARKS[r.verdict] ?? '?'), ' ', plain(r.verdict)),
  },
  {id: 'claim', label: 'Suspicion', value: (r) => r.hypothesis, cell: (r) => h(Text, {value: r.hypothesis})},
  {id: 'number', label: 'What decides it', value: (r) => r.number, cell: (r) => h(Text, {value: r.number})},
  {
    id: 'look',
    label: 'Where to look',
    value: (r) => r.look,
    cell: (r) => [
      h(Text, {value: r.look}),
      (r.findings ?? []).map((id) => [' ', h('a', {key: id, href: '#/findings/' + encodeURIComponent(id)}, 'finding')]),
    ],
  },
];

export function WhyView({state}) {
  const rows = state.data.hypotheses.items;
  const held = rows.filter((r) => String(r.verdict) === 'true').length;
  return h(
    Section,
    {title: 'Why is it slow?', id: 'why', aside: held + ' of ' + rows.length + ' suspicions hold'},
    h('p', null, 'A suspicion is false only with evidence; otherwise it was not seen.'),
    h(Table, {caption: 'The usual suspicions', columns: COLUMNS, rows, rowKey: (r) => r.id, sortBy: 'verdict'}),
  );
}
