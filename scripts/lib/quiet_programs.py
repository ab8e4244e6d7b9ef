"""Runs programs that nobody here wrote with the agent, under load, idle and while they end, and keeps what Snarl said.

    quiet_programs.py --run …    see scripts/quiet --help, which calls it
    quiet_programs.py --page     makes docs/quiet.md from examples/quiet/programs.toml and benchmarks/results/quiet.json

What a program needs, how it is started, loaded and ended, and why what is said of it is right stands in programs.toml alone.
"""

import argparse
import datetime
import json
import os
import pathlib
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
import tomllib
import urllib.error
import zipfile

import artifacts
import jvm
import report
from jvm import Failed, say

ROOT = pathlib.Path(__file__).resolve().parents[2]
DECLARATIONS = ROOT / "examples/quiet/programs.toml"
SOURCES = ROOT / "examples/quiet/programs"
RESULTS = ROOT / "benchmarks/results/quiet.json"
PAGE = ROOT / "docs/quiet.md"
JDKS = (17, 25)
PHASES = ("load", "idle", "shutdown")
HEAP = "768m"
COPY = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy"
ERRORS = "snarl_agent_errors_total"
LOADED = r"^loaded: ([1-9].*), 0 failed$"
# A load that is asked to last N seconds takes longer: its JVM starts, and what is on its way is waited for.
PATIENCE = 180
IDLE_SECONDS = 30
END_SECONDS = 90
UNEXPLAINED_KEPT = 5
KEYS = {"name", "title", "kind", "libraries", "command", "ready", "load", "loads", "loaded", "jdks", "skipped", "flags", "flags_25",
        "files", "before", "beside", "flags_17", "heap", "archive", "ends", "counted", "unit", "load_flags", "expected", "environment", "start_seconds", "project", "profile_17", "profile_25", "unexplained"}
NOT_WATCHED = re.compile(r"^snarl: (.* (?:is left alone|unlike that of the tested versions .* stays silent), .*)")
SAID = re.compile(rf"^snarl: (?:INFO|WARNING|CRITICAL|RESOLVED) |^snarl: ready in |^snarl: resolved |{NOT_WATCHED.pattern}")


def declarations():
    return tomllib.loads(DECLARATIONS.read_text())


def programs():
    return declarations()["program"]


def misdeclared(program):
    """What is wrong with a declaration, one line each."""
    name = program.get("name", "?")
    wrong = [f"{name}: {key} is no key of a program" for key in program.keys() - KEYS]
    wrong += [f"{name} has no {key}" for key in ("title", "kind", "command", "loads", "jdks") if not program.get(key)]
    if not any(map(program.get, ("libraries", "archive", "project"))):
        wrong.append(f"{name} has neither libraries nor an archive or a project")
    if not program.get("ends") and "ready" not in program:
        wrong.append(f"{name} is a service and does not say how it is known to be ready")
    skipped = program.get("skipped", {})
    for jdk in JDKS:
        if (jdk in program.get("jdks", ())) == (str(jdk) in skipped):
            wrong.append(f"{name} must either run on {jdk} or say why it is skipped")
    for expected in program.get("expected", ()):
        wrong += [f"{name}: an expected finding has no {key}" for key in ("rule", "severity", "reason") if not expected.get(key)]
        if expected.get("severity") not in (*report.LOUD, "info"):
            wrong.append(f"{name}: no severity is called {expected.get('severity')}")
        if not set(expected.get("phases", PHASES)) <= set(PHASES):
            wrong.append(f"{name}: the phases are {', '.join(PHASES)}")
    return wrong


# ---- running ----


