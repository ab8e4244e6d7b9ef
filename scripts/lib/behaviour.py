"""Compares what programs print and which tests fail without an agent and with Snarl; scripts/behaviour."""

import argparse
import collections
import concurrent.futures
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree as tree

import artifacts
from jvm import say, status_of, without_our_options

ROOT = artifacts.ROOT
JAR = ROOT / "agent" / "target" / "snarl.jar"
CLASSES = ROOT / "agent" / "tests" / "target" / "test-classes"
COROUTINES = ROOT / "agent" / "tests" / "src" / "test" / "kotlin"
PACKAGE = "dev.snarl.tests.contract."
OTEL = "io.opentelemetry.javaagent:opentelemetry-javaagent:2.31.0"
OTEL_FLAGS = [f"-Dotel.{what}.exporter=none" for what in ("traces", "metrics", "logs")] + ["-Dotel.javaagent.logging=none"]
JUNIT = ("org.junit.platform:junit-platform-console-standalone:1.13.4", "junit:junit:4.13.2")
LIMIT = 1500
# Agents that stay alive a while are given it before the program is told to go on.
LOOKED_AT_SECONDS = 5
WAYS = (
    "main-throws exit-in-pool exit-in-common-pool halt hooks pool-keeps-it daemons-do-not uncaught-in-pool terminated"
).split()
POLICY = ROOT / "agent" / "tests" / "src" / "test" / "resources" / "contract.policy"


def compiled_coroutines(folder):
    """What to put on the class path for the programs of coroutines, by the version of the library."""
    classes = folder / "coroutines"
    _, home = min(artifacts.find_jdks().items())
    artifacts.kotlinc(sorted(COROUTINES.rglob("*.kt")), home / "bin" / "java", classes, [CLASSES])
    path = [str(classes), str(CLASSES), str(artifacts.kotlin_library())]
    return {version: os.pathsep.join([*path, str(jar)]) for version, jar in artifacts.kotlin_jars().items()}


def programs(jdk, coroutines):
    """Name, flags and words of each run of the contract."""
    yield "contract", [], ["Contract"]
    yield "objects", [], ["Meanwhile", "objects"]
    yield "settings", [], ["Meanwhile", "settings"]
    for way in WAYS:
        yield way, [], ["Ending", way]
    for version, path in coroutines.items():
        yield f"coroutines {version}", ["-cp", path], ["CoroutinesKt"]
    if jdk == 17:  # the last of the three that has a security manager
        yield "permissions", ["-Djava.security.manager=allow"], ["Permitted", "record", "again"]
        policy = ["-Djava.security.manager", f"-Djava.security.policy=={POLICY}"]
        yield "policy", [*policy, f"-Dcontract.granted={JAR}"], ["Permitted"]
        yield "policy without the agent", [*policy, "-Dcontract.granted=/another.jar"], ["Permitted"]


def agents():
    """Flags by the name of a set of agents, in pairs of which each second must print what the first prints."""
    snarl = f"-javaagent:{JAR}=port=0"
    otel = f"-javaagent:{otel_jar()}"
    return {
        "no agent": [],
        "Snarl": [snarl],
        "OpenTelemetry": [otel, *OTEL_FLAGS],
        "Snarl, OpenTelemetry": [snarl, otel, *OTEL_FLAGS],
        "OpenTelemetry, Snarl": [otel, snarl, *OTEL_FLAGS],
    }


BASES = {"Snarl": "no agent", "Snarl, OpenTelemetry": "OpenTelemetry", "OpenTelemetry, Snarl": "OpenTelemetry"}


def otel_jar():
    return next(jar for jar in artifacts.jars_of((OTEL,)) if "opentelemetry-javaagent" in jar)


