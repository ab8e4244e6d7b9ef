"""scripts/soak: see its usage. Runs programs of agent/tests with the agent and without it, and judges what they measured."""

import argparse
import json
import re
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "benchmarks/lib"))
from machine import AGENT, RESULTS, describe, java_home, load, need_jars  # noqa: E402

CLASSES = ROOT / "agent/tests/target/test-classes"
LIBRARIES = ROOT / "agent/tests/target/libraries"
PACKAGE = "dev.snarl.tests.programs."
COUNTS = {"pools": 1_000_000, "threads": 1_000_000, "futures": 10_000_000, "sites": 100_000, "redeploys": 100}
MEASURED = {
    "heap": ("heap after full collections", 1 << 20, "MB", 2),
    "metaspace": ("metaspace", 1 << 20, "MB", 2),
    "threads": ("threads", 1, "", 2),
    "descriptors": ("file descriptors", 1, "", 2),
    "own": ("objects of the agent's own classes", 1 << 20, "MB", 1),
}
SAMPLES = 16
WARM_UP = 40
OWN = re.compile(r"^ *\d+: +\d+ +(\d+) +(?:dev\.snarl\.(?!tests)|java\.util\.concurrent\.Snarl)", re.M)
LATER = re.compile(r"snarl: (ready|WARNING|CRITICAL) .*")


