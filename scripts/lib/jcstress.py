#!/usr/bin/env python3
"""Adds up what jcstress saw, over all its configurations: one row for each outcome of each test.

    scripts/lib/jcstress.py LOG COMMAND [OUT.md]
"""

import collections
import datetime
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "benchmarks/lib"))
from machine import describe, java_home  # noqa: E402

TEST = re.compile(r"\[(OK|FAILED|INTERESTING|ERROR)\] dev\.snarl\.(?:\w+\.)*(\w+)")
OUTCOME = re.compile(r"^ +(\S.*?) +([\d,]+) +<?[\d.]+% +(Acceptable|Forbidden|Interesting) +(.*)$")


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


def table(seen, runs):
    lines = ["| test | outcome | seen | |", "|---|---|--:|---|"]
    for test in sorted(seen):
        for (outcome, kind, meaning), samples in sorted(seen[test].items()):
            lines.append(f"| {test} | `{outcome}` | {samples:,} | {kind.lower()}: {meaning} |")
    forbidden = sum(n for outcomes in seen.values() for (_, kind, _), n in outcomes.items() if kind == "Forbidden")
    total = sum(n for outcomes in seen.values() for n in outcomes.values())
    lines.append("")
    lines.append(f"{total:,} meetings in {sum(runs.values())} forked JVMs, {forbidden:,} with a forbidden outcome.")
    return "\n".join(lines)


def main():
    seen, runs = read(pathlib.Path(sys.argv[1]).read_text())
    text = table(seen, runs)
    print(text)
    if len(sys.argv) > 3:
        pathlib.Path(sys.argv[3]).write_text(
            f"# The protocols under jcstress\n\n`{sys.argv[2]}`, {datetime.date.today()}. Machine: {describe(java_home(17))}.\n\n"
            f"Each test is a class in `agent/stress`, whose comment says what must hold. jcstress runs it with every pair of\n"
            f"interpreter, C1 and C2.\n\n{text}\n"
        )
    return 0 if seen else 1


if __name__ == "__main__":
    sys.exit(main())
