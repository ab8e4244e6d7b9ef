/** Where the facts come from: the agent that served this page, or the report that this page is. */

const TIME_OUT_MILLIS = 10_000;

/** The agent does not let this page in: there is no use in asking again. */
export class Refused extends Error {}

/** Asks the agent. Where it wants a token, the browser has asked for it and sends it with every request. */
class Agent {
  live = true;

  /** Whether it has an answer that not every source has. */
  holds() {
    return false;
  }

  async get(path) {
    return (await this.ask(path)).json();
  }

  /** A page of the manual, as plain text. */
  async page(path) {
    return (await this.ask(path)).text();
  }

  async ask(path) {
    const answer = await fetch(path, {cache: 'no-store', signal: AbortSignal.timeout(TIME_OUT_MILLIS)});
    if (answer.status === 401) throw new Refused('The agent wants its token: load the page again to give it.');
    if (answer.status === 503) throw new Error('The agent has taken no snapshot yet.');
    if (!answer.ok) throw new Error('The agent answers ' + answer.status + ' for ' + path + '.');
    return answer;
  }
}

/** Reads what stands in the page. */
class Report {
  live = false;

  constructor(text) {
    this.answers = JSON.parse(text);
  }

  holds(name) {
    return name in this.answers;
  }

  async get(path) {
    const name = path.replace(/^api\//, '');
    const answer = this.answers[name] ?? this.answers[name.split('?')[0]];
    if (!answer) throw new Error('The report does not hold ' + path + '.');
    return answer;
  }

  async page() {
    throw new Error('A report holds no manual.');
  }
}

export function source() {
  const report = document.getElementById('report');
  return report ? new Report(report.textContent) : new Agent();
}
