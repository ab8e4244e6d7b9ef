"""Jars by their Maven coordinates, for scripts/quiet; agent/tests has a class Libraries for the same folder."""

import hashlib
import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]
SEVERITIES = ("info", "warning", "critical")


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