class Run:
    """One program on one Java in a folder of its own, with all that was started for it."""

    def __init__(self, program, jdk, java, options):
        self.program, self.jdk, self.java, self.options = program, jdk, java, options
        self.folder = options.root / f"target/example/quiet/programs/{program['name']}-jdk{jdk}"
        shutil.rmtree(self.folder, ignore_errors=True)
        jvm.make_folder(self.folder)
        self.findings_file = self.folder / "findings.jsonl"
        self.agent = jvm.own_copy(options.agent, self.folder)
        self.values = {"folder": self.folder, "seconds": options.seconds, "java": java.parent.parent}
        self.values.update({f"port{n}": free_port() for n in ("", 2, 3, 4)})
        self.started, self.lines_read, self.phases, self.errors, self.asked = [], 0, {}, 0.0, False
        self.chains = None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for program in reversed(self.started):
            program.end()

    def prepare(self):
        program = self.program
        libraries = tuple(program.get("libraries", ()))
        self.values["libraries"] = artifacts.fetched(libraries) if libraries else ""
        self.values.update(jars=os.pathsep.join(artifacts.jars_of(libraries)), sources=SOURCES)
        if "project" in program:
            self.values["project"] = built(SOURCES / program["project"], program.get(f"profile_{self.jdk}"), self.folder / "project")
        if "archive" in program:
            self.values["archive"] = archive = archive_of(program["archive"])
            if archive.suffix == ".zip":
                self.values["home"] = unpacked(archive, self.folder)
        for name, text in program.get("files", {}).items():
            file = self.folder / name
            jvm.make_folder(file.parent)
            file.write_text(self.filled(text))
        compile_drivers(program, libraries, self.folder / "classes")
        for number, command in enumerate(program.get("before", ())):
            self.finish(self.start(f"before-{number}", self.java_command(command)), PATIENCE)
        for beside in program.get("beside", ()):
            started = self.start(beside["name"], self.java_command(beside["command"], ["-Xmx384m"]))
            await_either(started, self.filled(beside["ready"]))

    def filled(self, text):
        """The text with {port}, {folder} and the like replaced; other braces are left."""
        return re.sub(r"\{(\w+)\}", lambda m: str(self.values.get(m[1], m[0])), text)

    def java_command(self, words, flags=()):
        """Words begin with a main class, or with -jar or -cp."""
        words = [self.filled(word) for word in words]
        path = [str(self.folder / "classes"), f"{self.values['libraries']}/*"]
        where = [] if words[0] in ("-jar", "-cp") else ["-cp", os.pathsep.join(path)]
        return [self.java, jvm.CORES, f"-Djava.io.tmpdir={jvm.make_folder(self.folder / 'tmp')}", f"-Duser.home={self.folder}", *flags, *where, *words]

    def start(self, name, command):
        environment = {**os.environ, **{k: self.filled(v) for k, v in self.program.get("environment", {}).items()}}
        started = jvm.Program(name, command, self.folder, environment)
        self.started.append(started)
        return started

    def finish(self, started, limit):
        try:
            code = started.process.wait(timeout=limit)
        except subprocess.TimeoutExpired:
            raise Failed(f"{started.name} has not ended within {limit} s: see {started.log}") from None
        if code:
            raise Failed(f"{started.name} ended with {code}: see {started.log} and {started.errors}")

    def launch(self):
        program = self.program
        flags = [self.filled(flag) for flag in (*program.get("flags", ()), *program.get(f"flags_{self.jdk}", ()))]
        agent = f"-javaagent:{self.agent}=port=0,findings={self.findings_file},application={program['name']}"
        command = self.java_command(program["command"], [agent, f"-Xmx{program.get('heap', HEAP)}", *flags])
        began = time.monotonic()
        self.process = self.start("program", command)
        self.process.await_line(self.process.errors, jvm.READY)
        self.snarl = self.process.await_line(self.process.errors, jvm.READY)
        if "ready" in program:
            await_either(self.process, self.filled(program["ready"]), program.get("start_seconds", PATIENCE))
        return time.monotonic() - began

    def look(self):
        """Reads what the agent counts of its own errors; the last answer stands when the JVM has gone."""
        try:
            self.errors = report.Scrape(0, jvm.get(f"{self.snarl}/metrics", timeout=10)).total(ERRORS)
            self.health = json.loads(jvm.get(f"{self.snarl}/healthz", timeout=10))
            if "load" not in self.phases:
                self.look_at_chains()
            self.asked = True
        except OSError as e:
            # A batch program that has just ended takes the agent along; any other must answer.
            try:
                self.process.process.wait(timeout=5)
            except subprocess.TimeoutExpired:
                raise Failed(f"the agent in {self.process.name} does not answer: {e}") from None

    def look_at_chains(self):
        """Of the last minute; before its first snapshot the agent has none."""
        try:
            self.chains = report.chains(jvm.get(f"{self.snarl}/api/chains?seconds=60", timeout=10)) or self.chains
        except urllib.error.HTTPError:
            pass

    def load(self):
        """The load's own last words; it is started anew until the seconds are over."""
        program = self.program
        pattern = re.compile(program.get("loaded", LOADED), re.MULTILINE)
        if "load" not in program:
            return self.await_loaded(self.process, pattern)
        end = time.monotonic() + self.options.seconds
        words, number = [], 0
        while True:
            number += 1
            started = self.start(f"load-{number}", self.java_command(program["load"], ["-Xmx384m", *program.get("load_flags", ())]))
            words.append(self.await_loaded(started, pattern))
            if time.monotonic() > end - 1:
                return words[-1] if number == 1 else f"{number} times: {words[-1]}"

    def await_loaded(self, started, pattern):
        """Waits until the program that loads, which may be the one under load, has ended or said that it is done."""
        deadline = time.monotonic() + self.options.seconds + PATIENCE
        own = started is self.process
        while time.monotonic() < deadline:
            ended = not started.running
            found = pattern.search(text_of(started))
            if ended and not own and started.process.returncode:
                raise Failed(f"{started.name} ended with {started.process.returncode}: see {started.log} and {started.errors}")
            if found and (ended or (own and not self.program.get("ends"))):
                if "counted" in self.program:
                    return f"{len(pattern.findall(text_of(started)))} {self.program['counted']}"
                return f"{found[1]} {self.program.get('unit', '')}".strip()
            if ended:
                raise Failed(f"{started.name} ended and did not say that all was well: see {started.log} and {started.errors}")
            if not own and not self.process.running:
                raise Failed(f"the program ended under load: see {self.process.log} and {self.process.errors}")
            self.look()
            time.sleep(1)
        raise Failed(f"{started.name} has not loaded within {self.options.seconds + PATIENCE} s: see {started.log}")

    def phase(self, name):
        """Keeps the findings since the last phase, each once and with its greatest severity."""
        lines = self.findings_file.read_text().splitlines() if self.findings_file.exists() else []
        found = {}
        for line in lines[self.lines_read :]:
            finding = json.loads(line)
            if finding.get("resolved"):
                continue
            known = found.get(finding["id"])
            if not known or artifacts.SEVERITIES.index(finding["severity"]) >= artifacts.SEVERITIES.index(known["severity"]):
                found[finding["id"]] = {key: finding[key] for key in ("rule", "severity", "site", "title")}
        self.lines_read = len(lines)
        self.phases[name] = list(found.values())

    def lost(self):
        """What `lost` says of the idle program, one line for each group of threads."""
        command = [self.java, "-jar", self.agent, "lost", str(self.process.process.pid), "--json", "--fail-on", "never"]
        done = subprocess.run(list(map(str, command)), capture_output=True, text=True)
        if done.returncode:
            raise Failed(f"lost ended with {done.returncode}: {done.stderr.strip()}")
        fields = ("severity", "certainty", "count", "site", "waitsFor", "why")
        return [{key: group[key] for key in fields} for group in json.loads(done.stdout)["groups"]]

    def shut_down(self):
        """The exit code after SIGTERM."""
        self.process.process.send_signal(signal.SIGTERM)
        try:
            return self.process.process.wait(timeout=END_SECONDS)
        except subprocess.TimeoutExpired:
            raise Failed(f"the program still runs {END_SECONDS} s after SIGTERM: see {self.process.log}") from None

    def whole(self):
        self.prepare()
        started = self.launch()
        loaded = self.load()
        lost = []
        if self.program.get("ends"):
            code = self.process.process.wait()
        else:
            self.look()
            self.phase("load")
            time.sleep(min(self.options.seconds, IDLE_SECONDS))
            if not self.process.running:
                raise Failed(f"the program ended while idle: see {self.process.log} and {self.process.errors}")
            self.look()
            self.phase("idle")
            lost = self.lost()
            code = self.shut_down()
        self.phase("load" if self.program.get("ends") else "shutdown")
        said = [line for line in self.process.errors.read_text(errors="replace").splitlines() if line.startswith("snarl: ")]
        return {
            "title": self.program["title"],
            "jdk": self.jdk,
            "date": str(datetime.date.today()),
            "seconds": self.options.seconds,
            "started": round(started, 1),
            "loaded": loaded,
            "exit": code,
            "errors": self.errors,
            "status": self.health["status"] if self.asked else "not asked",
            "left_alone": [line[7:] for line in said if NOT_WATCHED.match(line)],
            "stray": [line for line in said if not SAID.match(line)],
            "phases": self.phases,
            "lost": lost,
            "waited": waited(self.chains),
        }