class Series:
    """One quantity over a run: its first and its last quarter, and by how much it wavers anyway."""

    def __init__(self, values):
        self.values = values
        quarter = max(1, len(values) // 4)
        self.first = statistics.median(values[:quarter])
        self.last = statistics.median(values[-quarter:])
        # What lies between neighbours is noise: a trend adds to each difference only its share of one step.
        steps = [abs(b - a) for a, b in zip(values, values[1:])]
        self.noise = statistics.median(steps) if steps else 0

    @property
    def growth(self):
        return self.last - self.first


def flat(with_agent, without, slack):
    """Whether it grows no more with the agent than without, but for noise and a slack in the quantity's own unit."""
    excess = with_agent.growth - max(0, without.growth if without else 0)
    return excess <= max(slack, 2 * with_agent.noise, 2 * without.noise if without else 0)


def metric(page, name, **labels):
    """The sum of a metric's series that have these labels."""
    total = 0.0
    for line in page.splitlines():
        found = re.match(rf"{name}(?:\{{(.*)\}})? (\S+)$", line)
        if found and all(f'{key}="{value}"' in (found[1] or "") for key, value in labels.items()):
            total += float(found[2])
    return total


class Run:
    """One JVM with a program in it, to its end: its samples, what it counted, and what the agent said of it."""

    def __init__(self, home, phase, amount, samples, with_agent):
        self.samples, self.counted, self.page, self.health, self.kept = [], {}, "", {}, None
        self.phase, self.amount = phase, amount
        redeploys = phase == "redeploys"
        words = ["Redeploys", str(amount), str(samples)] if redeploys else ["Soak", phase, str(amount), str(samples), str(WARM_UP)]
        path = [CLASSES, *sorted(LIBRARIES.glob("tomcat-embed-core-10*.jar"))]
        agent = [f"-javaagent:{AGENT}=port=0,jfr=on"] if with_agent else []
        began = time.monotonic()
        with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryFile("w+") as errors:
            command = [home / "bin/java", "-Xmx512m", f"-Djava.io.tmpdir={folder}", *agent]
            command += ["-cp", ":".join(map(str, path)), PACKAGE + words[0], *words[1:]]
            self.process = subprocess.Popen(
                list(map(str, command)), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors, text=True
            )
            try:
                self.read(home, with_agent, errors)
            finally:
                self.process.stdin.close()
                try:
                    self.process.wait(timeout=60)
                except subprocess.TimeoutExpired:
                    self.process.kill()
                    self.process.wait()
            errors.seek(0)
            self.said = errors.read().splitlines()
        self.seconds = time.monotonic() - began

    def read(self, home, with_agent, errors):
        for line in self.process.stdout:
            kind, _, rest = line.strip().partition(" ")
            if kind == "sample":
                self.samples.append(json.loads(rest))
                if with_agent:
                    self.samples[-1]["own"] = self.own(home)
            elif kind in ("counted", "kept"):
                self.counted, self.kept = (json.loads(rest), None) if kind == "counted" else ({}, int(rest))
                if with_agent:
                    self.ask(errors)
                return
        raise RuntimeError(f"the program ended early with {self.process.wait()}")

    def own(self, home):
        command = [home / "bin/jcmd", str(self.process.pid), "GC.class_histogram"]
        done = subprocess.run(list(map(str, command)), capture_output=True, text=True, timeout=60, check=True)
        return sum(map(int, OWN.findall(done.stdout)))

    def ask(self, errors):
        errors.seek(0)
        address = re.search(r"snarl: ready .* on (http://[^ ,]+),", errors.read())[1]
        time.sleep(2)  # a snapshot may be half a second old

        def get(path):
            with urllib.request.urlopen(address + path, timeout=20) as answer:
                return answer.read().decode()

        self.page, self.health = get("/metrics"), json.loads(get("/healthz"))

    def series(self, key):
        values = [sample[key] for sample in self.samples if key in sample]
        # The first sample is before any work.
        return Series(values[1:]) if len(values) > 2 else None

    def complaints(self):
        """What is not as it should be, in words."""
        wrong = []
        if self.process.returncode:
            wrong.append(f"ended with {self.process.returncode}")
        wrong += [f"said: {line}" for line in self.said if not LATER.fullmatch(line)]
        if self.health.get("status") != "ok":
            wrong.append(f"/healthz says {self.health}")
        if metric(self.page, "snarl_agent_errors_total"):
            wrong.append("errors of its own are counted")
        if metric(self.page, "snarl_agent_dropped_total", table="slots"):
            wrong.append("threads found no slot")
        if self.kept:
            wrong.append(f"{self.kept} class loaders are kept")
        starts = metric(self.page, "snarl_thread_starts_total")
        if self.counted and starts != self.counted["threads"]:
            wrong.append(f"{starts:.0f} thread starts counted of {self.counted['threads']}")
        if metric(self.page, "snarl_agent_dropped_total", table="executors") > self.counted.get("pools", 0):
            wrong.append("more executors dropped than there were")
        if self.phase == "sites":
            # Each class starts a thread, builds a pool, feeds it and waits; 2,000 sites fit.
            most = 4 * self.amount - 2_000
            dropped = metric(self.page, "snarl_agent_dropped_total", table="sites")
            if not most <= dropped <= 1.1 * most + 20:  # the observer may meet a site, too
                wrong.append(f"{dropped:.0f} sites dropped where {most} did not fit")
        return wrong


def judge(phase, with_agent, without):
    """Rows of the table, and what is wrong."""
    rows, wrong = [], [f"{phase}: {complaint}" for complaint in with_agent.complaints()]
    for key, (name, unit, word, slack) in MEASURED.items():
        seen, base = with_agent.series(key), without.series(key)
        if seen is None:
            continue
        fine = flat(seen, base, slack * unit)

        def show(series):
            if series is None:
                return "–"
            digits = ".1f" if word else ".0f"
            return f"{series.first / unit:{digits}} → {series.last / unit:{digits}} {word}".strip()

        rows.append(f"| {phase} | {name} | {show(base)} | {show(seen)} | {'flat' if fine else '**grows**'} |")
        if not fine:
            wrong.append(f"{phase}: {name} grows: {seen.values} with the agent, {base and base.values} without")
    return rows, wrong


def truth(phase, run):
    """What the program counted, against what the agent says."""
    if run.kept is not None:
        return f"{run.amount:,} deployments, {run.kept} class loaders kept after full collections"
    dropped = re.findall(r'snarl_agent_dropped_total\{.*table="([^"]+)"\} ([1-9]\S*)', run.page)
    words = ", ".join(f"{table} {float(count):,.0f}" for table, count in dropped) or "nothing"
    counted = ", ".join(f"{count:,} {name}" for name, count in run.counted.items() if count)
    starts = metric(run.page, "snarl_thread_starts_total")
    return f"{counted}; thread starts that the agent counted {starts:,.0f}; dropped: {words}"


def main():
    parser = argparse.ArgumentParser(add_help=False)
    parser.add_argument("--jdk", type=int, default=17, choices=(17, 25))
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--only", nargs="+", choices=(*COUNTS, "mixed"), default=(*COUNTS, "mixed"))
    parser.add_argument("--share", type=float, default=1)
    parser.add_argument("--out", type=Path)
    options = parser.parse_args()
    need_jars(AGENT)
    home = java_home(options.jdk)
    if home is None:
        sys.exit(f"no Java {options.jdk} to be had here")
    if not (home / "bin/jcmd").exists():
        sys.exit(f"no jcmd beside Java {options.jdk}")
    if not (CLASSES / "dev/snarl/tests/programs/Soak.class").exists() or not LIBRARIES.exists():
        command = ["mvn", "-B", "-q", "package", "-DskipTests", "-pl", "agent/tests", "-am"]
        subprocess.run(command, cwd=ROOT, check=True)
    load_before, rows, truths, wrong = load(), [], [], []
    began = time.monotonic()
    for phase in options.only:
        seconds = round(60 * options.minutes)
        amount = seconds if phase == "mixed" else max(1, round(COUNTS[phase] * options.share))
        samples = min(max(SAMPLES, seconds // 15), 240) if phase == "mixed" else min(SAMPLES, amount)
        runs = {}
        for with_agent in (False, True):
            # The control of the mixed load is a quarter as long: it shows the noise and the program's own growth.
            control = phase == "mixed" and not with_agent
            size, times = (max(8, amount // 4), max(8, samples // 4)) if control else (amount, samples)
            runs[with_agent] = run = Run(home, phase, size, times, with_agent)
            print(f"{phase} {'with' if with_agent else 'without'} the agent: {run.seconds:.0f} s", flush=True)
        more, complaints = judge(phase, runs[True], runs[False])
        print("\n".join(more), flush=True)
        rows += more
        wrong += complaints
        truths.append(f"- {phase}, {runs[True].seconds:.0f} s: {truth(phase, runs[True])}")
        print(truths[-1], flush=True)
    print("\n".join(wrong) or "Nothing grows, and every count is right.")
    if options.out:
        options.out.write_text(page(options, home, load_before, time.monotonic() - began, rows, truths, wrong))
    sys.exit(1 if wrong else 0)


def page(options, home, load_before, seconds, rows, truths, wrong):
    share = "" if options.share == 1 else f" --share {options.share:g}"
    only = "" if len(options.only) > len(COUNTS) else f" --only {' '.join(options.only)}"
    minutes = f" --minutes {options.minutes:g}" if "mixed" in options.only else ""
    command = f"scripts/soak --jdk {options.jdk}{minutes}{only}{share}"
    table = "\n".join(rows)
    counts = "\n".join(truths)
    verdict = "\n".join(f"- {complaint}" for complaint in wrong) or "Nothing grows, and every count is right."
    return f"""# What comes and goes for long leaves nothing

`{command}`, {seconds / 60:.0f} minutes in all. Each row is a program that makes and drops much of one kind, once without the agent and once
with it, the flight recorder included. After {WARM_UP} s of the same work to warm up it stops now and then, collects the heap and measures itself: the medians of
the first and of the last quarter of its measurements. It *grows* if, with the agent, the last quarter is above the first by more than without it,
than a slack of 2 MB (2 threads, 2 descriptors; 1 MB for the agent's own objects) and than twice the noise between neighbours.
`mixed` does all but the redeployments in turns; its control is a quarter as long. Load average before it began: {load_before:.2f}.

- {describe(home)}

| load | quantity | without | with the agent | |
|---|---|--:|--:|---|
{table}

What the programs counted, and what the agent says:

{counts}

{verdict}
"""


if __name__ == "__main__":
    main()
