#!/usr/bin/env python3
"""The image: the same to the byte when it is made again, whole by its digests, read by the tools of others, and used.

No cluster and no container engine runs it. What an init container would do, its program does here on the unpacked image.
"""

import datetime
import hashlib
import io
import json
import os
import pathlib
import shutil
import struct
import subprocess
import sys
import tarfile
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
JARS = ("snarl", "snarl-otlp", "snarl-cloudwatch")
BILL = "application/vnd.cyclonedx+json"
MACHINES = {"amd64": 62, "arm64": 183}
HELLO = 'public class Hello { public static void main(String[] all) { System.out.println(System.getProperty("kept")); } }'


def run(*command, **more):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, **more)
    if done.returncode:
        raise AssertionError(f"{command}: {done.stdout}{done.stderr}")
    return done


def made(target, **environment):
    run(sys.executable, HERE / "image.py", "--url", "https://example.org/OWNER/snarl", target, env={**os.environ, **environment})
    return target.read_bytes()


def hello(folder, options):
    """What a JVM with these options in JAVA_TOOL_OPTIONS prints: its agent says that it is ready."""
    program = pathlib.Path(folder) / "Hello.java"
    program.write_text(HELLO)
    environment = {key: value for key, value in os.environ.items() if not key.startswith("SNARL_")}
    return run("java", program, env={**environment, "JAVA_TOOL_OPTIONS": options, "SNARL_PORT": "0"})


