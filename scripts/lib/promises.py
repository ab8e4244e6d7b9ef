#!/usr/bin/env python3
"""docs/safety.md from docs/promises.toml, and the proof that each promise has a test which fails when it is broken.

    promises.py                 writes docs/safety.md
    promises.py --check         every test and every edit is there, and docs/safety.md is in step
    promises.py --break [--results FILE] [--why TEXT] [ID…]   breaks each, or those named, in a copy; see scripts/safety

The copy is built once. For each promise: one edit, one class compiled anew and put into the jar, its tests, which must fail;
all tests were seen to pass in the copy before. Nothing outside the copy is changed.
"""

import argparse
import collections
import datetime
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
import xml.etree.ElementTree as tree
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
SAFETY = ROOT / "docs/safety.md"
MODULES = ["agent/model", "agent/runtime", "agent/cli", "agent/tests"]
# Where the files of a module lie in the agent's jar, and how classes are called there; None: the build packs them.
IN_JAR = {**dict.fromkeys(("agent/model", "agent/runtime", "agent/cli"), ("snarl/core/", None)),
          "agent/bootstrap": ("snarl/boot/", ".classdata"), "agent/launcher": ("", ".class")}
PARAMETERS = {"int": "int", "Jdk": "dev.snarl.tests.Jdk", "Path": "java.nio.file.Path"}
PATIENCE = 400


def sections():
    return tomllib.loads((ROOT / "docs/promises.toml").read_text())["section"]


def promises():
    return [promise for section in sections() for promise in section.get("promise", [])]


def source(test, root=ROOT):
    """(module, file) of the class of CLASS#METHOD."""
    path = test.split("#")[0].replace(".", "/") + ".java"
    for name in MODULES:
        file = root / name / "src/test/java" / path
        if file.exists():
            return name, file
    raise SystemExit(f"there is no test {test}")


def signature(test, root=ROOT):
    """The method's parameters as JUnit's selector wants them."""
    method = test.split("#")[1]
    found = re.search(r"void " + method + r"\(([^)]*)\)", source(test, root)[1].read_text())
    if not found:
        raise SystemExit(f"there is no test {test}")
    nested = test.split("#")[0] + "$"  # what is none of the known types is one of the test's own
    names = [part.split()[-2] for part in found[1].split(",") if part.strip()]
    types = [PARAMETERS.get(name, nested + name) for name in names]
    return f"{test}({','.join(types)})"


def link(test):
    name, file = source(test)
    return f"[{test.split('.')[-1].replace('#', '.')}](../{file.relative_to(ROOT)})"


def page():
    lines = ["# Safety: what the agent does to your JVM, its files and its network", "",
             "<!-- Made by scripts/safety from docs/promises.toml. -->",
             "Each promise on this page is followed by the test that fails when the promise is broken.",
             "`scripts/safety --break` breaks each in a copy of the project and runs its tests ([results](../benchmarks/results/promises.md))."]
    for section in sections():
        lines += ["", f"## {section['title']}"]
        if "prose" in section:
            lines += [section["prose"].strip(), ""]
        for promise in section.get("promise", []):
            tests = ", ".join(link(test) for test in promise["tests"])
            lines.append(f"- {promise['text']} <sub>{tests}</sub>")
        if "after" in section:
            lines += ["", section["after"].strip()]
    return "\n".join(lines) + "\n"


def check():
    wrong = []
    ids = [promise["id"] for promise in promises()]
    wrong += [f"two promises are called {name}" for name, n in collections.Counter(ids).items() if n > 1]
    for promise in promises():
        for test in promise["tests"]:
            signature(test)
        there = (ROOT / promise["file"]).read_text().count(promise["find"])
        if there != 1:
            wrong.append(f"{promise['id']}: what is to be edited stands {there} times in {promise['file']}")
    if SAFETY.read_text() != page():
        wrong.append("docs/safety.md is not what docs/promises.toml makes: run scripts/safety")
    return wrong


# ---- breaking ----


def run(command, cwd, **more):
    return subprocess.run([str(word) for word in command], cwd=cwd, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **more)


