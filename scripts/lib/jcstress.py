#!/usr/bin/env python3
"""Runs agent/stress under jcstress and adds up what was seen; called by scripts/jcstress, which builds it.

    jcstress.py [--quick] [--only REGEX] [--out FILE]     status 1 if a forbidden outcome was seen
    jcstress.py --break [--out FILE]                      each test once with the edit of agent/stress/breaks.toml: status 1
                                                          if a forbidden outcome was not seen
"""

import argparse
import collections
import datetime
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib

ROOT = pathlib.Path(__file__).resolve().parents[2]
STRESS = ROOT / "agent/stress/target"
BOOTSTRAP = ROOT / "agent/bootstrap/target/classes"
sys.path.insert(0, str(ROOT / "benchmarks/lib"))
from machine import describe, java_home  # noqa: E402

TEST = re.compile(r"\[(OK|FAILED|INTERESTING|ERROR)\] dev\.snarl\.(?:\w+\.)*(\w+)")
OUTCOME = re.compile(r"^ +(\S.*?) +([\d,]+) +<?[\d.]+% +(Acceptable|Forbidden|Interesting) +(.*)$")


def stress(only, milliseconds, iterations, classes=(), bootstrap=BOOTSTRAP, first=False):
    """(output, status) of the tests that match; classes go before the project's own. With first, up to the first failure."""
    path = [*classes, STRESS / "classes", STRESS / "libraries/*"]
    command = ["java", "-cp", ":".join(map(str, path)), "org.openjdk.jcstress.Main", "-t", only, "-f", "1", "-fsm", "1", "-c", "2",
               "-iters", iterations, "-time", milliseconds, "-v", "-r", "report", "-jvmArgs", f"--patch-module=java.base={bootstrap}"]
    lines = []
    with subprocess.Popen([str(word) for word in command], cwd=STRESS, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as run:
        for line in run.stdout:
            lines.append(line)
            if line.startswith("(Results:"):
                if not first:
                    print(line.strip(), file=sys.stderr, flush=True)
                elif any(TEST.search(one) and "[FAILED]" in one for one in lines):
                    run.terminate()
    return "".join(lines), run.returncode


def read(log):
    """{test: {(outcome, kind, meaning): samples}} and {test: configurations}."""
    seen, runs = collections.defaultdict(collections.Counter), collections.Counter()
    test = None
    for line in log.splitlines():
        if line.startswith("RUN RESULTS"):
            break
        if match := TEST.search(line):
            test = match[2]
            runs[test] += 1
        elif (match := OUTCOME.match(line)) and test:
            seen[test][(match[1].strip(), match[3], match[4])] += int(match[2].replace(",", ""))
    return seen, runs


def forbidden(seen):
    return sum(n for outcomes in seen.values() for (_, kind, _), n in outcomes.items() if kind == "Forbidden")


def table(seen, runs):
    lines = ["| test | outcome | seen | |", "|---|---|--:|---|"]
    for test in sorted(seen):
        for (outcome, kind, meaning), samples in sorted(seen[test].items()):
            lines.append(f"| {test} | `{outcome}` | {samples:,} | {kind.lower()}: {meaning} |")
    total = sum(n for outcomes in seen.values() for n in outcomes.values())
    lines += ["", f"{total:,} meetings in {sum(runs.values())} forked JVMs, {forbidden(seen):,} with a forbidden outcome."]
    return "\n".join(lines)


def breaks():
    return tomllib.loads((ROOT / "agent/stress/breaks.toml").read_text())["break"]


def broken(entry, folder):
    """(classes before the project's own, bootstrap classes) with that edit compiled in."""
    folder = pathlib.Path(folder)
    name = pathlib.Path(entry["file"]).name
    text = (ROOT / entry["file"]).read_text()
    if text.count(entry["find"]) != 1:
        raise SystemExit(f"{entry['test']}: what is to be edited does not stand in {name} once")
    (folder / name).write_text(text.replace(entry["find"], entry["put"]))
    boot = folder / "boot"
    shutil.copytree(BOOTSTRAP, boot)
    core = "/bootstrap/" not in entry["file"]
    patch = f"java.base={boot}" if core else f"java.base={folder}:{ROOT / 'agent/bootstrap/src/main/java'}"
    out = folder / "core" if core else boot
    done = subprocess.run(["javac", "-nowarn", "-proc:none", "-XDstringConcat=inline", "-cp", f"{STRESS}/libraries/*", f"--patch-module={patch}",
                           "-d", str(out), str(folder / name)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode:
        raise SystemExit(f"{entry['test']}: the edit does not compile:\n{done.stdout}")
    return [folder / "core"], boot


def break_all(out):
    rows, fine = [], True
    for entry in breaks():
        with tempfile.TemporaryDirectory() as folder:
            classes, boot = broken(entry, folder)
            seen, _ = read(stress(rf"dev\.snarl\..*{entry['test']}", 300, 3, classes, boot, first=True)[0])
        # It was stopped at the first configuration that failed.
        worst = [(n, outcome) for outcomes in seen.values() for (outcome, kind, _), n in outcomes.items() if kind == "Forbidden"]
        total = sum(n for outcomes in seen.values() for n in outcomes.values())
        count, outcome = max(worst, default=(0, "–"))
        fine = fine and bool(worst)
        rows.append(f"| {entry['test']} | {entry['what']} | `{outcome}` | {sum(n for n, _ in worst):,} of {total:,} |")
        print(rows[-1], flush=True)
    text = "\n".join(["| test | broken so | forbidden outcome, most often | seen |", "|---|---|---|--:|", *rows])
    if out:
        known = out.read_text() if out.exists() else ""
        out.write_text(known.split("\n## Broken")[0].rstrip() + f"\n\n## Broken on purpose\n`scripts/jcstress --break`, {datetime.date.today()}.\n\n{text}\n")
    return 0 if fine else 1


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--break", dest="breaking", action="store_true")
    parser.add_argument("--only", default="")
    parser.add_argument("--out", type=pathlib.Path)
    options = parser.parse_args()
    if options.breaking:
        return break_all(options.out)
    output, status = stress(rf"dev\.snarl\..*{options.only}.*", *((150, 2) if options.quick else (1000, 4)))
    seen, runs = read(output)
    print(table(seen, runs) if seen else output[-3000:])
    if options.out:
        options.out.write_text(
            f"# The protocols under jcstress\n\n`scripts/jcstress{' --quick' if options.quick else ''}`, {datetime.date.today()}. "
            f"Machine: {describe(java_home(17))}.\n\nEach test is a class in `agent/stress`, whose comment says what must hold. "
            f"jcstress runs it with every pair of\ninterpreter, C1 and C2.\n\n{table(seen, runs)}\n"
        )
    return 1 if status or forbidden(seen) or not seen else 0


if __name__ == "__main__":
    sys.exit(main())