@unittest.skipUnless(shutil.which("go") and all((ROOT / f"agent/target/{jar}.cdx.json").is_file() for jar in JARS), "no Go, or no jar of a release build")
class Image(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.home = pathlib.Path(cls.folder.name)
        cls.file = cls.home / "image.tar"
        cls.made = made(cls.file)
        with tarfile.open(cls.file) as archive:
            cls.files = {entry.name: archive.extractfile(entry).read() for entry in archive if entry.isfile()}
        cls.image, cls.attached = json.loads(cls.files["index.json"])["manifests"]
        cls.manifests = {one["platform"]["architecture"]: cls.read(one) for one in cls.read(cls.image)["manifests"]}

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    @classmethod
    def blob(cls, described):
        return cls.files["blobs/" + described["digest"].replace(":", "/")]

    @classmethod
    def read(cls, described):
        return json.loads(cls.blob(described))

    def unpacked(self, architecture):
        folder = pathlib.Path(tempfile.mkdtemp(dir=self.home))
        for layer in self.manifests[architecture]["layers"]:
            with tarfile.open(fileobj=io.BytesIO(self.blob(layer))) as archive:
                archive.extractall(folder)
        return folder

    def test_it_is_the_same_when_it_is_made_again(self):
        self.assertEqual(self.made, made(self.home / "again.tar", TZ="Asia/Tokyo", GOFLAGS="-buildmode=pie", GOAMD64="v3"))
        created = {self.read(manifest["config"])["created"] for manifest in self.manifests.values()}
        archives = [self.made, *(self.blob(layer) for manifest in self.manifests.values() for layer in manifest["layers"])]
        times = {entry.mtime for one in archives for entry in tarfile.open(fileobj=io.BytesIO(one))}
        self.assertEqual(times, {datetime.datetime.fromisoformat(one).timestamp() for one in created})

    def test_every_digest_and_size_is_that_of_its_content_and_nothing_else_is_there(self):
        seen = set()

        def visit(described):
            content = self.blob(described)
            self.assertEqual((described["size"], described["digest"]), (len(content), "sha256:" + hashlib.sha256(content).hexdigest()))
            seen.add("blobs/" + described["digest"].replace(":", "/"))
            if described["mediaType"].endswith(("manifest.v1+json", "index.v1+json")):
                one = json.loads(content)
                self.assertEqual(one["mediaType"], described["mediaType"])
                for part in [*one.get("manifests", []), *one.get("layers", []), *([one["config"]] if "config" in one else [])]:
                    visit(part)

        visit(self.image)
        visit(self.attached)
        self.assertEqual(seen | {"oci-layout", "index.json"}, set(self.files))
        for architecture, manifest in self.manifests.items():
            config = self.read(manifest["config"])
            self.assertEqual(config["architecture"], architecture)
            self.assertEqual(config["rootfs"]["diff_ids"], [layer["digest"] for layer in manifest["layers"]])

    def test_the_bill_of_materials_refers_to_the_image_and_lists_what_its_jars_hold(self):
        manifest = self.read(self.attached)
        self.assertEqual((manifest["artifactType"], self.attached["artifactType"]), (BILL, BILL))
        self.assertEqual(manifest["subject"], {key: self.image[key] for key in ("mediaType", "digest", "size")})
        bill = self.read(manifest["layers"][0])
        listed = [one["bom-ref"] for one in bill["components"]]
        self.assertEqual(len(listed), len(set(listed)))
        for jar in JARS:
            one = json.loads((ROOT / f"agent/target/{jar}.cdx.json").read_text())
            self.assertLessEqual({part["bom-ref"] for part in [one["metadata"]["component"], *one["components"]]}, set(listed))
        self.assertRegex(" ".join(listed), r"pkg:golang/stdlib@1\.\d+")
        self.assertLessEqual({edge["ref"] for edge in bill["dependencies"]}, {"image", *listed})

    def test_each_architecture_has_the_jars_the_licences_and_its_own_cp(self):
        for architecture, machine in MACHINES.items():
            root = self.unpacked(architecture)
            notices = {"LICENSE", "LICENSE.go.txt", "THIRD-PARTY.txt", "THIRD-PARTY-otlp.txt", "THIRD-PARTY-cloudwatch.txt"}
            names = {str(file.relative_to(root)) for file in root.rglob("*") if file.is_file()}
            self.assertEqual(names, {f"{jar}.jar" for jar in JARS} | {f"licences/{name}" for name in notices} | {"bin/cp"})
            for jar in JARS:
                self.assertEqual((root / f"{jar}.jar").read_bytes(), (ROOT / f"agent/target/{jar}.jar").read_bytes())
            program = (root / "bin/cp").read_bytes()
            self.assertEqual((program[:4], struct.unpack_from("<H", program, 18)[0]), (b"\x7fELF", machine))
            (at,), (size, count) = struct.unpack_from("<Q", program, 32), struct.unpack_from("<HH", program, 54)
            kinds = [struct.unpack_from("<I", program, at + i * size)[0] for i in range(count)]
            self.assertIn(1, kinds, "a segment to load")
            self.assertNotIn(3, kinds, "it needs an interpreter: it is not static")

    def test_the_init_container_s_program_copies_and_copies_again(self):
        root, target = self.unpacked("amd64"), pathlib.Path(tempfile.mkdtemp(dir=self.home))
        (target / "snarl.jar.part").write_text("of a start that was cut short")
        for _ in range(2):
            run(root / "bin/cp", root / "snarl.jar", target / "snarl.jar")
            run(root / "bin/cp", root / "snarl-otlp.jar", root / "snarl-cloudwatch.jar", target)
        self.assertEqual({file.name for file in target.iterdir()}, {f"{jar}.jar" for jar in JARS})
        for jar in JARS:
            self.assertEqual((target / f"{jar}.jar").read_bytes(), (root / f"{jar}.jar").read_bytes())
        for wrong in ([root / "snarl.jar"], [root / "no.jar", target], [root / "snarl.jar", root / "snarl-otlp.jar", target / "snarl.jar"]):
            self.assertEqual(subprocess.run([root / "bin/cp", *wrong], capture_output=True).returncode, 1)

    @unittest.skipUnless(shutil.which("skopeo") and shutil.which("umoci"), "no skopeo or no umoci here")
    def test_skopeo_and_umoci_read_it_and_a_jvm_takes_the_agent_from_it(self):
        source = f"oci-archive:{self.file}:{self.image['annotations']['org.opencontainers.image.ref.name']}"
        raw = run("skopeo", "inspect", "--raw", source).stdout.encode()
        self.assertEqual("sha256:" + hashlib.sha256(raw).hexdigest(), self.image["digest"])
        for architecture in MACHINES:
            layout, bundle = self.home / f"{architecture}-layout", self.home / architecture
            run("skopeo", "--insecure-policy", "--override-arch", architecture, "copy", source, f"oci:{layout}:one")
            run("umoci", "unpack", "--rootless", "--image", f"{layout}:one", bundle)
            done = hello(self.home, f"-javaagent:{bundle}/rootfs/snarl.jar -Dkept={architecture}")
            self.assertEqual(done.stdout, architecture + "\n")
            self.assertIn("snarl: ready", done.stderr)


if __name__ == "__main__":
    unittest.main()
