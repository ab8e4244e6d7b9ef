/** Numbers, times and foreign text, as people read them. */

const LONGEST = 400;
const INVISIBLE = /[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g;

/**
 * Text from outside made fit for a line: what would be invisible, or would turn the text around, is
 * spelled out, and what is too long is cut. The result is only ever set as text, never as markup.
 */
export function plain(text, longest = LONGEST) {
  const all = String(text ?? '');
  const cut = all.length > longest ? all.slice(0, longest) + '… (' + count(all.length) + ' characters)' : all;
  return cut.replace(INVISIBLE, (c) => '\\u' + c.charCodeAt(0).toString(16).padStart(4, '0'));
}

/** com.acme.deep.Thing.run(Thing.java:7) as Thing.run(Thing.java:7). */
export function shortSite(site) {
  const text = plain(site);
  const open = text.indexOf('(');
  const name = open < 0 ? text : text.slice(0, open);
  const parts = name.split('.');
  return parts.slice(-2).join('.') + (open < 0 ? '' : text.slice(open));
}

/** java.util.concurrent.FutureTask as FutureTask. */
export function shortClass(name) {
  return plain(name).split('.').pop();
}

export function count(value) {
  return value == null ? '–' : Math.round(value).toLocaleString('en');
}

/** Three digits that matter. */
export function number(value) {
  if (value == null || Number.isNaN(value)) return '–';
  const size = Math.abs(value);
  if (size >= 100 || value === 0) return count(value);
  return String(Number(value.toPrecision(size >= 1 ? 3 : 2)));
}

export function seconds(value) {
  if (value == null) return '–';
  if (value === 0) return '0 s';
  if (value < 1) return number(value * 1000) + ' ms';
  if (value < 120) return number(value) + ' s';
  if (value < 7200) return number(value / 60) + ' min';
  return number(value / 3600) + ' h';
}

export function bytes(value) {
  if (value == null) return '–';
  const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];
  let size = value;
  let unit = 0;
  while (Math.abs(size) >= 1024 && unit < units.length - 1) {
    size /= 1024;
    unit += 1;
  }
  return number(size) + ' ' + units[unit];
}

export function percent(ratio) {
  return ratio == null ? '–' : number(ratio * 100) + ' %';
}

/** How long before another moment, both as ISO text. */
export function ago(then, now) {
  const passed = (Date.parse(now) - Date.parse(then)) / 1000;
  return passed < 1 ? 'now' : seconds(Math.round(passed)) + ' ago';
}

export function clock(epochSeconds) {
  return new Date(epochSeconds * 1000).toLocaleTimeString('en-GB');
}