def waited(chains):
    """Where threads waited under load, in figures; None if none did or the program ended before it was asked."""
    if not chains:
        return None
    open_ends = [[" → ".join(path), round(seconds / chains.seconds, 3)] for path, seconds in chains.unexplained()]
    return {"seconds": round(chains.seconds, 1), "explained": round(chains.explained, 3), "unexplained": open_ends[:UNEXPLAINED_KEPT]}


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def text_of(started):
    return started.log.read_text(errors="replace") + started.errors.read_text(errors="replace")


def await_either(started, pattern, limit=PATIENCE):
    """Once a line of standard output or error, the answer at a URL or that of a port (tcp:N) says that the program is ready."""
    deadline = time.monotonic() + limit
    while time.monotonic() < deadline:
        if not started.running:
            raise Failed(f"{started.name} ended while it started: see {started.log} and {started.errors}")
        if pattern.startswith(("http:", "tcp:")):
            try:
                return jvm.get(pattern, timeout=5) if pattern.startswith("http") else connect(int(pattern[4:]))
            except OSError:
                pass
        elif re.search(pattern, text_of(started)):
            return None
        time.sleep(0.2)
    raise Failed(f"{started.name} is not ready within {limit} s: see {started.log} and {started.errors}")


def archive_of(artifact):
    """One file of Maven Central, group:artifact:version:type:classifier, without what its pom needs; fetched once into .cache."""
    folder = ROOT / ".cache/libraries" / artifact.replace(":", "-")
    if not (folder / "complete").exists():
        command = ["mvn", "-q", "-B", COPY, f"-Dartifact={artifact}", f"-DoutputDirectory={folder}"]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode:
            raise Failed(f"could not fetch {artifact}:\n{done.stdout[-2000:]}{done.stderr}")
        (folder / "complete").touch()
    return next(file for file in folder.iterdir() if file.name != "complete")