def run_program(java, flags, words, folder):
    """What it printed, by the name of the check, and how it ended."""
    work = pathlib.Path(tempfile.mkdtemp(dir=folder))
    command = [str(java), "-cp", str(CLASSES), *flags, PACKAGE + words[0], *words[1:]]
    process = subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=work,
        env=without_our_options(os.environ),
    )
    if words[0] == "Meanwhile" and any(flag.startswith("-javaagent:") for flag in flags):
        time.sleep(LOOKED_AT_SECONDS)
    try:
        out, err = process.communicate("", timeout=180)
    except subprocess.TimeoutExpired:
        process.kill()
        out, err = process.communicate()
        out += "\nnot ended within 180 s"
    seen = collections.defaultdict(list)
    for line in out.splitlines():
        name, _, value = line.partition(": ")
        seen[name].append(value)
    # OpenTelemetry says that it is there; frames of an uncaught exception may be its own.
    seen["exit code"].append(str(process.returncode))
    seen["standard error"] = [
        line for line in err.splitlines() if not re.match(r"snarl: |\[otel|OpenJDK .* warning|WARNING: ", line)
    ]
    shutil.rmtree(work, ignore_errors=True)
    return dict(seen)


def differing(one, other):
    return {name for name in one.keys() | other.keys() if one.get(name) != other.get(name)}


def contract(jdks, repeats, program, report, folder):
    """Numbers of equal, differing and unsteady lines."""
    equal = wrong = 0
    sets = agents()
    coroutines = compiled_coroutines(folder) if program in (None, "coroutines") else {}
    for jdk, home in sorted(jdks.items()):
        java = home / "bin" / "java"
        for name, flags, words in programs(jdk, coroutines):
            if program not in (None, name.split()[0]):
                continue
            with concurrent.futures.ThreadPoolExecutor(2) as pool:
                runs = {
                    which: [
                        pool.submit(run_program, java, [*agent, *flags], words, folder)
                        for _ in range(repeats if which in BASES.values() else 1)
                    ]
                    for which, agent in sets.items()
                }
            seen = {which: [run.result() for run in each] for which, each in runs.items()}
            for which, base in BASES.items():
                unsteady = set().union(*(differing(seen[base][0], again) for again in seen[base][1:]))
                differs = differing(seen[base][0], seen[which][0])
                if differs - unsteady:
                    # Seen once may be chance, of which a loaded machine has more: twice is not.
                    again = run_program(java, [*sets[which], *flags], words, folder)
                    differs &= differing(seen[base][0], again)
                    unsteady |= differing(again, seen[which][0])
                lines = set(seen[base][0])
                equal += len(lines - differs - unsteady)
                for check in sorted(differs - unsteady):
                    wrong += 1
                    report(f"DIFFERENT on {jdk}, {which}: {name}: {check}")
                    report(f"  {base}: {short(seen[base][0].get(check))}")
                    report(f"  {which}: {short(seen[which][0].get(check))}")
                if unsteady:
                    report(f"unsteady on {jdk}, {base}: {name}: {', '.join(sorted(unsteady))}")
            report(f"Java {jdk}, {name}: {len(seen['no agent'][0])} lines compared with {len(BASES)} sets of agents")
    return equal, wrong


def short(values):
    text = " | ".join(values) if values is not None else "nothing"
    return text if len(text) < 1500 else text[:1500] + " …"


# ---- tests of others ----

