"""Example E, before and after its fix, under load; a real Prometheus, a real Alertmanager and a receiver beside it.

Called by scripts/stack, which has built everything. Checks every query of every panel, waits until the receiver has the
alert, and until it has heard that it is resolved. Ends all that it started.
"""

import argparse
import http.server
import json
import math
import os
import pathlib
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request

import jvm
import prometheus_queries as queries
import tangled
from jvm import Failed, Program, get, say

APPLICATION = "code-runner"
ALERT, RULE = "SnarlFindingWarning", "async-blocking-pair"
PROGRAMS = ("hello", "sort", "sum", "fail")
# Prometheus keeps names that Spring Boot's own metrics have too: a second job of the same JVM stands in for them.
SPRING = """
  - job_name: spring
    file_sd_configs:
      - files: [{targets}]
        refresh_interval: 1s
    relabel_configs:
      - source_labels: [__address__]
        target_label: instance
        replacement: spring-$1
    metric_relabel_configs:
      - source_labels: [__name__]
        regex: snarl_.*
        action: drop
"""


class Receiver:
    """Takes Alertmanager's notifications, and keeps when each came."""

    def __init__(self):
        self.taken = []
        taken = self.taken

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                taken.append((time.monotonic(), self.path, json.loads(body)))
                self.send_response(200)
                self.end_headers()

            def log_message(self, *words):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def alerts(self):
        """(when, alert) of all that came."""
        return [(when, alert) for when, _, message in list(self.taken) for alert in message["alerts"]]

    def find(self, status, since=0):
        for when, alert in self.alerts():
            labels = alert["labels"]
            if when > since and alert["status"] == status and (labels["alertname"], labels.get("rule")) == (ALERT, RULE):
                return when, alert
        return None

    def end(self):
        self.server.shutdown()
        self.server.server_close()


def steady(seconds):
    return 0.1


def waves(seconds):
    """More and fewer requests, in turns of two minutes: a steady load draws nothing but level lines."""
    return 0.1 + 0.4 * (1 + math.sin(seconds * math.tau / 120))


class Visitors:
    """A few visitors who run programs one after the other, until they are told to stop."""

    def __init__(self, address, number=12, think=steady):
        self.stopped = threading.Event()
        self.think, self.began = think, time.monotonic()
        self.threads = [threading.Thread(target=self.visit, args=(address, i), daemon=True) for i in range(number)]
        for thread in self.threads:
            thread.start()

    def visit(self, address, number):
        while not self.stopped.is_set():
            for program in PROGRAMS[number % 2 :]:
                try:
                    get(f"{address}/run/{program}", data=b"", timeout=30)
                except (urllib.error.URLError, OSError):
                    pass
                if self.stopped.wait(self.think(time.monotonic() - self.began)):
                    return

    def end(self):
        self.stopped.set()
        for thread in self.threads:
            thread.join(timeout=40)


def free_port():
    with socket.socket() as some:
        some.bind(("127.0.0.1", 0))
        return some.getsockname()[1]


class Stack:
    """The processes, in a folder of their own."""

    def __init__(self, options):
        self.options = options
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="stack-", dir=options.out))
        self.targets = self.folder / "targets.json"
        self.targets.write_text("[]")
        self.started = []
        self.receiver = None
        self.well = False

    def keep(self, one):
        self.started.append(one)
        return one

    def end(self):
        """Ends every one of them, whatever else happens: another interrupt meanwhile changes nothing."""
        for sign in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(sign, signal.SIG_IGN)
        for one in reversed(self.started):
            try:
                one.end()
            except Exception as e:
                say(f"could not end {one}: {e}")
        # The logs stay where something failed; what Prometheus stored says no more than they do.
        shutil.rmtree(self.folder / "data", ignore_errors=True)
        if self.well:
            shutil.rmtree(self.folder, ignore_errors=True)

    def start_alerting(self):
        """Alertmanager and the receiver, with the configuration that is shipped."""
        self.receiver = self.keep(Receiver())
        text = (self.options.root / "deploy/compose/alertmanager/alertmanager.yml").read_text()
        file = self.folder / "alertmanager.yml"
        file.write_text(text.replace("http://receiver:8080", self.receiver.address))
        port = free_port()
        self.alertmanager = f"127.0.0.1:{port}"
        command = ["prometheus-alertmanager", f"--config.file={file}", f"--storage.path={self.folder / 'alertmanager'}"]
        command += [f"--web.listen-address={self.alertmanager}", "--cluster.listen-address="]
        program = self.keep(Program("alertmanager", command, self.folder))
        wait_for(f"Alertmanager is ready ({program.errors})", 60, lambda: get(f"http://{self.alertmanager}/-/ready"))

    def start_prometheus(self, interval, beside=SPRING):
        """With the shipped configuration: its addresses and paths are replaced, and its interval where one is given."""
        text = (self.options.root / "deploy/compose/prometheus/prometheus.yml").read_text()
        text = text.replace("/etc/prometheus/rules", str(self.options.root / "alerts"))
        text = text.replace("/etc/prometheus/targets/*.yml", str(self.targets)).replace("refresh_interval: 5s", "refresh_interval: 1s")
        text = text.replace("alertmanager:9093", getattr(self, "alertmanager", "127.0.0.1:1"))
        text = re.sub(r"(scrape|evaluation)_interval: \d+s", rf"\1_interval: {interval}s", text)
        file = self.folder / "prometheus.yml"
        file.write_text(text + beside.format(targets=self.targets))
        address = f"127.0.0.1:{free_port()}"
        command = ["prometheus", f"--config.file={file}", f"--storage.tsdb.path={self.folder / 'data'}"]
        self.keep(Program("prometheus", [*command, f"--web.listen-address={address}"], self.folder))
        self.prometheus = queries.Prometheus(f"http://{address}")
        wait_for("Prometheus answers", 60, lambda: self.prometheus.instant("1", time.time()))

    def start_service(self, profile):
        """Example E with Snarl, and Prometheus told of it."""
        service = self.keep(
            jvm.Jvm(
                f"service-{profile}",
                self.options.service_java,
                self.options.root / "agent/target/snarl.jar",
                APPLICATION,
                self.options.root / "examples/code-runner/service/target/code-runner.jar",
                self.folder / profile,
                jvm_options=["-Xmx256m"],
                arguments=[f"--spring.profiles.active={profile}", "--server.port=0"],
            )
        )
        service.await_tomcat()
        self.show(service.snarl.removeprefix("http://"))
        return service

    def show(self, *targets):
        written = self.targets.with_suffix(".new")
        written.write_text(json.dumps([{"targets": list(targets)}]))
        written.rename(self.targets)


