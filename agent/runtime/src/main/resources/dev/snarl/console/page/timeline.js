/** The hour that the agent keeps, put together from answers that each bring what is new. */

const MOST = 720;
const GROUPS = ['signals', 'findings', 'active', 'queued', 'starts'];

export function empty() {
  return {next: 0, times: [], secondsApart: 5, signals: {}, findings: {}, active: {}, queued: {}, starts: {}};
}

/** What is known, with an answer to `api/history?since=next` added. */
export function merged(known, answer) {
  if (answer.first !== known.next) known = empty();
  const size = known.times.length;
  const added = answer.times.length;
  const result = {next: answer.next, secondsApart: answer.secondsApart, times: [...known.times, ...answer.times].slice(-MOST)};
  for (const group of GROUPS) {
    result[group] = {};
    for (const key of new Set([...Object.keys(known[group]), ...Object.keys(answer[group])])) {
      const before = known[group][key] ?? new Array(size).fill(null);
      const after = answer[group][key] ?? new Array(added).fill(null);
      const values = [...before, ...after].slice(-MOST);
      if (values.some((v) => v != null)) result[group][key] = values;
    }
  }
  return result;
}

/** The samples within a range of epoch seconds; all of them for null. */
export function within(timeline, range) {
  if (!range) return timeline;
  const from = timeline.times.findIndex((t) => t >= range.from);
  const after = timeline.times.findIndex((t) => t > range.to);
  const cut = (values) => (from < 0 ? [] : values.slice(from, after < 0 ? undefined : after));
  const result = {...timeline, times: cut(timeline.times)};
  for (const group of GROUPS) {
    result[group] = Object.fromEntries(Object.entries(timeline[group]).map(([key, values]) => [key, cut(values)]));
  }
  return result;
}

/** The keys of a group that amount to most, largest first. */
export function largest(group, most) {
  const sum = (values) => values.reduce((total, v) => total + (v ?? 0), 0);
  return Object.entries(group)
    .map(([key, values]) => ({key, values, sum: sum(values)}))
    .sort((a, b) => b.sum - a.sum)
    .slice(0, most);
}
