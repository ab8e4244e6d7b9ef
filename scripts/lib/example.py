"""What the examples share: each examples/*/run.py declares its variants and hands them to main().

A run.py has a line CASE = "A" by which scripts/example finds it, one function for each variant that starts what it needs,
measures and returns an Outcome, and a table of Variants. Options come from scripts/example, which has built everything.
"""

import argparse
import dataclasses
import json
import pathlib
import re
import sys
import time
import typing

import jvm
import report
from examination import Examination, contradictions
from jvm import Failed, say

CHAINS_EVERY_SECONDS = 5
SEVERITIES = ("info", "warning", "critical")
SITE = re.compile(r"\(([^()]+):(\d+)\)$")


@dataclasses.dataclass(frozen=True)
class Expected:
    """A finding that must be there: at the only line of a source file that holds this code, or anywhere.

    The source is a path in the example's folder. A rule without a page in docs/findings is not in the agent yet.
    """

    rule: str
    severity: str = "warning"
    source: str = ""
    code: str = ""

    def exists(self, root):
        return (root / "docs/findings" / f"{self.rule}.md").exists()

    def site(self, folder):
        path = folder / self.source
        return f"({path.name}:{report.line_of(path, self.code)})" if self.source else ""

    def matches(self, folder, finding):
        return (
            finding["rule"] == self.rule
            and SEVERITIES.index(finding["severity"]) >= SEVERITIES.index(self.severity)
            and finding["site"].endswith(self.site(folder))
        )

    def describe(self, folder):
        site = self.site(folder)
        return f"{self.severity} {self.rule}" + (f" at {site[1:-1]}" if site else "")


@dataclasses.dataclass
class Outcome:
    """What one run measured: cells of the table in order, the findings, and what should not have happened."""

    scale: str
    measured: dict
    findings: list
    complaints: list = dataclasses.field(default_factory=list)


@dataclasses.dataclass(frozen=True)
class Variant:
    """`before`, `after`, or with a step in between. After must be silent: nothing from warning upwards."""

    name: str
    step: str
    run: typing.Callable
    expected: tuple = ()
    # What `doctor` must say of it, by hypothesis.
    verdicts: dict = dataclasses.field(default_factory=dict)
    # The widest chain before the fix; after it, chains that must be gone.
    culprits: tuple = ()

    @property
    def silent(self):
        return self.name == "after"

    @property
    def title(self):
        return f"{self.name} ({self.step})" if self.step else self.name

    @property
    def slug(self):
        return f"{self.name}-{self.step}" if self.step else self.name


# What is refuted in each of the cases; what the machine decides, such as its processors, is declared by none.
REFUTED = dict.fromkeys(("file-descriptors", "metaspace", "starvation-deadlock", "two-threads-per-job", "thread-per-task"), "false")


def verdicts(true=(), false=()):
    """What `doctor` must say of a variant: these are true, these are false, and so is what all have in common."""
    return {**REFUTED, **dict.fromkeys(false, "false"), **dict.fromkeys(true, "true")}


class Context:
    """One run: where it may write, which Java it uses, and what it has started; all of that is ended on the way out."""

    def __init__(self, folder, variant, options, doctor=False):
        self.root = options.root
        self.source = folder
        self.variant = variant
        self.jdk = options.jdk
        self.java = options.java
        self.build_java = options.build_java
        self.out = options.root / "target/example" / folder.name / f"{variant.slug}-jdk{options.jdk}"
        self.started = []
        self.asks_the_doctor = doctor
        self.examination = None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.examination:
            self.examination.end()
        for program in reversed(self.started):
            program.end()

    def start(self, name, command, env=None):
        """A program without the agent, such as a server that the example needs. Its logs are in the run's folder."""
        return self._keep(jvm.Program(name, command, jvm.make_folder(self.out / name), env))

    def start_jvm(self, name, jar, jvm_options=(), arguments=(), java=None):
        """A JVM with the agent; `jar` is a path in the example's folder."""
        agent = self.root / "agent/target/snarl.jar"
        started = self._keep(
            jvm.Jvm(
                name,
                java or self.java,
                agent,
                f"{self.source.name}-{self.variant.slug}",
                self.source / jar,
                jvm.make_folder(self.out / name),
                jvm_options,
                arguments,
            )
        )
        if self.asks_the_doctor:
            self.examination = Examination(self.build_java, agent, started)
        return started

    def look_at_chains(self):
        """Now and then, since an example may end by an OutOfMemoryError."""
        for program in self.started:
            if isinstance(program, jvm.Jvm) and program.snarl and program.running:
                program.look_at_chains()

    @property
    def chains(self):
        """Of the JVM with the agent, None if no thread of it waited."""
        return next((program.chains for program in self.started if isinstance(program, jvm.Jvm)), None)

    def _keep(self, program):
        self.started.append(program)
        return program

    def wait(self, what, done, limit, every=1.0):
        """Polls until `done` answers something true, and says every 15 s what it last answered to `what`."""
        began = said = looked = time.monotonic()
        while not (answer := done()):
            now = time.monotonic()
            if now - looked > CHAINS_EVERY_SECONDS:
                self.look_at_chains()
                looked = time.monotonic()
            if now - began > limit:
                raise Failed(f"{what()}: not done after {limit} s")
            if now - said >= 15:
                say(f"  … {now - began:.0f} s, {what()}")
                said = now
            time.sleep(every)
        return answer