class Copy:
    """A copy of the project in which things may be broken; kept in the cache, so that the next build is a short one."""

    def __init__(self, folder):
        self.root = pathlib.Path(folder)
        listed = run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], ROOT).stdout.split("\0")
        names = {name for name in listed if name and (ROOT / name).is_file()}
        for name in names:
            mine, copied = ROOT / name, self.root / name
            if not copied.exists() or copied.read_bytes() != mine.read_bytes():
                copied.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(mine, copied)
        for copied in self.root.rglob("*"):
            name = str(copied.relative_to(self.root))
            if copied.is_file() and "/target/" not in f"/{name}" and not name.startswith((".git/", "console/")) and name not in names:
                copied.unlink()
        # Some tests ask git which file is whose.
        run(["git", "init", "-q"], self.root)
        done = run(["mvn", "-B", "-q", "package", "-DskipTests", "-Dspotless.check.skip=true", "-pl", "agent/tests", "-am",
                    "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:build-classpath", "-Dmdep.outputFile=target/classpath.txt"], self.root)
        if done.returncode:
            raise SystemExit(done.stdout[-3000:])
        self.jar = self.root / "agent/target/snarl.jar"
        pom = tree.parse(self.root / "pom.xml").getroot()
        version = pom.find(".//{*}properties/{*}junit.version").text
        console = f"org.junit.platform:junit-platform-console-standalone:1{version[1:]}"
        done = run(["mvn", "-B", "-q", "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy", f"-Dartifact={console}",
                    f"-DoutputDirectory={self.root}/console"], self.root)
        if done.returncode:
            raise SystemExit(done.stdout[-3000:])
        self.console = next((self.root / "console").glob("*.jar"))

    def classpath(self, module):
        # The reactor's own jars lie in target folders; what was broken lies in the classes beside them.
        entries = (self.root / module / "target/classpath.txt").read_text().strip().split(":")
        tests = [re.sub(r"/target/[^/]+-tests\.jar$", "/target/test-classes", entry) for entry in entries]
        return [re.sub(r"/target/[^/]+\.jar$", "/target/classes", entry) if entry.startswith(str(self.root)) else entry for entry in tests]

    def arguments(self, module):
        """What Surefire gives the JVM of the module's tests."""
        line = tree.parse(self.root / module / "pom.xml").getroot().find(".//{*}argLine")
        return [] if line is None else line.text.replace("${project.basedir}", str(self.root / module)).split()

    def test(self, module, tests, patience=PATIENCE):
        """(passed, failed, output) of these tests in one JVM."""
        folder = self.root / module
        path = [folder / "target/test-classes", folder / "target/classes", *self.classpath(module), self.console]
        command = ["java", *self.arguments(module), "-Dsnarl.tests.jdks=17", "-cp", ":".join(map(str, path)),
                   "org.junit.platform.console.ConsoleLauncher", "execute", "--disable-banner", "--details=tree", "--details-theme=ascii"]
        command += [f"--select-method={signature(test, self.root)}" for test in tests]
        try:
            done = run(command, folder, timeout=patience)
        except subprocess.TimeoutExpired:
            return 0, 1, f"no end within {patience} s"
        counts = {what: int(n) for n, what in re.findall(r"\[ +(\d+) tests (successful|failed) +\]", done.stdout)}
        return counts.get("successful", 0), counts.get("failed", 0), done.stdout

    def compile(self, file):
        """The changed file's classes, into the module's folder and into the jar."""
        module = next(name for name in IN_JAR if file.startswith(name + "/"))
        classes = self.root / module / "target/classes"
        if "/resources/" in file:
            target = classes / file.split("/resources/")[1]
            shutil.copy2(self.root / file, target)
            made = [target]
        else:
            with tempfile.TemporaryDirectory() as out:
                bootstrap = self.root / "agent/bootstrap"
                path = ":".join(map(str, [classes, *self.classpath("agent/cli")]))
                patch = bootstrap / ("src/main/java" if module == "agent/bootstrap" else "target/classes")
                done = run(["javac", "-nowarn", "-XDstringConcat=inline", "-proc:none", "-source", "17", "-target", "17", "-cp", path,
                            f"--patch-module=java.base={patch}", "-d", out, self.root / file], self.root)
                if done.returncode:
                    raise ValueError(f"the edit of {file} does not compile:\n{done.stdout}")
                mine = pathlib.Path(file).stem
                made = []
                for one in pathlib.Path(out).rglob("*.class"):
                    if one.stem == mine or one.stem.startswith(mine + "$"):
                        target = classes / one.relative_to(out)
                        shutil.copy2(one, target)
                        made.append(target)
        self.into_jar(module, classes, made)

    def into_jar(self, module, classes, made):
        prefix, suffix = IN_JAR[module]
        with zipfile.ZipFile(self.jar) as old:
            entries = {entry.filename: old.read(entry) for entry in old.infolist()}
        if suffix is None:
            entries.update({prefix + name: data for name, data in self.core(classes, made).items()})
        else:
            for one in made:
                entries[prefix + re.sub(r"\.class$", suffix, str(one.relative_to(classes)))] = one.read_bytes()
        new = self.jar.with_suffix(".new")
        with zipfile.ZipFile(new, "w", zipfile.ZIP_DEFLATED) as jar:
            for name, data in entries.items():
                jar.writestr(name, data)
        new.replace(self.jar)

    def core(self, classes, made):
        """The core as the build packs it with these files among it, by their names."""
        with tempfile.TemporaryDirectory() as work:
            before, linked, after = (pathlib.Path(work) / name for name in ("before", "linked", "after"))
            shutil.copytree(self.root / "agent/target/core", before)
            for one in made:
                shutil.copy2(one, before / one.relative_to(classes))
            build = self.root / "agent/src/build"
            libraries = ":".join(map(str, self.classpath("agent/cli")))
            run(["java", "-cp", libraries, build / "Prelink.java", before, linked, "dev/snarl"], self.root, check=True)
            run(["java", build / "Pack.java", linked, after], self.root, check=True)
            return {str(file.relative_to(after)): file.read_bytes() for file in after.rglob("*") if file.is_file()}

    def broken(self, promise):
        """A context in which the promise is broken."""
        return Broken(self, promise)