def built(project, profile, folder):
    """What Maven makes of a project, which puts it where the property out says."""
    command = ["mvn", "-q", "-B", "-f", project / "pom.xml", "package", f"-Dout={folder}", *([f"-P{profile}"] if profile else [])]
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True)
    if done.returncode:
        raise Failed(f"could not build {project.name}:\n{done.stdout[-2000:]}{done.stderr}")
    return folder


def connect(port):
    socket.create_connection(("127.0.0.1", port), timeout=5).close()


def unpacked(archive, folder):
    """The only folder inside the archive."""
    with zipfile.ZipFile(archive) as file:
        file.extractall(folder)
        return folder / file.namelist()[0].split("/")[0]


def compile_drivers(program, libraries, classes):
    """Compiles those of our drivers that the declaration names, and what they use."""
    jvm.make_folder(classes)
    words = {word for command in (program["command"], program.get("load", ())) for word in command}
    files = [file for file in sorted(SOURCES.glob("*.java")) if file.stem in words]
    if not files:
        return
    command = ["javac", "--release", "17", "-proc:none", "-nowarn", "-sourcepath", SOURCES, "-cp", os.pathsep.join(artifacts.jars_of(libraries)), "-d", classes, *files]
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True)
    if done.returncode:
        raise Failed(f"javac failed:\n{done.stderr}")


# ---- judging ----


def reason_of(declared, name, phase, finding):
    """Why this finding is right, as declared for the program or, if it is information, for the rule; None if nothing says so."""
    program = next((one for one in declared["program"] if one["name"] == name), {})
    for expected in program.get("expected", ()):
        if (
            expected["rule"] == finding["rule"]
            and artifacts.SEVERITIES.index(finding["severity"]) <= artifacts.SEVERITIES.index(expected["severity"])
            and phase in expected.get("phases", PHASES)
            and re.search(expected.get("site", ""), finding["site"])
        ):
            return expected["reason"]
    return declared.get("information", {}).get(finding["rule"]) if finding["severity"] == "info" else None