def short(site):
    """The site without its package: Class.method(File.java:line)."""
    return re.sub(r"^(?:[a-z0-9_]+\.)+(?=[A-Z])", "", site)


def main(title, folder, variants):
    options = arguments()

    def chosen():
        variant = choose(variants, options)
        if options.check:
            return 0
        if not options.java:
            raise Failed("start it with scripts/example")
        return run(title, folder, variants, variant, options)

    return jvm.status_of("scripts/example", chosen, report.Unreadable)


def arguments():
    parser = argparse.ArgumentParser()
    parser.add_argument("variant", choices=("before", "after"))
    parser.add_argument("--step", default="")
    parser.add_argument("--root", type=pathlib.Path, required=True)
    parser.add_argument("--jdk", type=int, required=True)
    parser.add_argument("--java", default="")
    parser.add_argument("--build-java", default="")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--doctor", action="store_true")
    return parser.parse_args()


def choose(variants, options):
    of_name = [variant for variant in variants if variant.name == options.variant]
    for variant in of_name:
        if variant.step == options.step:
            return variant
    steps = ", ".join(variant.step for variant in of_name if variant.step) or "none"
    asked = f"step '{options.step}'" if options.step else "variant without a step"
    print(f"scripts/example: there is no {asked} of '{options.variant}'; it has: {steps}", file=sys.stderr)
    sys.exit(2)


def run(title, folder, variants, variant, options):
    with Context(folder, variant, options, options.doctor) as context:
        jvm.make_folder(context.out)
        outcome = variant.run(context)
    keep(context.out, outcome)
    print()
    print(f"{title}, {variant.title}, Java {options.jdk}, 2 cores: {outcome.scale}")
    print()
    print("\n".join(report.columns(table(variants, variant, outcome, context))))
    print()
    print("\n".join(report.findings_in_brief(variant.title, outcome.findings, short)))
    print()
    print("\n".join(report.chains_in_brief(variant.title, context.chains)))
    print()
    print(report.findings_in_full(variant.title, outcome.findings))
    lines = complaints(variant, outcome, folder) + of_the_chains(variant, context.chains, folder)
    if context.examination:
        print(f"What the doctor says of '{variant.title}':\n\n{context.examination.text}")
        (context.out / "doctor.txt").write_text(context.examination.text)
        lines += contradictions(variant.verdicts, context.examination.verdicts)
    not_yet = [expected for expected in variant.expected if not expected.exists(options.root)]
    for expected in not_yet:
        print(f"not yet: {expected.describe(folder)}: this version of the agent has no such rule")
    print(verdict(variant, lines, len(not_yet)))
    return 1 if lines else 0


def keep(out, outcome):
    """For the table of the other variants, which are run by other calls."""
    rows = dict(outcome.measured)
    rows["findings, warning or worse"] = str(len(report.loud(outcome.findings)) or "none")
    (out / "measured.json").write_text(json.dumps(rows, indent=1))


def table(variants, variant, outcome, context):
    """One column for this run and one for the last run of each other variant on the same Java."""
    found = []
    for each in variants:
        file = context.out.parent / f"{each.slug}-jdk{context.jdk}" / "measured.json"
        if file.exists():
            old = "" if each is variant else " *"
            found.append((each.title + old, json.loads(file.read_text())))
    labels = list(dict.fromkeys(label for _, rows in found for label in rows))
    # The number of findings stands last, whichever variant has the most rows.
    labels.sort(key=lambda label: label.startswith("findings"))
    heads = [name for name, _ in found]
    rows = [("", *heads)] + [(label, *(rows.get(label, "-") for _, rows in found)) for label in labels]
    if any(name.endswith("*") for name in heads):
        rows.append(("* from an earlier call", *("" for _ in heads)))
    return rows


def complaints(variant, outcome, folder):
    """Why the run has failed, one line each; empty if it has not."""
    root = folder.parents[1]
    lines = [
        f"no {expected.describe(folder)}"
        for expected in variant.expected
        if expected.exists(root) and not any(expected.matches(folder, finding) for finding in outcome.findings)
    ]
    if variant.silent:
        for finding in report.loud(outcome.findings):
            lines.append(f"{finding['severity']} {finding['rule']} at {short(finding['site'])}")
    return lines + outcome.complaints


def of_the_chains(variant, chains, folder):
    """Which chains are not as the variant declares, one line each."""
    return [
        line
        for culprit in variant.culprits
        for line in (culprit.left(folder, chains) if variant.silent else culprit.missing(folder, chains))
    ]


def verdict(variant, lines, not_yet):
    if lines:
        return "\n".join(["FAILED", *(f"  {line}" for line in lines)])
    said = f"all {len(variant.expected) - not_yet} findings that were expected are there, by name and line"
    if not_yet:
        said += f"; {not_yet} not asked for yet"
    if variant.silent:
        said += "; Snarl has nothing to warn of"
    return f"OK: {said}."
