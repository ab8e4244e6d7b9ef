"""Many simulated JVMs with Snarl: one server that answers for all, from the page of a real one.

Every JVM has the page of the real one with its own application, with counters that grow and findings that some have: what
Prometheus stores, indexes and works out is what real JVMs would give it.
"""

import http.server
import re
import threading
import time
import urllib.parse

SHARE_WITH_FINDINGS = 10  # one in so many applications has the findings of the page; the others have none
SERVICE_OF = 20  # JVMs in an application
LINE = re.compile(r'^([a-zA-Z_:][\w:]*)\{(.*)\} (\S+)$')
HOLE = "\0"
FAULT = ("snarl_findings", "snarl_finding_evidence", "snarl_double_blocked_seconds_total")


class Page:
    """The page of one moment, with a hole for the application."""

    def __init__(self, text, application):
        self.counters = set(re.findall(r"^# TYPE (\w+) counter$", text, re.MULTILINE))
        self.lines = []
        for line in text.splitlines():
            found = LINE.match(line)
            if found:
                labels = found[2].replace(f'application="{application}"', f'application="{HOLE}"')
                self.lines.append((found[1], labels, float(found[3])))
            else:
                self.lines.append((line,))

    @property
    def series(self):
        return sum(1 for line in self.lines if len(line) == 3)

    def text(self, application, tick, faulty):
        out = []
        for line in self.lines:
            if len(line) == 1:
                out.append(line[0])
                continue
            name, labels, value = line
            if name in FAULT and not faulty:
                continue
            grows = name in self.counters or name.endswith(("_bucket", "_sum", "_count"))
            value *= 1 + tick * 0.01 if grows else 1
            out.append(f"{name}{{{labels.replace(HOLE, application)}}} {value!r}")
        return "\n".join(out) + "\n"


class Fleet:
    """Answers /metrics?jvm=N for each N, on one port of this machine."""

    def __init__(self, page, jvms):
        self.page, self.jvms, self.served, self.began = page, jvms, 0, time.monotonic()
        self.texts, self.lock = {}, threading.Lock()
        fleet = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self):
                query = urllib.parse.parse_qs(urllib.parse.urlparse(self.path).query)
                body = fleet.answer(int(query["jvm"][0]))
                self.send_response(200)
                self.send_header("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *words):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.port = self.server.server_port
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def answer(self, jvm):
        """Rendered once for each application and 15 s: all JVMs of a service say the same, which Prometheus does not know."""
        application, tick = jvm // SERVICE_OF, int((time.monotonic() - self.began) / 15)
        with self.lock:
            self.served += 1
            known = self.texts.get(application)
            if not known or known[0] != tick:
                faulty = application % SHARE_WITH_FINDINGS == 0
                known = (tick, self.page.text(f"service-{application}", tick, faulty).encode())
                self.texts[application] = known
            return known[1]

    def targets(self):
        """For file_sd: the JVM's number is a parameter of the request and its instance."""
        return [
            {
                "targets": [f"127.0.0.1:{self.port}"],
                "labels": {"__param_jvm": str(jvm), "instance": f"10.{jvm // 65536}.{jvm // 256 % 256}.{jvm % 256}:9718"},
            }
            for jvm in range(self.jvms)
        ]

    def end(self):
        self.server.shutdown()
        self.server.server_close()
