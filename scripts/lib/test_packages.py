#!/usr/bin/env python3
"""The packages of Maven Central: what Central demands of them, that they can be made again to the byte, and their use."""

import hashlib
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree as ElementTree
import zipfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
URL = "https://example.org/OWNER/snarl"
SPACE = "{http://maven.apache.org/POM/4.0.0}"
JARS = ("snarl-agent", "snarl-junit", "snarl-otlp", "snarl-cloudwatch", "snarl-mcp")

POM = """
<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>
<groupId>shop</groupId><artifactId>shop</artifactId><version>1</version><packaging>pom</packaging>
<repositories><repository><id>file</id><url>%s</url></repository></repositories>
<dependencyManagement><dependencies><dependency><groupId>dev.snarl</groupId><artifactId>snarl-bom</artifactId>
<version>%s</version><type>pom</type><scope>import</scope></dependency></dependencies></dependencyManagement>
<build><plugins><plugin><groupId>org.apache.maven.plugins</groupId><artifactId>maven-dependency-plugin</artifactId>
<version>3.8.1</version><executions><execution><phase>package</phase><goals><goal>copy</goal></goals>
%s</execution></executions></plugin></plugins></build></project>
"""


def made(folder, *more, **environment):
    command = [sys.executable, HERE / "packages.py", "--url", URL, *more, folder]
    subprocess.run(command, check=True, env={**os.environ, **environment})
    return pathlib.Path(folder)


def contents(folder):
    return {str(file.relative_to(folder)): file.read_bytes() for file in folder.rglob("*") if file.is_file()}


@unittest.skipUnless((ROOT / "agent/target/snarl.jar").is_file(), "no jar here")
class Packages(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.repository = made(cls.folder.name + "/repository")
        cls.version = next((cls.repository / "dev/snarl/snarl-bom").iterdir()).name

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def of(self, name, end):
        return self.repository / f"dev/snarl/{name}/{self.version}/{name}-{self.version}{end}"

    def test_they_are_the_same_when_they_are_made_again(self):
        self.assertEqual(contents(self.repository), contents(made(self.folder.name + "/again")))

    def test_the_zip_holds_them_all(self):
        made(self.folder.name + "/zipped", "--zip", self.folder.name + "/maven.zip")
        with zipfile.ZipFile(self.folder.name + "/maven.zip") as packed:
            self.assertEqual({name: packed.read(name) for name in packed.namelist()}, contents(self.repository))

    def test_each_has_what_central_demands(self):
        for name in JARS:
            for end in (".pom", ".jar", "-sources.jar", "-javadoc.jar"):
                file = self.of(name, end)
                for kind in ("md5", "sha1"):
                    expected = hashlib.new(kind, file.read_bytes()).hexdigest()
                    self.assertEqual(self.of(name, f"{end}.{kind}").read_text(), expected)
        for name in (*JARS, "snarl-bom", "snarl-cli"):
            pom = ElementTree.parse(self.of(name, ".pom")).getroot()
            for path in ("name", "description", "url", "licenses/license/url", "developers/developer/name", "scm/connection", "scm/url"):
                found = pom.find("/".join(SPACE + part for part in path.split("/")))
                self.assertTrue(found is not None and found.text, f"{path} of {name}")

    def test_their_poms_need_nothing_that_is_not_published(self):
        for name in (*JARS, "snarl-bom", "snarl-cli"):
            pom = ElementTree.parse(self.of(name, ".pom")).getroot()
            self.assertIsNone(pom.find(f"{SPACE}parent"))
            self.assertNotIn("${", self.of(name, ".pom").read_text())
            for needed in pom.iter(f"{SPACE}dependency"):
                self.assertEqual(needed.find(f"{SPACE}groupId").text, "dev.snarl")
                self.assertIn(needed.find(f"{SPACE}artifactId").text, JARS)

    def test_every_class_of_ours_has_its_source(self):
        for name in JARS:
            with zipfile.ZipFile(self.of(name, ".jar")) as jar, zipfile.ZipFile(self.of(name, "-sources.jar")) as sources:
                classes = {re.sub(r".*?(dev/snarl/.*?)([$].*)?[.]class(data)?$", r"\1.java", entry)
                           for entry in jar.namelist() if re.search(r"dev/snarl/.*[.]class(data)?$", entry)}
                self.assertTrue(classes)
                self.assertEqual(classes - set(sources.namelist()), set())

    @unittest.skipUnless(shutil.which("gpg"), "no gpg here")
    def test_with_a_key_each_file_is_signed(self):
        home = tempfile.mkdtemp(prefix="gpg", dir="/tmp")
        try:
            os.chmod(home, 0o700)
            gpg = ["gpg", "--batch", "--quiet", "--pinentry-mode", "loopback", "--passphrase", ""]
            environment = {**os.environ, "GNUPGHOME": home}
            subprocess.run([*gpg, "--quick-gen-key", "throw@example.com", "ed25519", "sign", "1d"], check=True, env=environment)
            signed = made(self.folder.name + "/signed", "--sign", "--key", "throw@example.com", GNUPGHOME=home)
            files = [file for file in signed.rglob("*") if file.suffix in (".pom", ".jar")]
            self.assertEqual(len(files), 4 * len(JARS) + 2)
            for file in files:
                subprocess.run([*gpg, "--verify", f"{file}.asc", file], check=True, env=environment, capture_output=True)
            self.assertEqual(list(signed.rglob("signing-key*")), [])
        finally:
            subprocess.run(["gpgconf", "--kill", "all"], env={**os.environ, "GNUPGHOME": home})
            shutil.rmtree(home, ignore_errors=True)

    @unittest.skipUnless(shutil.which("mvn"), "no Maven here")
    def test_a_project_copies_the_agent_and_its_optional_jar_and_runs_with_them(self):
        project = pathlib.Path(self.folder.name) / "project"
        project.mkdir()
        configuration = re.search(r"(?s)<configuration>.*</configuration>", (ROOT / "docs/packages.md").read_text()).group(0)
        (project / "pom.xml").write_text(POM % (self.repository.as_uri(), self.version, configuration))
        local = pathlib.Path.home() / ".m2/repository/dev/snarl"
        known = {name for name in JARS if (local / name).exists()}
        try:
            done = subprocess.run(["mvn", "-B", "-q", "package"], cwd=project, capture_output=True, text=True)
            self.assertEqual(done.returncode, 0, done.stdout)
        finally:
            for name in (*JARS, "snarl-bom"):
                if name not in known:
                    shutil.rmtree(local / name, ignore_errors=True)
        (project / "Main.java").write_text('public class Main { public static void main(String[] a) { System.out.println("main ran"); } }')
        agent = f"-javaagent:{project}/target/agent/snarl-agent.jar=port=0,otlp=http://127.0.0.1:1"
        ran = subprocess.run(["java", agent, "Main.java"], cwd=project, capture_output=True, text=True)
        self.assertIn("main ran", ran.stdout)
        self.assertIn("snarl: ready", ran.stderr)
        self.assertNotIn("there is no", ran.stderr)


if __name__ == "__main__":
    unittest.main()
