"""Runs example E before and after its fix under the same load, and compares what was measured and found.

Called by scripts/demo, which has built everything. Starts one service at a time and one load generator, ends both,
and touches no other process.
"""

import argparse
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request

import demo_report

PROGRAMS = ("hello", "sort", "sum", "fail")
START_LIMIT_SECONDS = 120
# On two cores the common pool has a parallelism of one; with this, any machine shows the same.
CORES = "-XX:ActiveProcessorCount=2"
NO_PROXY_OPENER = urllib.request.build_opener(urllib.request.ProxyHandler({}))


class DemoFailed(Exception):
    """Something the demo needs did not happen; the message says what and where to look."""


class Service:
    """The code runner in one variant, with the agent, in a process of its own."""

    def __init__(self, options, profile, folder):
        self.folder = folder
        self.findings_file = folder / "findings.jsonl"
        self.log = folder / "service.log"
        self.agent_log = folder / "stderr.log"
        folder.mkdir(parents=True, exist_ok=True)
        self.findings_file.unlink(missing_ok=True)
        agent = own_copy(options.root / "agent/target/snarl.jar", folder)
        jar = own_copy(options.root / "examples/code-runner/service/target/code-runner.jar", folder)
        command = [
            options.service_java,
            f"-javaagent:{agent}=port=0,findings={self.findings_file},application=code-runner-{profile}",
            CORES,
            "-Xmx256m",
            f"-Djava.io.tmpdir={make_folder(folder / 'tmp')}",
            "-jar",
            str(jar),
            f"--spring.profiles.active={profile}",
            "--server.port=0",
        ]
        with open(self.log, "w") as out, open(self.agent_log, "w") as err:
            # A session of its own: an interrupt from the keyboard reaches this script, which then ends the service.
            self.process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=out, stderr=err, cwd=folder, start_new_session=True
            )

    def await_start(self):
        """Sets the addresses of the service and of Snarl."""
        port = self._await_line(self.log, r"Tomcat started on port (\d+)")
        self.address = f"http://127.0.0.1:{port}"
        self.snarl = self._await_line(self.agent_log, r"snarl: ready in \d+ ms on (http://[^\s,]+)")

    def _await_line(self, file, pattern):
        deadline = time.monotonic() + START_LIMIT_SECONDS
        while time.monotonic() < deadline:
            match = re.search(pattern, file.read_text(errors="replace"))
            if match:
                return match.group(1)
            if self.process.poll() is not None:
                raise DemoFailed(f"the service ended while it started: see {self.log} and {self.agent_log}")
            time.sleep(0.2)
        raise DemoFailed(f"no line like '{pattern}' in {file} within {START_LIMIT_SECONDS} s")

    def scrape(self):
        """The samples of /metrics that the table needs, and when they were read."""
        return demo_report.Scrape(time.monotonic(), get(f"{self.snarl}/metrics"))

    def end(self):
        end(self.process)


def make_folder(folder):
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def own_copy(jar, folder):
    """A later build replaces the jar, and the JVM that runs from it would lose its classes: it gets one of its own."""
    copy = folder / jar.name
    copy.unlink(missing_ok=True)
    return shutil.copy(jar, copy)


def end(process):
    if process.poll() is not None:
        return
    process.terminate()
    try:
        process.wait(timeout=20)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def get(address, data=None):
    request = urllib.request.Request(address, data=data)
    with NO_PROXY_OPENER.open(request, timeout=30) as answer:
        return answer.read().decode()


def warm_up(address):
    """Fills Tomcat's and the team's pools, so that the threads counted under load are not those of the start."""

    def visit():
        for program in PROGRAMS:
            try:
                get(f"{address}/run/{program}", data=b"")
            except (urllib.error.URLError, OSError) as e:
                failures.append(f"{address}/run/{program}: {e}")

    failures = []
    visitors = [threading.Thread(target=visit) for _ in range(12)]
    for visitor in visitors:
        visitor.start()
    for visitor in visitors:
        visitor.join()
    if failures:
        raise DemoFailed(f"the service does not answer: {failures[0]}")