def complaints(declared, name, result):
    """Why a run has failed, one line each."""
    wrong = [
        f"{finding['severity']} {finding['rule']} at {finding['site']} ({phase}): {finding['title']}"
        for phase, findings in result["phases"].items()
        for finding in report.loud(findings)
        if reason_of(declared, name, phase, finding) is None
    ]
    wrong += [f"lost, {group}" for group in report.loud(result.get("lost", []))]
    if result["errors"]:
        wrong.append(f"{ERRORS} is {result['errors']:.0f}, not 0")
    if result["status"] not in ("ok", "not asked"):
        wrong.append(f"/healthz says {result['status']}")
    wrong += [f"on standard error: {line}" for line in result["stray"]]
    if result["exit"] not in (0, 128 + signal.SIGTERM, -signal.SIGTERM):
        wrong.append(f"the program ended with {result['exit']}")
    return wrong


def tell(declared, name, result):
    """The run in some lines, and whether it has passed."""
    wrong = complaints(declared, name, result)
    say(f"  ready after {result['started']} s; {result['loaded']}; ended with {result['exit']}")
    for line in result["left_alone"]:
        say(f"    not watched: {line}")
    for phase, findings in result["phases"].items():
        for finding in findings:
            reason = reason_of(declared, name, phase, finding)
            say(f"    {phase}: {finding['severity']} {finding['rule']} at {finding['site']}: {finding['title']}")
            say(f"      {'right: ' + reason if reason else 'no reason declared'}")
    for group in result["lost"]:
        say(f"    lost: {group}")
    if result["waited"]:
        say(f"    threads waited {result['waited']['seconds']} s under load, {100 * result['waited']['explained']:.1f} % of it is explained")
        for end, share in result["waited"]["unexplained"]:
            say(f"      unexplained {100 * share:.1f} %: {end}")
    for line in wrong:
        say(f"  WRONG {line}")
    return not wrong


def run(options):
    declared = declarations()
    chosen = [one for one in declared["program"] if options.programs == "all" or one["name"] in options.programs.split(",")]
    unknown = set(options.programs.split(",")) - {"all", *(one["name"] for one in declared["program"])}
    if unknown:
        print(f"scripts/quiet: no program is called {', '.join(sorted(unknown))}; examples/quiet/programs.toml has them", file=sys.stderr)
        return 2
    failed, passed, skipped = [], 0, []
    for program in chosen:
        for jdk, java in options.javas:
            name = f"{program['name']} on {jdk}"
            if jdk not in program["jdks"]:
                why = program.get("skipped", {}).get(str(jdk), "only what docs/quiet.md has was looked at")
                skipped.append(name)
                say(f"*** {program['title']} on Java {jdk} is SKIPPED: {why}")
                continue
            say(f"{program['title']} on Java {jdk}")
            try:
                with Run(program, jdk, java, options) as one:
                    result = one.whole()
            except (Failed, SystemExit) as e:
                say(f"  FAILED {e}")
                failed.append(name)
                continue
            if tell(declared, program["name"], result):
                passed += 1
            else:
                failed.append(name)
            if options.results:
                keep(options.results, f"{program['name']}/{jdk}", result)
    print(f"{passed} runs without a wrong word, {len(failed)} failed{': ' if failed else ''}{', '.join(failed)}; {len(skipped)} skipped")
    return 1 if failed else 0


def keep(file, key, result):
    known = json.loads(file.read_text()) if file.exists() else {}
    known[key] = result
    # A finding may name a file of the run: of the folder in which the project lies nothing is kept.
    text = json.dumps(dict(sorted(known.items())), indent=1).replace(f"{ROOT}/", "")
    file.write_text(text + "\n")


# ---- the page ----


