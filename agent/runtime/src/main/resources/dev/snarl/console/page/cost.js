/** What a finding costs, in a few words and as one number to sort a column by, from the evidence that its rule declares. */

import {number, percent, seconds} from './format.js';
import {COSTS} from './rules.js';

/** By form: the words start with a noun in the plural where the number counts something. */
const SAY = {
  NUMBER: several,
  PER_WINDOW: (value, words, window) => several(value, words) + (window ? ' in ' + seconds(window) : ''),
  THOUSANDTHS: (value, words) => several(value / 1000, words),
  SECONDS: (value, words) => seconds(value) + ' ' + words,
  PERCENT: (value, words) => percent(value) + ' ' + words,
};

function several(value, words) {
  return number(value) + ' ' + (value === 1 ? words.replace(/s\b/, '') : words);
}

export function cost(finding) {
  const evidence = finding.evidence ?? {};
  const {form, key, whole, words, weight} = COSTS[finding.rule] ?? {};
  const value = whole ? evidence[key] / evidence[whole] : evidence[key];
  if (!Number.isFinite(value)) return {text: several(finding.count ?? 0, 'times'), size: 0};
  const window = form === 'PER_WINDOW' ? evidence.windowSeconds : 1;
  return {text: SAY[form](value, words, window), size: (value * weight) / (window || 10)};
}
