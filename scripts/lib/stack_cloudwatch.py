"""Example E under load, once with EMF and once with PutMetricData, against a CloudWatch that moto's server plays.

Called by scripts/stack, which has built everything. A TCP listener takes what a CloudWatch agent would take, and puts into
CloudWatch what CloudWatch Logs would extract. The alarms and the dashboard of cloudwatch/ are put through the API; the alarms
are judged by what is read back through it. A minute of CloudWatch takes ten seconds or five here. Ends all that it started.
"""

import argparse
import pathlib
import socketserver
import sys
import threading
import time

import jvm
from jvm import get, say
from stack import Stack, Visitors, finish

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "cloudwatch/source"))
import alarms  # noqa: E402
import dashboard  # noqa: E402
import agent as scraping  # noqa: E402
import emitted  # noqa: E402
import evaluate  # noqa: E402
import moto_server  # noqa: E402
import templates  # noqa: E402

NAMESPACE = "Snarl"
EMF, PUT = "runner-emf", "runner-put"
FAULT = "async-blocking-pair warning"
# What is sent only while something is wrong, or once it has happened: the two services need not agree at any moment.
NOW_AND_THEN = {"snarl_findings"}


class Listener(socketserver.ThreadingTCPServer):
    """The CloudWatch agent's port for EMF; extracts as CloudWatch Logs does."""

    daemon_threads = True
    allow_reuse_address = True

    def __init__(self, client):
        self.client = client
        self.lines = []
        self.broken = []
        super().__init__(("127.0.0.1", 0), Taking)
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def take(self, line):
        try:
            data = emitted.data_of_emf(line)
            for namespace in {namespace for namespace, _ in data}:
                self.client.put_metric_data(Namespace=namespace, MetricData=[one for in_it, one in data if in_it == namespace])
            self.lines.append(line)
        except Exception as e:  # noqa: BLE001 - told at the end, whatever it was
            self.broken.append(f"{e!r} at {line[:300]}")

    def end(self):
        self.shutdown()
        self.server_close()


class Taking(socketserver.StreamRequestHandler):
    def handle(self):
        for line in self.rfile:
            self.server.take(line.decode())


class Cloud(Stack):
    """All that runs, and what was wrong."""

    def __init__(self, options):
        super().__init__(options)
        self.period = 5 if options.short else 10  # seconds that stand for a minute
        self.complaints = []
        self.server = self.keep(moto_server.Server())
        self.client = self.server.cloudwatch()
        self.listener = self.keep(Listener(self.client))
        self.stacks = {name: templates.Stack(alarms.template(), Application=name) for name in (EMF, PUT)}

    def expect(self, what, good, seen=""):
        say(f"  {'ok  ' if good else 'FAIL'} {what}" + (f": {seen}" if seen != "" and not good else ""))
        if not good:
            self.complaints.append(f"{what}: {seen}")

    def put_templates(self):
        for name, stack in self.stacks.items():
            wrong = templates.put_alarms(self.client, stack)
            n = len(stack.of(templates.ALARM))
            self.expect(f"{n} alarms of {name} are read back as they were put", not wrong, wrong[:3])
            templates.check_composites(self.server.cloudwatch(), stack)
            shown = templates.Stack(dashboard.template(), Application=name)
            self.expect(f"the dashboard of {name} is read back as it was put", templates.put_dashboard(self.client, shown, name))

    def start_service(self, name, *more):
        root = self.options.root
        aws = {"region": moto_server.REGION, "accessKeyId": moto_server.KEY, "secretAccessKey": moto_server.KEY, "endpointUrl": self.server.address}
        return self.keep(
            jvm.Jvm(
                name,
                self.options.service_java,
                root / "agent/target/snarl.jar",
                name,
                root / "examples/code-runner/service/target/code-runner.jar",
                self.folder / name,
                jvm_options=["-Xmx256m", f"-Dsnarl.cloudwatch.seconds={self.period}", *more, *(f"-Daws.{key}={value}" for key, value in aws.items())],
                arguments=["--spring.profiles.active=before-plain", "--server.port=0"],
            )
        )

    def states(self, name, now):
        """Of every alarm of a service by the rest of its name, from what CloudWatch has."""
        single, known = {}, self.stacks[name].of(templates.ALARM)
        for alarm in known.values():
            values = evaluate.values(self.client, alarm, now, self.period / 60)
            single[alarm["AlarmName"]] = evaluate.state(alarm, values)
        for one in self.stacks[name].of(templates.COMPOSITE).values():
            single[one["AlarmName"]] = evaluate.composite_state(one["AlarmRule"], single)
        return {full.removeprefix(f"snarl {name} "): state for full, state in single.items()}

    def await_states(self, name, limit, wanted):
        """Until the alarms are in these states; the last states are in the complaint."""
        deadline = time.monotonic() + limit
        while True:
            seen = self.states(name, time.time())
            good = {name: seen[name] for name in wanted} == wanted
            if good or time.monotonic() > deadline:
                return seen, good
            time.sleep(1)

    def ways(self, services):
        """What each way yields, without the name of the service."""
        processor = scraping.config("r", "p", "g")["logs"]["metrics_collected"]["prometheus"]["emf_processor"]
        pages = {name: get(f"{service.snarl}/metrics") for name, service in services.items()}
        return {
            "EMF": without_service(emitted.by_emf(self.listener.lines), EMF),
            "PutMetricData": without_service(emitted.by_put(self.client, NAMESPACE), PUT),
            "scraping": set.union(
                *(without_service(emitted.by_scraping(page, processor, scraping.JOB), name) for name, page in pages.items())
            ),
        }

    def compare_ways(self, services, limit=40):
        """Names, namespaces and dimensions of all three ways, and of the alarms; until they agree, or the time is over."""
        watched = {
            emitted.identity(one["Namespace"], one["MetricName"], emitted.dimensions(one)) for one in self.stacks[EMF].of(templates.ALARM).values()
        }
        watched = {one for one in without_service(watched, EMF) if one[1] not in NOW_AND_THEN or ("rule", FAULT.split()[0]) in one[2]}
        deadline = time.monotonic() + limit
        while True:
            ways = self.ways(services)
            same = {way: {one for one in found if one[1] not in NOW_AND_THEN | scraping.histograms()} for way, found in ways.items()}
            agree = same["EMF"] == same["PutMetricData"] == same["scraping"] and all(watched <= found for found in ways.values())
            if agree or time.monotonic() > deadline:
                break
            time.sleep(1)
        for way in ("PutMetricData", "scraping"):
            self.expect(f"EMF and {way} yield the same metrics with the same dimensions", same["EMF"] == same[way], same["EMF"] ^ same[way])
        for way, found in ways.items():
            self.expect(f"what the alarms watch is what {way} yields", watched <= found, watched - found)
        most = max(len(found) for found in ways.values())
        self.expect(f"at most 20 metrics a service: {most}", most <= 20, most)


