"""Measures Snarl beside other agents, in turns, and writes benchmarks/results/overhead-*.json and docs/overhead.md.

Called by scripts/bench, which sees to Java, Maven and Go and builds what is measured.
"""

import argparse
import contextlib
import datetime
import json
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import overhead_attach
import overhead_cold
import overhead_doc
import overhead_macro
import overhead_micro
import overhead_scrape
import overhead_startup
import peers
from machine import AGENT, BENCHMARKS, RESULTS, ROOT, describe, java_home, load, need_jars
from peers import AGAIN, NONE, Absent, Peers

DOC = ROOT / "docs/overhead.md"
REASONS = ROOT / "benchmarks/overhead-reasons.json"
# The module, the share of --minutes, the rounds without --minutes.
SECTIONS = {
    "startup": (overhead_startup, 0.03, 15),
    "scrape": (overhead_scrape, 0.07, 5),
    "attach": (overhead_attach, 0.09, 5),
    "micro": (overhead_micro, 0.26, 7),
    "cold": (overhead_cold, 0.2, 3),
    "macro": (overhead_macro, 0.35, 7),
}
LEAST_ROUNDS = 3
# A section may take so much longer than its share for its least number of rounds.
OVERTIME = 1.25
HURRIED = "it looks at no executor, and for want of time is measured in few rows, to say what such an agent costs"


def arguments(words):
    parser = argparse.ArgumentParser(prog="scripts/bench", add_help=False)
    parser.error = refuse
    parser.add_argument("--only", default="")
    parser.add_argument("--cases", default="")
    parser.add_argument("--agents", default="")
    parser.add_argument("--rounds", type=int)
    parser.add_argument("--minutes", type=float)
    parser.add_argument("--jdk", type=int, default=17)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--table", action="store_true")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--out", type=Path)
    options = parser.parse_args(words)
    options.only = options.only.split(",") if options.only else list(SECTIONS)
    for name in options.only:
        if name not in SECTIONS:
            refuse(f"there is no section '{name}'; there are {', '.join(SECTIONS)}")
    if options.jdk not in (17, 21, 25):
        refuse(f"--jdk takes 17, 21 or 25, not '{options.jdk}'")
    if options.rounds is not None and not 1 <= options.rounds <= 100:
        refuse(f"--rounds takes 1 to 100, not '{options.rounds}'")
    if options.minutes is not None and not 1 <= options.minutes <= 1000:
        refuse(f"--minutes takes 1 to 1000, not '{options.minutes:g}'")
    try:
        options.cases = re.compile(options.cases)
        options.agents = peers.named(options.agents.split(",")) if options.agents else list(peers.AGENTS)
    except (re.error, ValueError) as e:
        refuse(str(e))
    return options


def refuse(why):
    print(f"scripts/bench: {why} (scripts/bench --help lists the options)", file=sys.stderr)
    sys.exit(2)


class Homes:
    """The Javas that were asked for, looked up once."""

    def __init__(self):
        self.found = {}

    def __call__(self, version):
        if version not in self.found:
            self.found[version] = java_home(version)
        if self.found[version] is None:
            raise Absent(f"there is no Java {version} here")
        return self.found[version]

    def described(self):
        return [describe(home) for home in self.found.values() if home]


class Taken:
    """The numbers of one case, and why some are missing."""

    def __init__(self, case):
        self.case, self.absent = case, {}
        self.samples = {metric: {} for metric in case.metrics}

    def add(self, agent, numbers):
        for metric, number in numbers.items():
            self.samples[metric].setdefault(agent.name, []).append(number)

    def drop(self, agent, why):
        """Who fails once is not measured again: a median of the rounds that went well would flatter it."""
        if agent.name in (NONE, AGAIN):
            sys.exit(f"scripts/bench: {self.case.title} fails without an agent: {why}")
        self.absent[agent.name] = why
        for taken in self.samples.values():
            taken.pop(agent.name, None)

    def json(self):
        return {"id": self.case.id, "title": self.case.title, "metrics": self.samples, "absent": self.absent}


def turn(taken, fleet, number, hurried):
    """Each agent once in one case, beginning with another one in each round."""
    agents = [agent for agent in fleet.agents if agent.takes_part(taken.case.id, hurried) and agent.name not in taken.absent]
    at = number % len(agents)
    for agent in agents[at:] + agents[:at]:
        began = time.monotonic()
        with tempfile.TemporaryDirectory(prefix="snarl-bench-", ignore_cleanup_errors=True) as folder:
            try:
                numbers = taken.case.measure(fleet, agent, folder)
            except Absent as why:
                taken.drop(agent, str(why))
                say(f"  {taken.case.id}, {agent.name}: {why}")
                continue
        taken.add(agent, numbers)
        shown = ", ".join(f"{name} {value:,.1f}" for name, value in numbers.items())
        say(f"  {taken.case.id}, {agent.name}: {shown} ({time.monotonic() - began:.1f} s)")


def planned(cases, agents, seconds):
    """Fewer rows rather than fewer rounds: the first cases of which the least number of rounds fits, but one at least."""
    fitting = []
    for case in cases:
        seconds -= LEAST_ROUNDS * case.seconds * sum(agent.takes_part(case.id, True) for agent in agents)
        if fitting and seconds < 0:
            break
        fitting.append(case)
    return fitting