class Pictures:
    """The console of example E, and of the tangles that it has not, both after some minutes under load."""

    def __init__(self, stack):
        self.folder, self.minutes = stack.options.pictures, stack.options.minutes
        self.tangled = stack.keep(tangled.start(stack.folder / "tangled", seconds=60 * self.minutes + 120))

    def take(self, service):
        say(f"{self.minutes} minutes of load, then the pictures")
        time.sleep(60 * self.minutes)
        self.draw("console_pictures.py", service.snarl, "overview", "chains/60", "pools", "why", "history", "narrow-dark")
        self.draw("console_pictures.py", self.tangled.address, "waits")

    def draw(self, program, *words):
        python, here = os.environ["SNARL_BROWSER_PYTHON"], pathlib.Path(__file__).parent
        subprocess.run([python, here / program, self.folder, *words], check=True)


def wait_for(what, limit, look):
    """Asks until the answer is true; the last answer is in the complaint."""
    deadline, seen = time.monotonic() + limit, None
    while time.monotonic() < deadline:
        try:
            seen = look()
            if seen:
                return seen
        except (OSError, ValueError) as e:
            seen = e
        time.sleep(0.5)
    raise Failed(f"{what}: not within {limit} s; last seen: {seen}")


def check(asked):
    complaints = [one.complaint for one in asked if one.complaint]
    some = sum(1 for one in asked if one.result)
    say(f"  {len(asked)} queries, {some} with data, {len(complaints)} wrong")
    for complaint in complaints:
        say(f"  ! {complaint}")
    return complaints


def label_values(prometheus, metric, label):
    """What Grafana's function of this name gives: the choice of a variable."""
    return sorted({one["metric"][label] for one in prometheus.instant(metric, time.time())})


def check_formats(service):
    """The page in both formats, read by promtool and by the reference parser of OpenMetrics."""
    request = urllib.request.Request(f"{service.snarl}/metrics", headers={"Accept": "application/openmetrics-text;version=1.0.0"})
    with jvm.NO_PROXY_OPENER.open(request, timeout=30) as answer:
        page = answer.read().decode()
    readers = [(["promtool", "check", "metrics"], get(f"{service.snarl}/metrics"))]
    parser = os.environ.get("SNARL_SCHEMA_PYTHON")
    if parser:
        code = "import sys; from prometheus_client.openmetrics.parser import text_string_to_metric_families as read; print(len(list(read(sys.stdin.read()))))"
        readers.append(([parser, "-c", code], page))
    complaints = [] if "# UNIT snarl_blocked_seconds seconds\n" in page else ["OpenMetrics: no units"]
    for command, text in readers:
        done = subprocess.run(command, input=text, capture_output=True, text=True, timeout=60)
        if done.returncode:
            complaints.append(f"{command[0]}: {(done.stdout + done.stderr).strip()[-500:]}")
    say(f"  the page of metrics read by {len(readers)} parsers, {len(complaints)} complaints")
    return complaints