# Name: coordinates on the class path, and what is selected.
SUITES = {
    "jsr166": ((), ["--select-class", "JSR166TestCase"]),
    "lang": (
        (
            "org.apache.commons:commons-lang3:3.20.0",
            "org.apache.commons:commons-lang3:3.20.0:tests",
            "org.apache.commons:commons-text:1.14.0",
            "org.easymock:easymock:5.6.0",
            "org.junit-pioneer:junit-pioneer:1.9.1",
        ),
        ["--select-package", "org.apache.commons.lang3.concurrent", "--select-class", "org.apache.commons.lang3.ThreadUtilsTest"],
    ),
    "pool": (
        ("org.apache.commons:commons-pool2:2.12.1", "org.apache.commons:commons-pool2:2.12.1:tests"),
        [
            "--select-class",
            "org.apache.commons.pool2.impl.TestGenericObjectPool",
            "--select-class",
            "org.apache.commons.pool2.impl.TestBaseGenericObjectPool",
            "--select-package",
            "org.apache.commons.pool2.proxy",
        ],
    ),
    "kafka": (
        (
            "org.apache.kafka:kafka-clients:4.1.0",
            "org.apache.kafka:kafka-clients:4.1.0:test",
            "org.mockito:mockito-junit-jupiter:5.14.2",
            "org.hamcrest:hamcrest:2.2",
            "org.slf4j:slf4j-nop:1.7.36",
        ),
        [
            f"--select-class=org.apache.kafka.{name}Test"
            for name in (
                "common.KafkaFuture",
                "clients.producer.internals.BufferPool",
                "clients.producer.internals.FutureRecordMetadata",
                "clients.producer.MockProducer",
                "clients.consumer.internals.RequestFuture",
                "common.network.Selector",
                "common.utils.Shell",
                "common.utils.Exit",
                "common.utils.ThreadUtils",
                "common.utils.Timer",
                "common.metrics.Sensor",
            )
        ],
    ),
    "netty": (
        ("io.netty:netty-testsuite:4.2.7.Final",),
        [
            f"--select-class=io.netty.testsuite.transport.socket.Socket{name}Test"
            for name in ("Echo", "StringEcho", "Connect", "MultipleConnect", "CancelWrite", "BufRelease", "CloseForcibly", "AutoRead")
        ],
    ),
    "guava": (
        ("com.google.guava:guava-testlib:33.5.0-jre",),
        # Those of maps and lists are 330,000, of classes in which nothing waits or runs a task.
        ["--select-class=com.google.common.collect.testing.TestsForQueuesInJavaUtil"],
    ),
}
SUITE_FLAGS = {
    "jsr166": [
        "--add-opens=java.base/java.util.concurrent=ALL-UNNAMED",
        "--add-opens=java.base/java.lang=ALL-UNNAMED",
        "-Djsr166.testImplementationDetails=true",
    ],
}


def tck_classes(folder):
    """The JSR-166 TCK compiled by the oldest Java, since a newer one may have no compiler; None where it cannot be had."""
    source = os.environ.get("SNARL_OPENJDK_TESTS")
    if not source:
        return None
    classes = folder / "tck"
    if not classes.exists():
        _, home = min(artifacts.find_jdks().items())
        files = [str(file) for file in (pathlib.Path(source) / "jdk/java/util/concurrent/tck").glob("*.java")]
        path = os.pathsep.join(artifacts.jars_of(JUNIT))
        done = subprocess.run(
            [str(home / "bin" / "javac"), "-nowarn", "-Xlint:none", "-cp", path, "-d", str(classes), *files],
            capture_output=True,
            text=True,
        )
        if done.returncode:
            raise SystemExit(f"the TCK does not compile:\n{done.stderr[-2000:]}")
    return classes


def run_suite(java, name, path, agent, folder):
    """How each test ended, and how long all took."""
    reports = pathlib.Path(tempfile.mkdtemp(dir=folder))
    coordinates, selected = SUITES[name]
    command = [str(java), *agent, *SUITE_FLAGS.get(name, []), "-cp", os.pathsep.join(path), "org.junit.platform.console.ConsoleLauncher"]
    command += ["execute", "--details=none", "--disable-banner", f"--reports-dir={reports}", *selected]
    began = time.monotonic()
    ended = {}
    with open(reports / "log", "w") as log:
        try:
            subprocess.run(
                command,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                cwd=reports,
                env=without_our_options(os.environ),
                timeout=LIMIT,
            )
        except subprocess.TimeoutExpired:
            ended[f"not ended within {LIMIT} s"] = "error"
    for file in reports.glob("TEST-*.xml"):
        for case in tree.parse(file).getroot().iter("testcase"):
            status = next((kind for kind in ("failure", "error", "skipped") if case.find(kind) is not None), "passed")
            key, number = f"{case.get('classname')}.{case.get('name')}", 2
            while key in ended:
                key, number = f"{case.get('classname')}.{case.get('name')}#{number}", number + 1
            ended[key] = status
    return ended, time.monotonic() - began, reports


