"""Runs example E before and after its fix under the same load, and compares what was measured and found.

Called by scripts/demo, which has built everything. Starts one service at a time and one load generator, ends both,
and touches no other process.
"""

import argparse
import os
import pathlib
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request

import demo_report
import gatling
import jvm
import report
from jvm import Failed, end, get, say
from report import Culprit

PROGRAMS = ("hello", "sort", "sum", "fail")
# The request thread that waits for the process of its job.
CULPRIT = Culprit(
    r"\.get\(\) at \S+LINE → .* in Process\.waitFor\(\) at .* → process$",
    "service/src/main/java/com/example/runner/before/RunController.java",
    ".get()",
)


def start_service(options, profile, folder):
    """The code runner in one variant, with the agent, in a process of its own."""
    return jvm.Jvm(
        "service",
        options.service_java,
        options.root / "agent/target/snarl.jar",
        f"code-runner-{profile}",
        options.root / "examples/code-runner/service/target/code-runner.jar",
        folder,
        jvm_options=["-Xmx256m"],
        arguments=[f"--spring.profiles.active={profile}", "--server.port=0"],
    )


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
        raise Failed(f"the service does not answer: {failures[0]}")


def load(options, address, folder):
    """Runs Gatling and returns its console report."""
    command = gatling.command(
        options.build_java,
        options.root / "examples/code-runner/load/target",
        "Visitors",
        folder,
        {"target": address, "seconds": options.seconds, "visitors": options.visitors},
    )
    log = folder / "gatling.log"
    began = time.monotonic()
    with open(log, "w") as out:
        process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.STDOUT, start_new_session=True
        )
    try:
        while process.poll() is None:
            passed = time.monotonic() - began
            if passed > options.seconds + 120:
                raise Failed(f"the load did not end: see {log}")
            try:
                process.wait(timeout=10)
            except subprocess.TimeoutExpired:
                say(f"  … {time.monotonic() - began:.0f} s of about {options.seconds + 5}")
    finally:
        end(process)
    if process.returncode != 0:
        raise Failed(f"Gatling ended with status {process.returncode}: see {log}")
    return log.read_text()


def measure(options, profile):
    """One variant from start to stop."""
    folder = options.out / f"{profile}-jdk{options.jdk}"
    say(f"Starting the service '{profile}' on Java {options.jdk}")
    service = start_service(options, profile, folder)
    try:
        service.await_tomcat()
        say(f"  service {service.address}, Snarl {service.snarl}; warming up")
        warm_up(service.address)
        say(f"  {options.visitors} visitors for {options.seconds} s")
        first = service.scrape()
        summary = load(options, service.address, folder)
        last = service.scrape()
    finally:
        service.end()
    return demo_report.Run(
        profile=profile,
        times=demo_report.response_times(summary),
        scrapes=(first, last),
        findings=service.findings(),
        chains=service.chains,
    )


def compare(options):
    before = measure(options, f"before-{options.shape}")
    after = measure(options, "after")
    print()
    print(demo_report.table(before, after, options))
    for run in (before, after):
        print("\n".join(report.chains_in_brief(run.profile, run.chains)))
    print()
    print(report.findings_in_full(before.profile, before.findings))
    complaints = demo_report.complaints(before, after, options)
    folder = options.root / "examples/code-runner"
    complaints += CULPRIT.missing(folder, before.chains) + CULPRIT.left(folder, after.chains)
    print(demo_report.verdict(complaints, options))
    return 1 if complaints else 0


def serve(options):
    profile = f"before-{options.shape}"
    say(f"Starting the service '{profile}' on Java {options.jdk}")
    service = start_service(options, profile, pathlib.Path(tempfile.mkdtemp(prefix="serve-", dir=options.out)))
    try:
        service.await_tomcat()
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
        raise Failed(f"no code runner answers at {options.address}: {e}") from e
    say(f"{options.visitors} visitors for {options.seconds} s on {options.address}")
    times = demo_report.response_times(load(options, options.address, options.out / "load"))
    print(demo_report.describe(times))
    return 0


def doctor(options):
    import doctor_demo  # it needs this module

    return doctor_demo.run(options)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("mode", choices=("compare", "serve", "load", "doctor"))
    for name in ("root", "out"):
        parser.add_argument(f"--{name}", type=pathlib.Path, required=True)
    for name in ("build-java", "service-java", "shape", "address"):
        parser.add_argument(f"--{name}", required=True)
    for name in ("jdk", "seconds", "visitors"):
        parser.add_argument(f"--{name}", type=int, required=True)
    options = parser.parse_args()
    modes = {"compare": compare, "serve": serve, "load": put_load, "doctor": doctor}
    return jvm.status_of("scripts/demo", lambda: modes[options.mode](options), report.Unreadable)


if __name__ == "__main__":
    sys.exit(main())