def without_service(identities, name):
    return {(namespace, metric, dimensions - {("application", name)}) for namespace, metric, dimensions in identities if ("application", name) in dimensions}


def run(options):
    cloud = Cloud(options)
    try:
        say("CloudWatch is played by moto's server; putting alarms and dashboards")
        cloud.put_templates()
        host, port = cloud.listener.server_address
        say(f"Starting example E twice, as it was before its fix: with EMF over TCP, and with PutMetricData, every {cloud.period} s")
        services = {
            EMF: cloud.start_service(EMF, f"-Dsnarl.cloudwatch=emf:tcp://{host}:{port}"),
            PUT: cloud.start_service(PUT, "-Dsnarl.cloudwatch=put", f"-Dsnarl.cloudwatch.jar={options.root / 'agent/target/snarl-cloudwatch.jar'}"),
        }
        for service in services.values():
            service.await_tomcat()
            cloud.keep(Visitors(service.address, 5))
        say(f"Under load; alarms are judged by what CloudWatch has, {cloud.period} s taken for a minute")
        for name in services:
            began = time.monotonic()
            seen, good = cloud.await_states(name, options.patience, {FAULT: evaluate.ALARM})
            cloud.expect(f"{name}: {FAULT} is on after {time.monotonic() - began:.0f} s more", good, seen)
            cloud.expect(f"{name}: the composite WARNING is on", seen["WARNING"] == evaluate.ALARM, seen)
            cloud.expect(f"{name}: no critical alarm, no error of the agent", {seen[one] for one in seen if "critical" in one or one in ("CRITICAL", "agent errors", "silent")} == {evaluate.OK}, seen)
        cloud.compare_ways(services)
        cloud.expect("every line of EMF was one that CloudWatch takes", not cloud.listener.broken, cloud.listener.broken[:2])
        longest = max(len(line.encode()) for line in cloud.listener.lines)
        say(f"  {len(cloud.listener.lines)} lines of EMF, the longest {longest} bytes")
        for name, service in services.items():
            said = [line for line in service.errors.read_text().splitlines() if "loudwatch" in line.lower() or "metrics" in line]
            cloud.expect(f"{name}: nothing to complain about on standard error", not said, said[:2])
        if not options.short:
            say("Both services end: after five minutes of silence, fewer here, that alarm goes on")
            for one in list(cloud.started):
                if isinstance(one, (Visitors, jvm.Jvm)):
                    one.end()
            for name in services:
                seen, good = cloud.await_states(name, 120, {"silent": evaluate.ALARM})
                cloud.expect(f"{name}: silent is on, and CRITICAL with it", good and seen["CRITICAL"] == evaluate.ALARM, seen)
        return finish(cloud, cloud.complaints)
    finally:
        cloud.end()


def main():
    parser = argparse.ArgumentParser()
    for name in ("root", "out"):
        parser.add_argument(f"--{name}", type=pathlib.Path, required=True)
    parser.add_argument("--service-java", required=True)
    parser.add_argument("--patience", type=int, default=150, help="seconds until the alarm must be on")
    parser.add_argument("--short", action="store_true")
    options = parser.parse_args()
    return jvm.status_of("scripts/stack", lambda: run(options))


if __name__ == "__main__":
    sys.exit(main())
