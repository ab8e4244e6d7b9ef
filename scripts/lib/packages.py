#!/usr/bin/env python3
"""The packages of Maven Central from what the build left in agent/target, as a repository in a folder.

    packages.py --url URL [--sign] [--key KEY] [--zip FILE] FOLDER

URL is the address of the sources' repository. Each package has a POM without parent, with no dependency but on others of
these, its jar, its sources and its documentation, with sums; with --sign each has a signature by sign.sh. The same
sources make the same files to the byte, signatures aside. The zip of the folder is what Central's portal takes.
"""

import argparse
import dataclasses
import hashlib
import pathlib
import re
import subprocess
import sys
import tempfile
import zipfile
from xml.sax.saxutils import escape

ROOT = pathlib.Path(__file__).resolve().parents[2]
GROUP = "dev.snarl"
LICENCE = "https://www.apache.org/licenses/LICENSE-2.0.txt"


@dataclasses.dataclass
class Package:
    """A package: its jar below agent/, the modules whose sources are in it, and what it needs."""

    name: str
    title: str
    jar: str
    modules: tuple
    needs: tuple = ()
    documented: bool = False


PACKAGES = (
    Package("snarl-agent", "Snarl: the agent and the command line, one file", "target/snarl.jar",
            ("launcher", "bootstrap", "model", "runtime", "cli")),
    Package("snarl-junit", "Snarl: fails the test in whose time a finding opens", "junit/target/snarl-junit.jar", ("junit",),
            ("snarl-agent",), True),
    Package("snarl-otlp", "Snarl: the optional jar for OpenTelemetry", "target/snarl-otlp.jar", ("otlp",)),
    Package("snarl-cloudwatch", "Snarl: the optional jar for CloudWatch", "target/snarl-cloudwatch.jar", ("cloudwatch",)),
    Package("snarl-mcp", "Snarl: the optional jar for assistants", "target/snarl-mcp.jar", ("mcp",)),
)


def of_parent(name):
    return re.search(f"<{name}>([^<]+)</{name}>", (ROOT / "pom.xml").read_text()).group(1)


VERSION = of_parent("version")
DESCRIPTION = of_parent("description")
STAMP = tuple(map(int, re.findall(r"\d+", of_parent("project.build.outputTimestamp"))))


def element(name, text):
    return f"<{name}>{escape(text)}</{name}>"


def coordinates(artifact):
    return element("groupId", GROUP) + element("artifactId", artifact) + element("version", VERSION)


def dependencies(names):
    each = "".join(f"<dependency>{coordinates(name)}</dependency>" for name in names)
    return f"<dependencies>{each}</dependencies>"


def pom(artifact, title, packaging, url, rest):
    git = re.sub("^https?://", "", url)
    return "\n".join((
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<project xmlns="http://maven.apache.org/POM/4.0.0" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"'
        ' xsi:schemaLocation="http://maven.apache.org/POM/4.0.0 http://maven.apache.org/xsd/maven-4.0.0.xsd">',
        element("modelVersion", "4.0.0"),
        coordinates(artifact),
        element("packaging", packaging),
        element("name", title),
        element("description", DESCRIPTION),
        element("url", url),
        f"<licenses><license>{element('name', 'Apache-2.0')}{element('url', LICENCE)}</license></licenses>",
        f"<developers><developer>{element('name', 'Snarl maintainers')}{element('url', url)}</developer></developers>",
        f"<scm>{element('connection', f'scm:git:https://{git}.git')}{element('tag', f'v{VERSION}')}{element('url', url)}</scm>",
        rest,
        "</project>\n",
    ))


def write_zip(target, files):
    """Files by their names in it, sorted and dated as the build dates its jars."""
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as jar:
        for name in sorted(files):
            entry = zipfile.ZipInfo(name, STAMP[:6])
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            jar.writestr(entry, files[name])