def suites(names, jdks, repeats, report, folder):
    """Numbers of tests that ended the same, and differently."""
    equal = wrong = 0
    for name in names:
        for jdk, home in sorted(jdks.items()):
            # First, since a suite may bring older parts of JUnit.
            path = [*artifacts.jars_of(JUNIT), *artifacts.jars_of(SUITES[name][0])]
            if name == "jsr166":
                classes = tck_classes(folder)
                if classes is None:
                    report("jsr166: the source package cannot be had")
                    continue
                path.append(str(classes))
            java = home / "bin" / "java"
            bare = [run_suite(java, name, path, [], folder)[0] for _ in range(repeats)]
            unsteady = set().union(*(differing(bare[0], again) for again in bare[1:]))
            watched, seconds, reports = run_suite(java, name, path, [f"-javaagent:{JAR}=port=0"], folder)
            differs = differing(bare[0], watched) - unsteady
            if differs:
                again, _, _ = run_suite(java, name, path, [f"-javaagent:{JAR}=port=0"], folder)
                unsteady |= differing(watched, again)
                differs &= differing(bare[0], again)
            if not bare[0]:
                last = (reports / "log").read_text(errors="replace").splitlines()[-5:]
                report(f"DIFFERENT {name} on {jdk}: no test ran: {' | '.join(last)}")
                wrong += 1
            equal += len(bare[0].keys() - differs - unsteady)
            for test in sorted(differs):
                wrong += 1
                report(f"DIFFERENT {name} on {jdk}: {test}: {bare[0].get(test)} without, {watched.get(test)} with Snarl")
            failing = sorted(test for test, status in bare[0].items() if status in ("failure", "error"))
            report(
                f"{name} on Java {jdk}: {len(bare[0])} tests, {len(failing)} fail without and with, "
                f"{len(unsteady)} unsteady, {len(differs)} differ; {seconds:.0f} s"
            )
            for test in failing:
                report(f"  fails: {test}")
            for test in sorted(unsteady):
                report(f"  unsteady: {test}")
    return equal, wrong


def run(arguments):
    parser = argparse.ArgumentParser(prog="scripts/behaviour")
    parser.add_argument("--jdk", type=int, choices=artifacts.TESTED)
    parser.add_argument("--only", choices=["contract", "suites", *SUITES])
    parser.add_argument("--program")
    parser.add_argument("--repeats", type=int, default=2)
    parser.add_argument("--out", type=pathlib.Path)
    options = parser.parse_args(arguments)
    found = artifacts.find_jdks()
    jdks = {jdk: found[jdk] for jdk in artifacts.TESTED if jdk in found and options.jdk in (None, jdk)}
    lines = []

    def report(line):
        lines.append(line)
        say(line)

    for jdk, home in sorted(jdks.items()):
        release = re.search(r'JAVA_RUNTIME_VERSION="?([^"\n]+)|JAVA_VERSION="([^"]+)', (home / "release").read_text())
        report(f"Java {jdk}: {release.group(1) or release.group(2)}")
    equal = wrong = 0
    target = ROOT / "target" / "behaviour"
    target.mkdir(parents=True, exist_ok=True)
    folder = pathlib.Path(tempfile.mkdtemp(dir=target))
    try:
        if options.only in (None, "contract"):
            same, other = contract(jdks, options.repeats, options.program, report, folder)
            equal, wrong = equal + same, wrong + other
        if options.only != "contract":
            names = SUITES if options.only in (None, "suites") else [options.only]
            ends = {jdk: home for jdk, home in jdks.items() if jdk != 21 or options.jdk == 21}
            same, other = suites(names, ends, options.repeats, report, folder)
            equal, wrong = equal + same, wrong + other
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    report(f"{equal} as without Snarl, {wrong} different")
    if options.out:
        options.out.write_text("\n".join(lines) + "\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(status_of("scripts/behaviour", lambda: run(sys.argv[1:])))