class Broken:
    def __init__(self, copy, promise):
        self.copy, self.promise = copy, promise
        self.file = copy.root / promise["file"]

    def __enter__(self):
        copy = self.copy
        self.before = self.file.read_text()
        self.kept = tempfile.TemporaryDirectory()
        if self.promise["file"].startswith("agent/"):
            module = next(name for name in IN_JAR if self.promise["file"].startswith(name + "/"))
            self.classes = copy.root / module / "target/classes"
            shutil.copytree(self.classes, pathlib.Path(self.kept.name) / "classes")
            shutil.copy2(copy.jar, pathlib.Path(self.kept.name) / "snarl.jar")
        self.file.write_text(self.before.replace(self.promise["find"], self.promise["put"]))
        if self.promise["file"].startswith("agent/"):
            try:
                copy.compile(self.promise["file"])
            except ValueError:
                self.__exit__()
                raise

    def __exit__(self, *_):
        self.file.write_text(self.before)
        if self.promise["file"].startswith("agent/"):
            shutil.rmtree(self.classes)
            shutil.copytree(pathlib.Path(self.kept.name) / "classes", self.classes)
            shutil.copy2(pathlib.Path(self.kept.name) / "snarl.jar", self.copy.jar)
        self.kept.cleanup()


def by_module(tests):
    grouped = collections.defaultdict(list)
    for test in tests:
        grouped[source(test)[0]].append(test)
    return grouped


def whole(copy, chosen):
    """All tests of these promises pass in the copy as it is; those that do not."""
    wrong = []
    tests = sorted({test for promise in chosen for test in promise["tests"][:1]})
    for module, some in by_module(tests).items():
        passed, failed, output = copy.test(module, some, 120 + 60 * len(some))
        print(f"unbroken: {passed} tests of {module} passed, {failed} failed", file=sys.stderr, flush=True)
        if failed or passed < len(some):
            wrong.append(output[-6000:])
    return wrong