def check_until(stack, uids, limit, start, interval, **variables):
    """All queries of these dashboards, until each is right or the time is over: then the last answers count."""
    chosen = [one for one in queries.dashboards() if one["uid"] in uids]
    deadline = time.monotonic() + limit
    while True:
        now = time.time()
        known = queries.values(interval, start, now, APPLICATION, **variables)
        asked = queries.ask_all(stack.prometheus, chosen, known, start, now, max(interval, 2))
        if time.monotonic() > deadline or not any(one.complaint for one in asked):
            return asked
        time.sleep(interval)


def instance(service):
    return re.escape(service.snarl.removeprefix("http://")).replace("\\", "\\\\")


def run(options):
    stack = Stack(options)
    interval = options.interval
    try:
        if not options.short:
            stack.start_alerting()
        stack.start_prometheus(interval)
        say(f"Starting example E as it was before, Prometheus scrapes it every {interval} s")
        before = stack.start_service("before-plain")
        start, began = time.time(), time.monotonic()
        load = waves if options.pictures else steady
        visitors = stack.keep(Visitors(before.address, think=load))
        pictures = Pictures(stack) if options.pictures else None
        if pictures:
            pictures.take(before)
        say("Under load: every query of every panel of Service and Fleet")
        mine = instance(before)
        asked = check_until(stack, ("snarl-service", "snarl-fleet"), options.patience, start, interval, instance=mine)
        complaints = check(asked) + check_formats(before)
        there = label_values(stack.prometheus, "snarl_agent_info", "instance")
        if there != [before.snarl.removeprefix("http://")]:
            complaints.append(f"the dashboards would offer {there} as JVMs with Snarl")
        answers = [vars(one) for one in asked]
        if options.short:
            return finish(stack, complaints)
        when, alert = wait_for("the alert at the receiver", 180, lambda: stack.receiver.find("firing"))
        to_alert = when - began
        say(f"Alert at the receiver {to_alert:.0f} s after the load began:")
        for name in ("summary", "description", "runbook_url"):
            say(f"  {name}: {alert['annotations'][name]}")
        if to_alert > 120:
            complaints.append(f"the alert took {to_alert:.0f} s, more than 2 minutes")
        if not (options.root / alert["annotations"]["runbook_url"]).exists():
            complaints.append(f"the runbook {alert['annotations']['runbook_url']} does not exist")
        visitors.end()
        over = time.monotonic()
        before.end()
        say("Deploying the fix: the same load on example E as it is after")
        after = stack.start_service("after")
        fixed = time.monotonic()
        visitors = stack.keep(Visitors(after.address, think=load))
        when, _ = wait_for("the resolution at the receiver", 300, lambda: stack.receiver.find("resolved", since=over))
        say(f"Resolved {when - fixed:.0f} s after the fixed service was up")
        if pictures:
            time.sleep(60 * options.minutes)
        asked = check_until(
            stack, ("snarl-compare",), options.patience, start, interval, before=mine, after=instance(after)
        )
        say("Every query of every panel of Compare")
        complaints += check(asked)
        if pictures:
            kept = stack.folder / "answers.json"
            kept.write_text(json.dumps(answers + [vars(one) for one in asked]))
            pictures.draw("preview.py", kept, "1500")
        late = [alert["labels"] for when, alert in stack.receiver.alerts() if when > fixed + 120 and alert["status"] == "firing"]
        noise = [labels for labels in late if labels.get("rule") == RULE]
        if noise:
            complaints.append(f"alerts of the fixed service: {noise}")
        if options.serve and not complaints:
            serve(stack, after)
        return finish(stack, complaints)
    finally:
        stack.end()


def serve(stack, service):
    say(f"\nLeft running until you press Ctrl-C:\n  service       {service.address}\n  Snarl         {service.snarl}")
    say(f"  Prometheus    {stack.prometheus.address}\n  Alertmanager  http://{stack.alertmanager}")
    try:
        while True:
            time.sleep(3600)
    except KeyboardInterrupt:
        say("stopping")


def finish(stack, complaints):
    stack.well = not complaints
    say("\n" + ("FAILED: " + "; ".join(complaints) if complaints else "All as it should be; everything that was started has ended."))
    return 1 if complaints else 0


def main():
    parser = argparse.ArgumentParser()
    for name in ("root", "out"):
        parser.add_argument(f"--{name}", type=pathlib.Path, required=True)
    parser.add_argument("--service-java", required=True)
    parser.add_argument("--interval", type=int, default=15)
    parser.add_argument("--patience", type=int, default=120, help="seconds until every panel must have its data")
    parser.add_argument("--short", action="store_true")
    parser.add_argument("--serve", action="store_true")
    parser.add_argument("--pictures", type=pathlib.Path, help="folder for pictures of the console and of the dashboards' data")
    parser.add_argument("--minutes", type=int, default=8, help="how long each half runs before its pictures")
    options = parser.parse_args()
    return jvm.status_of("scripts/stack", lambda: run(options))


if __name__ == "__main__":
    sys.exit(main())
