"""Abuses the agent's HTTP while the application beside it works, and checks that neither minds. Called by scripts/fuzz."""

import argparse
import base64
import collections
import concurrent.futures
import contextlib
import os
import pathlib
import re
import selectors
import socket
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "benchmarks/lib"))
from hiccups import Hiccups  # noqa: E402
from machine import AGENT, describe, java_home, need_jars  # noqa: E402

import jvm  # noqa: E402
import malformed  # noqa: E402

TOKEN = "token-of-the-fuzzer"
EXPECTED = {"200", "304", "400", "401", "403", "404", "405", "431", "503"}
READY = re.compile(r"snarl: ready in .* on http://127\.0\.0\.1:(\d+)")
WORKERS = 2
# A client of ours waits at most this long for an answer to something that may be no whole request; one in so many
# does, the others say at once that nothing more will come.
PATIENCE_SECONDS = 0.3
WAITING = 50
WARM_UP_SECONDS = 8
# The agent's own limits, see docs/safety.md.
CONNECTIONS, HEAD_SECONDS = 64, 5


class Service:
    """The program with the agent, and what is to be seen of it from outside."""

    def __init__(self, home, folder, stack):
        folder.mkdir()
        (folder / "token").write_text(TOKEN)
        agent = f"-javaagent:{jvm.own_copy(AGENT, folder)}=port=0,jfr=off,token.file={folder / 'token'}"
        self.home = home
        self.hiccups = stack.enter_context(Hiccups(home / "bin/java", folder, [agent]))
        self.pid = self.hiccups.process.pid
        for line in self.hiccups.process.stderr:
            match = READY.match(line)
            if match:
                self.port = int(match[1])
                return
        raise RuntimeError("the agent did not get ready")

    def ask(self, path, token=TOKEN, timeout=10):
        """The status and body of a well-formed request."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=timeout) as connection:
            let_in = f"Authorization: Bearer {token}\r\n" if token else ""
            connection.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n{let_in}\r\n".encode())
            answer = b""
            while piece := connection.recv(1 << 16):
                answer += piece
        head, _, body = answer.partition(b"\r\n\r\n")
        return head.split(b" ")[1].decode() if head else "", body.decode()

    def measure(self):
        """Counts that must not grow. Collects the service's garbage first."""
        jcmd = self.home / "bin/jcmd"
        tool = jcmd if jcmd.exists() else "jcmd"
        histogram = subprocess.run([tool, str(self.pid), "GC.class_histogram"], capture_output=True, text=True, timeout=60).stdout
        total = re.search(r"(?m)^Total +\d+ +(\d+)", histogram)
        ours = re.search(r"(?m)^ *\d+: +(\d+) .*dev\.snarl\.publish\.Connection\b", histogram)
        errors = re.findall(r"(?m)^snarl_agent_errors_total\S* ([0-9.]+)$", self.ask("/metrics")[1])
        return {
            "threads": len(os.listdir(f"/proc/{self.pid}/task")),
            "descriptors": len(os.listdir(f"/proc/{self.pid}/fd")),
            "heap kB": int(total[1]) // 1024 if total else 0,
            "connections kept": int(ours[1]) if ours else 0,
            "errors": sum(map(float, errors)),
        }

    def http_ticks(self):
        for task in pathlib.Path(f"/proc/{self.pid}/task").iterdir():
            if (task / "comm").read_text().strip() == "snarl-http":
                fields = (task / "stat").read_text().rpartition(")")[2].split()
                return int(fields[11]) + int(fields[12])
        return None


def one(port, data, wait):
    """Sends these bytes and returns what came back; says that there is no more to come, or waits for a moment."""
    answer = b""
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE_SECONDS) as connection:
            try:
                connection.sendall(data)
                if not wait:
                    connection.shutdown(socket.SHUT_WR)
            except OSError:
                pass
            try:
                while piece := connection.recv(1 << 16):
                    answer += piece
            except OSError:
                pass
    except OSError:
        return b"refused"
    return answer


