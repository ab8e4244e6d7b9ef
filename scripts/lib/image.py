#!/usr/bin/env python3
"""The image with the jars, for amd64 and arm64, as a tar archive of an OCI image layout: no container engine is needed.

    image.py [--url URL] FILE.tar

It holds what the release build left in agent/target: snarl.jar and the optional jars for OpenTelemetry and CloudWatch at its
root, so that it can be mounted at /snarl; the licences; and /bin/cp for init containers (deploy/image/cp), which Go compiles.
The archive's index also lists a bill of materials (CycloneDX) that refers to the image. The same files and the same
version of Go make the same image to the byte: nothing is compressed, and every time is that of the build.
"""

import argparse
import calendar
import hashlib
import io
import json
import os
import pathlib
import subprocess
import tarfile
import tempfile

from packages import DESCRIPTION, ROOT, STAMP, VERSION, of_parent

TARGET = ROOT / "agent/target"
JARS = ("snarl", "snarl-otlp", "snarl-cloudwatch")
CREATED = of_parent("project.build.outputTimestamp")
OCI = "application/vnd.oci."
BILL = "application/vnd.cyclonedx+json"


def tar(files):
    """Files by their names, {name: (content, mode)}, with their folders."""
    written = io.BytesIO()
    with tarfile.open(fileobj=written, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        folders = {str(parent) for name in files for parent in pathlib.PurePath(name).parents} - {"."}
        for name in sorted(folders | set(files)):
            entry = tarfile.TarInfo(name)
            entry.mtime = calendar.timegm(STAMP)
            content, entry.mode = files.get(name, (b"", 0o755))
            entry.type = tarfile.DIRTYPE if name in folders else tarfile.REGTYPE
            entry.size = len(content)
            archive.addfile(entry, io.BytesIO(content))
    return written.getvalue()


def go(*arguments, **environment):
    settings = {"CGO_ENABLED": "0", "GOOS": "linux", "GOAMD64": "v1", "GOARM64": "v8.0", "GOFLAGS": "", "GOTOOLCHAIN": "local"}
    done = subprocess.run(["go", *arguments], check=True, stdout=subprocess.PIPE, text=True, env={**os.environ, **settings, **environment})
    return done.stdout.strip()


def program(architecture):
    with tempfile.TemporaryDirectory() as folder:
        made = pathlib.Path(folder) / "cp"
        go("build", "-trimpath", "-ldflags=-s -w -buildid=", "-o", str(made), str(ROOT / "deploy/image/cp/cp.go"), GOARCH=architecture)
        return made.read_bytes()


def bill():
    """Of the image: what the bills of its jars list, and Go's library, which is in cp."""
    bills = [json.loads((TARGET / f"{jar}.cdx.json").read_text()) for jar in JARS]
    version = go("env", "GOVERSION").removeprefix("go")
    library = {"type": "library", "bom-ref": f"pkg:golang/stdlib@{version}", "name": "stdlib", "version": version,
               "purl": f"pkg:golang/stdlib@{version}", "licenses": [{"license": {"id": "BSD-3-Clause"}}]}
    image = {"type": "container", "bom-ref": "image", "name": "snarl", "version": VERSION}
    jars = [one["metadata"]["component"] for one in bills]
    components = {one["bom-ref"]: one for one in [*jars, *(part for each in bills for part in each["components"]), library]}
    first = {"ref": "image", "dependsOn": [one["bom-ref"] for one in [*jars, library]]}
    edges = {one["ref"]: one for one in [first, *(edge for each in bills for edge in each["dependencies"])]}
    return {**{key: bills[0][key] for key in ("bomFormat", "specVersion", "version")}, "metadata": {"component": image},
            "components": list(components.values()), "dependencies": list(edges.values())}


class Layout:
    """The files of an image layout; what is added is named by its digest."""

    def __init__(self):
        self.files = {"oci-layout": (b'{"imageLayoutVersion":"1.0.0"}', 0o444)}

    def add(self, kind, content, **more):
        if isinstance(content, dict):
            content = json.dumps(content).encode()
        digest = hashlib.sha256(content).hexdigest()
        self.files[f"blobs/sha256/{digest}"] = (content, 0o444)
        return {"mediaType": kind, "digest": f"sha256:{digest}", "size": len(content), **more}

    def manifest(self, config, layers, more=(), **platform):
        kind = OCI + "image.manifest.v1+json"
        return self.add(kind, {"schemaVersion": 2, "mediaType": kind, "config": config, "layers": layers, **dict(more)}, **platform)


def image(url):
    layout = Layout()
    about = {"created": CREATED, "title": "Snarl", "description": DESCRIPTION, "version": VERSION, "licenses": "Apache-2.0"}
    about |= {"source": url, "url": url} if url else {}
    about = {f"org.opencontainers.image.{key}": value for key, value in about.items()}
    files = {f"{jar}.jar": ((TARGET / f"{jar}.jar").read_bytes(), 0o444) for jar in JARS}
    notices = [ROOT / "LICENSE", ROOT / "deploy/image/cp/LICENSE.go.txt", *(TARGET / f"THIRD-PARTY{jar.removeprefix('snarl')}.txt" for jar in JARS)]
    files |= {f"licences/{file.name}": (file.read_bytes(), 0o444) for file in notices}
    jars = layout.add(OCI + "image.layer.v1.tar", tar(files))
    manifests = []
    for architecture in ("amd64", "arm64"):
        layers = [jars, layout.add(OCI + "image.layer.v1.tar", tar({"bin/cp": (program(architecture), 0o555)}))]
        platform = {"architecture": architecture, "os": "linux"}
        config = {**platform, "created": CREATED, "config": {"User": "10001", "Env": ["PATH=/bin"]},
                  "rootfs": {"type": "layers", "diff_ids": [layer["digest"] for layer in layers]}}
        config = layout.add(OCI + "image.config.v1+json", config)
        manifests.append(layout.manifest(config, layers, {"annotations": about}, platform=platform))
    kind = OCI + "image.index.v1+json"
    index = layout.add(kind, {"schemaVersion": 2, "mediaType": kind, "manifests": manifests, "annotations": about})
    refers = {"artifactType": BILL, "subject": dict(index), "annotations": {"org.opencontainers.image.created": CREATED}}
    attached = layout.manifest(layout.add(OCI + "empty.v1+json", {}), [layout.add(BILL, bill())], refers, artifactType=BILL)
    index["annotations"] = {"org.opencontainers.image.ref.name": VERSION}
    layout.files["index.json"] = (json.dumps({"schemaVersion": 2, "mediaType": kind, "manifests": [index, attached]}).encode(), 0o444)
    return tar(layout.files)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--url", help="of the sources' repository")
    parser.add_argument("file", type=pathlib.Path)
    given = parser.parse_args()
    given.file.write_bytes(image((given.url or "").rstrip("/").removesuffix(".git")))


if __name__ == "__main__":
    main()
