/** One finding, at an address of its own. */

import {Component, h} from './preact.js';
import {ago, number, plain, seconds} from './format.js';
import {cost} from './cost.js';
import {Facts, Nothing, Section, Severity, Site, Text} from './parts.js';
import {TimeChart} from './chart.js';

/** The page of the manual about a finding's rule, asked for when it is opened. */
export class Manual extends Component {
  async open(event) {
    if (!event.currentTarget.open) return;
    this.setState({page: await this.props.act.page(this.props.doc)});
  }

  render({rule}) {
    const {page} = this.state;
    return h(
      'details',
      {onToggle: (event) => this.open(event)},
      h('summary', null, 'Manual: ' + plain(rule)),
      page && h('pre', {class: 'manual', tabindex: '0'}, page),
      page === null && h('p', {class: 'dim'}, 'java -jar snarl.jar explain ' + plain(rule)),
    );
  }
}

export function FindingView({state, act}) {
  const finding = state.data.findings.items.find((f) => f.id === state.rest);
  if (!finding) {
    return h(
      Nothing,
      null,
      'No finding with the id ',
      h(Text, {value: state.rest}),
      ' holds true now: it may have been resolved since. ',
      h('a', {href: '#/overview'}, 'All findings'),
    );
  }
  const history = state.timeline.findings[finding.id];
  return h(
    'article',
    {class: 'finding'},
    h('h2', null, h(Severity, {value: finding.severity}), ' ', plain(finding.rule)),
    h('p', {class: 'title'}, h(Text, {value: finding.title, longest: 2000})),
    h('p', null, h(Site, {value: finding.site})),
    h(
      'dl',
      {class: 'facts'},
      [
        ['Cost', cost(finding).text],
        ...(finding.frees ? [['A fix gives back', freed(finding.frees)]] : []),
        ['Since', [h('time', {datetime: finding.firstSeen}, plain(finding.firstSeen)), ', ', ago(finding.firstSeen, state.at)]],
        ['Last true', ago(finding.lastSeen, state.at)],
        ['Events', finding.count.toLocaleString('en')],
        ['Manual', h('code', null, plain(finding.doc))],
        ['Address', h('a', {href: '#/findings/' + encodeURIComponent(finding.id)}, plain(finding.id))],
      ].map(([name, value]) => [h('dt', null, name), h('dd', null, value)]),
    ),
    h(Section, {title: 'What to do', id: 'remedy'}, h('p', null, h(Text, {value: finding.remedy, longest: 2000}))),
    h(Manual, {key: finding.rule, rule: finding.rule, doc: finding.doc, act}),
    history && h(TimeChart, {title: 'Events per second', times: state.timeline.times, series: [{label: 'events', values: history}]}),
    h(Section, {title: 'Evidence', id: 'evidence'}, h(Facts, {value: finding.evidence})),
    h(Section, {title: 'Thresholds', id: 'threshold'}, h(Facts, {value: finding.threshold})),
  );
}

/** At most: what is measured now, on average. */
function freed({threads, threadSeconds, windowSeconds}) {
  return number(threads) + (threads === 1 ? ' thread' : ' threads') + (threadSeconds == null ? '' : ' on average, ' + number(threadSeconds) + ' thread-seconds in ' + seconds(windowSeconds));
}