def run(name, options, fleet, homes, seconds):
    """One section: rounds of all its cases in turns, as many as asked for or as fit. Yields after each what its JSON file holds."""
    module, _, usual = SECTIONS[name]
    cases = [case for case in module.cases(options.jdk, homes, options.quick) if options.cases.search(case.id)]
    chosen = [Taken(case) for case in (planned(cases, fleet.agents, seconds) if seconds else cases)]
    about = {
        "command": "scripts/bench " + " ".join(options.words),
        "began": datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%d %H:%M UTC"),
        "load": load(),
        "versions": fleet.versions,
        "absent": fleet.absent | {agent.name: HURRIED for agent in peers.AGENTS if agent.hurried and (seconds or agent not in options.agents)},
        "left_out": [case.title for case in cases if case not in [taken.case for taken in chosen]],
    }
    began, longest = time.monotonic(), 0
    with tempfile.TemporaryDirectory(prefix="snarl-bench-", ignore_cleanup_errors=True) as folder, contextlib.ExitStack() as helpers:
        for taken in chosen:
            for helper in taken.case.begin(folder) if hasattr(taken.case, "begin") else []:
                helpers.enter_context(helper)
        for number in range(options.rounds or (1 if options.quick else 100 if seconds else usual) if chosen else 0):
            since = time.monotonic()
            if seconds and since - began + longest > seconds * (1 if number >= LEAST_ROUNDS else OVERTIME):
                break
            for taken in chosen:
                turn(taken, fleet, number, seconds > 0)
            longest = max(longest, time.monotonic() - since)
            say(f"{name}: round {number + 1} done in {longest:.0f} s")
            yield {
                "name": name,
                "about": " ".join(module.ABOUT.split()),
                "order": [case.id for case in module.cases(options.jdk, homes, options.quick)],
                "runs": [{**about, "machines": homes.described(), "rounds": number + 1, "seconds": time.monotonic() - began}],
                "cases": [{**taken.json(), "run": 0} for taken in chosen if any(taken.samples.values())],
            }


def merged(old, new):
    """Cases that were not measured now stay as they were, with the run that they come from."""
    measured = {case["id"] for case in new["cases"]}
    kept = [case for case in old["cases"] if case["id"] not in measured]
    runs = list(new["runs"])
    for case in kept:
        run_of_case = old["runs"][case["run"]]
        if run_of_case not in runs:
            runs.append(run_of_case)
        case["run"] = runs.index(run_of_case)
    cases = sorted(new["cases"] + kept, key=lambda case: new["order"].index(case["id"]) if case["id"] in new["order"] else 99)
    return {**new, "runs": runs, "cases": cases}


def keep(section, file):
    """Writes the section's file; with what is in it already, if only some of its cases were measured."""
    if file.exists():
        section = merged(json.loads(file.read_text()), section)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps(section, indent=1) + "\n")


def need_builds(sections):
    """What is measured, built if it is not there or older than its source."""
    for jar, folder in ((AGENT, ROOT / "agent"), (BENCHMARKS, ROOT / "benchmarks")):
        if stale(jar, folder):
            jar.unlink()
    need_jars(AGENT, BENCHMARKS)
    poms = []
    if "macro" in sections or "cold" in sections:
        overhead_macro.need_loader()
        if not overhead_macro.AdExchange.jar.exists():
            poms.append(overhead_macro.AdExchange.pom)
        if not (overhead_macro.Kafka.folder / "lib").exists():
            poms.append(overhead_macro.Kafka.pom)
    if "startup" in sections and not overhead_startup.FirstResponse.jar.exists():
        poms.append(overhead_startup.FirstResponse.pom)
    for pom in poms:
        say(f"Building {Path(pom).parent}")
        subprocess.run(["mvn", "-B", "-q", "-f", ROOT / pom, "package"], check=True)


def stale(jar, folder):
    """Whether some source of the folder's modules has changed since the jar was built."""
    sources = (file for file in folder.rglob("src/main/**/*") if file.is_file())
    return jar.exists() and any(file.stat().st_mtime > jar.stat().st_mtime for file in sources)


def say(line):
    print(line, file=sys.stderr, flush=True)


def main(words):
    options = arguments(words)
    if options.check:
        return 0
    options.words = words
    results = options.out or RESULTS
    if not options.table:
        need_builds(options.only)
        fleet, homes = Peers(options.agents), Homes()
        left = sum(SECTIONS[name][1] for name in options.only)
        end = time.monotonic() + 60 * (options.minutes or 0)
        for name in options.only:
            share = SECTIONS[name][1]
            # What one section leaves over goes to those after it.
            seconds = (end - time.monotonic()) * share / left if options.minutes else 0
            left -= share
            # Written after each round: a run that is ended early has something to show.
            for section in run(name, options, fleet, homes, seconds):
                if options.quick and not options.out:
                    print(overhead_doc.table(section), flush=True)
                else:
                    keep(section, results / f"overhead-{name}.json")
    if options.table or not options.quick or options.out:
        overhead_doc.write(results / "overhead.md" if options.out else DOC, results, REASONS)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