def may_read(data):
    """Whether these bytes hold the token in a form that lets in."""
    basic = base64.b64encode(b":" + TOKEN.encode())
    return TOKEN.encode() in data or basic in data


def batch(port, first, count):
    """Sends the malformed requests of these numbers; how often each status came, and what came that must not."""
    statuses, wrong = collections.Counter(), []
    for number in range(first, first + count):
        data = malformed.request(number, TOKEN)
        answer = one(port, data, number % WAITING == 0)
        status = answer[9:12].decode("latin-1") if answer.startswith(b"HTTP/1.1 ") else ""
        statuses[status or ("refused" if answer == b"refused" else "closed")] += 1
        open_to_all = b"/healthz" in data
        if answer not in (b"", b"refused") and status not in EXPECTED:
            wrong.append((number, answer[:200]))
        elif status in ("200", "304") and not open_to_all and not may_read(data):
            wrong.append((number, b"readable without the token: " + answer[:200]))
    return statuses, wrong


def abuse(port, first, count):
    """All of the malformed requests, from processes of their own."""
    size = max(1, min(500, count // WORKERS))
    statuses, wrong = collections.Counter(), []
    with concurrent.futures.ProcessPoolExecutor(WORKERS) as workers:
        parts = [workers.submit(batch, port, first + i, min(size, count - i)) for i in range(0, count, size)]
        for part in concurrent.futures.as_completed(parts):
            seen, bad = part.result()
            statuses += seen
            wrong += bad
    return statuses, wrong


class Slow:
    """Many connections at once that send a byte now and then, or ask for a page and do not read it."""

    def __init__(self, port, count):
        self.port, self.count = port, count
        self.selector = selectors.DefaultSelector()
        self.open = {}
        self.opened = self.cut = 0

    def fill(self):
        while len(self.open) < self.count:
            connection = socket.socket()
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
            connection.setblocking(False)
            connection.connect_ex(("127.0.0.1", self.port))
            reader = self.opened % 4 == 0
            text = f"GET /report HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {TOKEN}\r\n\r\n" if reader else "GET /" + "a" * 3000
            self.open[connection] = [text.encode(), reader]
            self.opened += 1

    def drop(self, connection):
        self.cut += 1
        del self.open[connection]
        connection.close()

    def run(self, seconds, meanwhile):
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            self.fill()
            for connection, state in list(self.open.items()):
                text, reader = state
                try:
                    if text:
                        sent = connection.send(text if reader else text[:1])
                        state[0] = text[sent:]
                    if not reader and connection.recv(1) == b"":
                        self.drop(connection)
                except BlockingIOError:
                    pass
                except OSError:
                    self.drop(connection)
            meanwhile()
            time.sleep(0.2)

    def close(self):
        for connection in self.open:
            connection.close()
        self.open = {}


def slowly(service, count, seconds):
    """The slow connections; how long a well-behaved client waited meanwhile, in ms, and how many were cut off."""
    waited = []

    def healthy():
        began = time.monotonic()
        status, _ = service.ask("/healthz", token=None)
        if status != "200":
            raise RuntimeError(f"/healthz answers {status!r} beside slow connections")
        waited.append((time.monotonic() - began) * 1000)

    slow = Slow(service.port, count)
    try:
        slow.run(seconds, healthy)
    finally:
        slow.close()
    return waited, slow


def settle(service, before):
    """What is left once the agent's own limits have passed, or what it was last."""
    deadline = time.monotonic() + 30
    while True:
        after = service.measure()
        grown = {
            name: (before[name], value)
            for name, value in after.items()
            if value > before[name] + {"heap kB": 1024, "threads": 2, "descriptors": 2, "connections kept": 2}.get(name, 0)
        }
        if not grown or time.monotonic() > deadline:
            return after, grown
        time.sleep(1)


def row(name, seen):
    return (
        f"| {name} | {seen['perSecond']:.0f} | {seen['p50']:.2f} ms | {seen['p99']:.2f} ms | {seen['max']:.1f} ms "
        f"| {seen['stop']:.1f} ms |"
    )


def check(options, stack):
    """The lines of the report, and what is wrong."""
    home = java_home(options.jdk)
    if home is None:
        sys.exit(f"there is no JDK {options.jdk} here")
    folder = pathlib.Path(stack.enter_context(tempfile.TemporaryDirectory()))
    service, decoy = (Service(home, folder / name, stack) for name in ("service", "decoy"))
    time.sleep(min(options.seconds, WARM_UP_SECONDS))
    problems, lines = [], ["| window | requests/s | p50 | p99 | longest | longest stop of the JVM |", "|---|--:|--:|--:|--:|--:|"]

    def window(name, work):
        service.hiccups.window()
        result = work()
        seen = service.hiccups.window()
        lines.append(row(name, seen))
        print(lines[-1], flush=True)
        return result

    # What is built once, at the first answer or the first abuse, is no growth.
    abuse(service.port, 10_000_000, max(200, options.requests // 100))
    slowly(service, min(options.slow, CONNECTIONS), 1)
    time.sleep(HEAD_SECONDS)
    before = service.measure()

    window("no abuse", lambda: time.sleep(options.seconds))
    half = options.requests // 2
    statuses, wrong = collections.Counter(), []
    for part in range(2):
        window("malformed requests to the decoy", lambda: abuse(decoy.port, options.seed + part * half, half))
        seen, bad = window("malformed requests to the service", lambda: abuse(service.port, options.seed + part * half, half))
        statuses += seen
        wrong += bad
    window("slow connections to the decoy", lambda: slowly(decoy, options.slow, options.seconds))
    waited, slow = window("slow connections to the service", lambda: slowly(service, options.slow, options.seconds))
    window("no abuse, after it", lambda: time.sleep(options.seconds))

    after, grown = settle(service, before)
    ticks = service.http_ticks()
    time.sleep(1)
    idle = None if ticks is None else service.http_ticks() - ticks
    problems += [f"request {number}: {answer!r}" for number, answer in wrong[:20]]
    problems += [f"{name} grew from {old} to {new}" for name, (old, new) in grown.items()]
    if idle is None or idle > 20:
        problems.append(f"the thread snarl-http used {idle} ticks in an idle second")
    if service.ask("/api/findings")[0] != "200":
        problems.append("/api/findings is not answered any more")
    lines += [
        "",
        f"Answers to {sum(statuses.values()):,} malformed requests: "
        + ", ".join(f"{count:,} {status}" for status, count in statuses.most_common())
        + ".",
        f"Of {slow.opened:,} slow connections, {options.slow:,} at a time, {slow.cut:,} were cut off; beside them `/healthz` answered "
        f"{len(waited)} of {len(waited)} times, after {max(waited):.0f} ms at most.",
        "Before and after: " + "; ".join(f"{name} {before[name]:g} and {after[name]:g}" for name in before) + ".",
    ]
    return home, lines, problems


def main():
    parser = argparse.ArgumentParser(prog="scripts/fuzz http", description=__doc__)
    parser.add_argument("--jdk", type=int, default=17, choices=(17, 21, 25))
    parser.add_argument("--requests", type=int, default=100_000)
    parser.add_argument("--slow", type=int, default=1_000)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=pathlib.Path)
    options = parser.parse_args()
    need_jars(AGENT)
    with contextlib.ExitStack() as stack:
        home, lines, problems = check(options, stack)
    print("\n".join(lines[-3:]))
    for problem in problems:
        print(f"*** {problem}")
    if options.out and not problems:
        table = "\n".join(lines)
        options.out.write_text(
            f"""# The agent's HTTP abused

`scripts/fuzz http --jdk {options.jdk} --requests {options.requests} --slow {options.slow} --seconds {options.seconds:g}`. The service measures its
own latencies; a window against the decoy, a second JVM, says what the abuse costs through the machine alone, since the fuzzer, the decoy and the
service share its processors.

- {describe(home)}

{table}
"""
        )
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