def load(options, address, folder):
    """Runs Gatling and returns its console report. It is told to stay on this machine: no look-up of new versions."""
    classes = options.root / "examples/code-runner/load/target"
    command = [
        options.build_java,
        "-Xmx256m",
        "--add-opens=java.base/java.lang=ALL-UNNAMED",
        f"-Djava.util.prefs.userRoot={make_folder(folder / 'gatling')}",
        f"-Djava.io.tmpdir={make_folder(folder / 'tmp')}",
        "-Dhttps.proxyHost=127.0.0.1",
        "-Dhttps.proxyPort=9",
        f"-Dtarget={address}",
        f"-Dseconds={options.seconds}",
        f"-Dvisitors={options.visitors}",
        "-cp",
        f"{classes}/classes:{classes}/lib/*",
        "io.gatling.app.Gatling",
        "-s",
        "com.example.load.Visitors",
        "-rf",
        str(folder / "gatling"),
    ]
    report = folder / "gatling.log"
    began = time.monotonic()
    with open(report, "w") as out:
        process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.STDOUT, start_new_session=True
        )
    try:
        while process.poll() is None:
            passed = time.monotonic() - began
            if passed > options.seconds + 120:
                raise DemoFailed(f"the load did not end: see {report}")
            try:
                process.wait(timeout=10)
            except subprocess.TimeoutExpired:
                say(f"  … {time.monotonic() - began:.0f} s of about {options.seconds + 5}")
    finally:
        end(process)
    if process.returncode != 0:
        raise DemoFailed(f"Gatling ended with status {process.returncode}: see {report}")
    return report.read_text()


def measure(options, profile):
    """One variant from start to stop."""
    folder = options.out / f"{profile}-jdk{options.jdk}"
    say(f"Starting the service '{profile}' on Java {options.jdk}")
    service = Service(options, profile, folder)
    try:
        service.await_start()
        say(f"  service {service.address}, Snarl {service.snarl}; warming up")
        warm_up(service.address)
        say(f"  {options.visitors} visitors for {options.seconds} s")
        first = service.scrape()
        gatling = load(options, service.address, folder)
        last = service.scrape()
    finally:
        service.end()
    return demo_report.Run(
        profile=profile,
        times=demo_report.response_times(gatling),
        scrapes=(first, last),
        findings=demo_report.read_findings(service.findings_file),
    )


def compare(options):
    before = measure(options, f"before-{options.shape}")
    after = measure(options, "after")
    print()
    print(demo_report.table(before, after, options))
    print(demo_report.findings_in_full(before))
    complaints = demo_report.complaints(before, after, options)
    print(demo_report.verdict(complaints, options))
    return 1 if complaints else 0


def serve(options):
    profile = f"before-{options.shape}"
    say(f"Starting the service '{profile}' on Java {options.jdk}")
    service = Service(options, profile, pathlib.Path(tempfile.mkdtemp(prefix="serve-", dir=options.out)))
    try:
        service.await_start()
    except BaseException:
        service.end()
        raise
    print(
        f"""
Left running:
  service   {service.address}   (process {service.process.pid})
  Snarl     {service.snarl}
Run one program:  curl -X POST {service.address}/run/hello        (also sort, sum, fail)
Produce load:     scripts/demo --load {service.address} --seconds 60
Findings:         {os.path.relpath(service.findings_file)}  or  curl {service.snarl}/api/findings
Stop it:          kill {service.process.pid}"""
    )
    return 0


def put_load(options):
    try:
        get(f"{options.address}/run/hello", data=b"")
    except (urllib.error.URLError, OSError) as e:
        raise DemoFailed(f"no code runner answers at {options.address}: {e}") from e
    say(f"{options.visitors} visitors for {options.seconds} s on {options.address}")
    times = demo_report.response_times(load(options, options.address, options.out / "load"))
    print(demo_report.describe(times))
    return 0


def say(line):
    print(line, flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("mode", choices=("compare", "serve", "load"))
    for name in ("root", "out"):
        parser.add_argument(f"--{name}", type=pathlib.Path, required=True)
    for name in ("build-java", "service-java", "shape", "address"):
        parser.add_argument(f"--{name}", required=True)
    for name in ("jdk", "seconds", "visitors"):
        parser.add_argument(f"--{name}", type=int, required=True)
    options = parser.parse_args()
    for sign in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(sign, signal.default_int_handler)
    modes = {"compare": compare, "serve": serve, "load": put_load}
    try:
        return modes[options.mode](options)
    except (DemoFailed, demo_report.Unreadable) as e:
        print(f"scripts/demo: {e}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("scripts/demo: interrupted; everything it started has been stopped", file=sys.stderr)
        return 130


if __name__ == "__main__":
    sys.exit(main())