def page(declared, results):
    count = sum(one["name"] in {key.split("/")[0] for key in results} for one in declared["program"])
    dates = sorted({result["date"] for result in results.values()})
    seconds = sorted({result["seconds"] for result in results.values()})
    loud = sum(len(report.loud(found)) for result in results.values() for found in result["phases"].values())
    lines = [
        "# Quiet: what Snarl reports about other projects' programs",
        "",
        "<!-- Made by scripts/quiet --page from examples/quiet/programs.toml and benchmarks/results/quiet.json. -->",
        f"`scripts/quiet --programs all` runs {count} programs from Maven Central, the last of them small services of ours on frameworks, with the agent and the flags of their own start scripts, on Java 17 and 25:",
        "some seconds under load, some idle, then SIGTERM. A batch program only runs to its end. The run fails on an error in the load's results, "
        "on an error of the agent, and on a warning without a declared reason.",
        f"In these {len(results)} runs ({' to '.join(dict.fromkeys((dates[0], dates[-1])))}, load of "
        f"{' to '.join(map(str, dict.fromkeys((seconds[0], seconds[-1]))))} s each, two processors of a busy machine) "
        f"{'one warning was' if loud == 1 else f'{loud} warnings were' if loud else 'no warning was'} reported. An empty cell means no finding. "
        "*Waiting explained* is the share of the time that threads waited, in the last minute under load at most, which ends in a known cause ([chains](chains.md)); of a few seconds in a minute it says little.",
        "",
        "| program | kind | load | Java | work done | waiting explained | findings under load | idle | at shutdown |",
        "|---|---|---|--:|---|--:|---|---|---|",
    ]
    for program in declared["program"]:
        for jdk in JDKS:
            result = results.get(f"{program['name']}/{jdk}")
            head = f"| {program['title']} | {program['kind']} | {program['loads']} | {jdk} |"
            if result:
                cells = [said_in(result, phase) for phase in PHASES]
                lines.append(f"{head} {cell(result['loaded'])} | {explained_in(result)} | {' | '.join(cells)} |")
            else:
                lines.append(f"{head} not run: {program.get('skipped', {}).get(str(jdk), 'not measured yet')} | | | | |")
    lines += ["", "## The findings, and why they are right", ""]
    for program in declared["program"]:
        lines += said_of(declared, program, results)
    alone = sorted({line for result in results.values() for line in result["left_alone"]})
    if alone:
        lines += ["## Not instrumented", "", "The absence of findings about these proves nothing:", "", *(f"- {line}" for line in alone), ""]
    return "\n".join(lines).rstrip() + "\n"


def cell(text):
    return text.replace("|", "\\|")


def explained_in(result):
    waited = result.get("waited")
    return f"{100 * waited['explained']:.0f} % of {waited['seconds']:.0f} s" if waited and waited["seconds"] >= 1 else ""


def said_in(result, phase):
    if phase not in result["phases"]:
        return "ends by itself"
    rules = [finding["rule"] + ("" if finding["severity"] == "info" else f" (**{finding['severity']}**)") for finding in result["phases"][phase]]
    return ", ".join(f"{rule} × {rules.count(rule)}" if rules.count(rule) > 1 else rule for rule in dict.fromkeys(rules))


def said_of(declared, program, results):
    """A list of what was said of a program, each rule and site once."""
    said = {}
    for jdk in JDKS:
        for phase, findings in results.get(f"{program['name']}/{jdk}", {}).get("phases", {}).items():
            for finding in findings:
                entry = said.setdefault((finding["severity"], finding["rule"], finding["site"]), [finding["title"], set(), []])
                entry[1].add(f"{jdk} {phase}")
                reason = reason_of(declared, program["name"], phase, finding)
                if reason not in entry[2]:
                    entry[2].append(reason)
    unexplained = program.get("unexplained")
    if not said and not unexplained:
        return []
    lines = [f"### {program['title']}", ""]
    for (severity, rule, site), (title, where, reasons) in sorted(said.items()):
        why = " ".join(f"*Right:* {reason}" if reason else "**No reason is declared.**" for reason in reasons)
        lines.append(f"- {severity} [`{rule}`](findings/{rule}.md) at `{site}` ({', '.join(sorted(where))}): {title}. {why}")
    if unexplained:
        lines.append(f"- *Waits that are not explained:* {unexplained}")
    return [*lines, ""]


def written_page():
    return page(declarations(), json.loads(RESULTS.read_text()))


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--page", action="store_true")
    parser.add_argument("--programs", default="all")
    parser.add_argument("--java", action="append", default=[], help="VERSION=HOME")
    parser.add_argument("--seconds", type=int, default=20)
    parser.add_argument("--agent", type=pathlib.Path, default=ROOT / "agent/target/snarl.jar")
    parser.add_argument("--results", type=pathlib.Path)
    options = parser.parse_args()
    options.root = ROOT
    options.javas = [(int(version), pathlib.Path(home) / "bin/java") for version, home in (one.split("=", 1) for one in options.java)]
    return options


def main():
    options = arguments()
    if options.page:
        PAGE.write_text(written_page())
        return 0
    return jvm.status_of("scripts/quiet", lambda: run(options), report.Unreadable)


if __name__ == "__main__":
    raise SystemExit(main())