def show(copy, promise):
    """Whether the first test of the promise fails when it is broken, and after how many seconds."""
    began = time.monotonic()
    test = promise["tests"][0]
    try:
        with copy.broken(promise):
            _, failed, output = copy.test(source(test)[0], [test])
    except ValueError as error:
        return False, time.monotonic() - began, str(error).splitlines()[0], str(error)
    # A JVM that does not even start its tests proves nothing.
    seen = failed > 0 and ("tests failed" in output or "no end within" in output)
    why = re.search(r"=> (?:[\w.]+: )?(.*)", output)
    line = why[1].strip()[:100] if why else output.strip().splitlines()[-1][:100] if output.strip() else ""
    return seen, time.monotonic() - began, line, output


def break_all(names, results, why):
    every = promises()
    chosen = [promise for promise in every if not names or promise["id"] in names]
    unknown = set(names) - {promise["id"] for promise in every}
    if unknown:
        raise SystemExit(f"no promise is called {', '.join(sorted(unknown))}")
    sys.path.insert(0, str(ROOT / "benchmarks/lib"))
    from machine import describe, java_home

    home = java_home(17)
    os.environ.update(SNARL_JDK17=str(home), JAVA_HOME=str(home))
    rows, fine = {}, True
    before = known(results) if results and names else {}
    print("building a copy", file=sys.stderr, flush=True)
    copy = Copy(ROOT / ".cache/promises")
    for output in whole(copy, chosen):
        fine = False
        print(output, file=sys.stderr)
    for promise in chosen:
        seen, seconds, line, output = show(copy, promise)
        fine = fine and seen
        rows[promise["id"]] = (seen, seconds, line)
        print(f"{'fails as it must' if seen else 'DOES NOT FAIL'}: {promise['id']}, {seconds:.0f} s: {line}", file=sys.stderr, flush=True)
        if not seen:
            print(output[-3000:], file=sys.stderr)
        if results:
            results.write_text(table(every, {**before, **rows}, describe(home), why))
    print(f"{sum(seen for seen, _, _ in rows.values())} of {len(rows)} promises have a test that failed when they were broken")
    return 0 if fine else 1


ROW = re.compile(r"^\| ([a-z-]+) \|.*\| (failed|\*\*did not fail\*\*) \| (\d+) \|$", re.M)


def known(results):
    """What the last runs saw, of a table that is to be added to."""
    text = results.read_text() if results.exists() else ""
    return {name: (what == "failed", int(seconds), "") for name, what, seconds in ROW.findall(text)}


def table(every, rows, machine, why):
    lines = ["# Every promise, broken once", "",
             f"`scripts/safety --break`, {datetime.date.today()}. Machine: {machine}.", "",
             "Each test passed in the copy before anything was broken. The edit is in [docs/promises.toml](../../docs/promises.toml).", "",
             "| promise | broken in | test | when broken | s |", "|---|---|---|---|--:|"]
    for promise in every:
        seen, seconds, line = rows.get(promise["id"], (None, 0, ""))
        what = "not run" if seen is None else "failed" if seen else "**did not fail**"
        test = promise["tests"][0].split(".")[-1].replace("#", ".")
        lines.append(f"| {promise['id']} | {pathlib.Path(promise['file']).name} | {test} | {what} | {seconds:.0f} |")
    left = [promise["id"] for promise in every if promise["id"] not in rows]
    if left:
        lines += ["", f"Not run: {', '.join(left)}. {why}".rstrip()]
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--break", dest="breaking", action="store_true")
    parser.add_argument("--results", type=pathlib.Path)
    parser.add_argument("--why", default="", help="why those that were not run were not")
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()
    if options.check:
        wrong = check()
        print("\n".join(wrong) or f"{len(promises())} promises, each with its tests and an edit that breaks it")
        return 1 if wrong else 0
    if options.breaking:
        return break_all(options.names, options.results, options.why)
    SAFETY.write_text(page())
    return 0


if __name__ == "__main__":
    sys.exit(main())
