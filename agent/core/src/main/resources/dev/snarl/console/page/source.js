/** Where the facts come from: the agent that served this page, or the report that this page is. */

const TOKEN = 'snarl.token';
const TIME_OUT_MILLIS = 10_000;

/** The agent wants a token that it does not have. */
export class TokenWanted extends Error {}

/** Asks the agent. A token is kept for this tab only, and sent as a header, never in an address. */
class Agent {
  live = true;

  async get(path) {
    const token = sessionStorage.getItem(TOKEN);
    const answer = await fetch(path, {
      headers: token ? {Authorization: 'Bearer ' + token} : {},
      cache: 'no-store',
      credentials: 'omit',
      signal: AbortSignal.timeout(TIME_OUT_MILLIS),
    });
    if (answer.status === 401) throw new TokenWanted(token ? 'This token is not accepted.' : '');
    if (answer.status === 503) throw new Error('The agent has taken no snapshot yet.');
    if (!answer.ok) throw new Error('The agent answers ' + answer.status + ' for ' + path + '.');
    return answer.json();
  }

  use(token) {
    sessionStorage.setItem(TOKEN, token);
  }
}

/** Reads what stands in the page. */
class Report {
  live = false;

  constructor(text) {
    this.answers = JSON.parse(text);
  }

  async get(path) {
    const answer = this.answers[path.split('?')[0].replace(/^api\//, '')];
    if (!answer) throw new Error('The report does not hold ' + path + '.');
    return answer;
  }
}

export function source() {
  const report = document.getElementById('report');
  return report ? new Report(report.textContent) : new Agent();
}