def below(folder, pattern="*"):
    return {str(file.relative_to(folder)): file.read_bytes() for file in folder.rglob(pattern) if file.is_file()}


def sources(package):
    files = {}
    for module in package.modules:
        files.update(below(ROOT / "agent" / module / "src/main/java", "*.java"))
    return files


def documentation(package, url):
    """Made by the javadoc tool where there are classes to call; elsewhere it says where the manual is."""
    if not package.documented:
        return {"README.txt": f"{package.name} has no classes to call. Its manual: {url}/tree/v{VERSION}/docs\n".encode()}
    versions = {of_parent(name) for name in ("junit.version", "junit-platform.version", "jspecify.version")}
    local = pathlib.Path.home() / ".m2/repository/org"
    jars = [jar for group in ("junit", "jspecify") for jar in (local / group).rglob("*.jar") if jar.parent.name in versions]
    jars += [*(local / "apiguardian").rglob("*.jar"), *(local / "opentest4j").rglob("*.jar"), ROOT / "agent/launcher/target/classes"]
    folders = [ROOT / "agent" / module / "src/main/java" for module in package.modules]
    with tempfile.TemporaryDirectory() as made:
        subprocess.run(
            ["javadoc", "-quiet", "-notimestamp", "-Xdoclint:none", "-windowtitle", package.title, "-d", made,
             "-classpath", ":".join(map(str, jars)), *(str(file) for folder in folders for file in sorted(folder.rglob("*.java")))],
            check=True, stdout=sys.stderr)
        return below(pathlib.Path(made))


def publish(folder, package, url):
    home = folder / GROUP.replace(".", "/") / package.name / VERSION
    home.mkdir(parents=True)
    stem = f"{package.name}-{VERSION}"
    needs = dependencies(package.needs) if package.needs else ""
    (home / f"{stem}.pom").write_text(pom(package.name, package.title, "jar", url, needs))
    (home / f"{stem}.jar").write_bytes((ROOT / "agent" / package.jar).read_bytes())
    write_zip(home / f"{stem}-sources.jar", sources(package))
    write_zip(home / f"{stem}-javadoc.jar", documentation(package, url))


def publish_pom(folder, name, title, url, rest):
    home = folder / GROUP.replace(".", "/") / name / VERSION
    home.mkdir(parents=True)
    (home / f"{name}-{VERSION}.pom").write_text(pom(name, title, "pom", url, rest))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--url", required=True)
    parser.add_argument("--sign", action="store_true")
    parser.add_argument("--key", default="", help="of your keyring; without it SNARL_SIGNING_KEY")
    parser.add_argument("--zip", type=pathlib.Path)
    parser.add_argument("folder", type=pathlib.Path)
    given = parser.parse_args()
    url = given.url.rstrip("/").removesuffix(".git")
    for package in PACKAGES:
        publish(given.folder, package, url)
    managed = dependencies([package.name for package in PACKAGES])
    publish_pom(given.folder, "snarl-bom", "Snarl: the versions that belong together", url,
                f"<dependencyManagement>{managed}</dependencyManagement>")
    moved = f"<relocation>{element('artifactId', 'snarl-agent')}{element('message', 'The command line is in the same file as the agent.')}</relocation>"
    publish_pom(given.folder, "snarl-cli", "Snarl: the command line, which is in snarl-agent", url,
                f"<distributionManagement>{moved}</distributionManagement>")
    for file in sorted(file for file in given.folder.rglob("*") if file.is_file()):
        if given.sign:
            subprocess.run([ROOT / "scripts/lib/sign.sh", file, given.key], check=True)
            file.with_name("signing-key.asc").unlink()
        for kind in ("md5", "sha1", "sha256"):
            file.with_name(f"{file.name}.{kind}").write_text(hashlib.new(kind, file.read_bytes()).hexdigest())
    if given.zip:
        write_zip(given.zip, below(given.folder))


if __name__ == "__main__":
    main()
