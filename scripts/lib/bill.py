#!/usr/bin/env python3
"""Adds the page's libraries to the bill of materials: they are unpacked from WebJars and are no dependency of Maven's.

    scripts/lib/bill.py BOM.json [THIRD-PARTY.txt]

They are named as what they are, packages of npm, with the licence that lies beside them in the jar.
"""

import json
import pathlib
import re
import sys
import xml.etree.ElementTree as tree

ROOT = pathlib.Path(__file__).resolve().parents[2]
SPACE = {"m": "http://maven.apache.org/POM/4.0.0"}
LICENCES = ROOT / "agent/runtime/target/classes/dev/snarl/console/page/licences"
# What each licence says and no other does.
SIGNS = {"ISC": "Permission to use, copy, modify, and/or distribute", "MIT": "Permission is hereby granted, free of charge",
         "BSD-3-Clause": "Redistributions of source code must retain"}


def libraries(root=ROOT):
    """(name, version) of each WebJar that the page takes files from."""
    parent = tree.parse(root / "pom.xml").getroot()
    properties = {child.tag.split("}")[1]: child.text for child in parent.find("m:properties", SPACE)}
    found = []
    for item in tree.parse(root / "agent/runtime/pom.xml").getroot().iter("{%s}artifactItem" % SPACE["m"]):
        version = item.find("m:version", SPACE).text
        version = re.sub(r"\$\{(.+?)\}", lambda match: properties[match[1]], version)
        found.append((item.find("m:artifactId", SPACE).text, version))
    return found


def licence(name):
    text = " ".join((LICENCES / f"{name}.txt").read_text().split())
    return next(key for key, sign in SIGNS.items() if sign in text)


def component(name, version):
    purl = f"pkg:npm/{name}@{version}"
    return {"type": "library", "bom-ref": purl, "name": name, "version": version, "purl": purl, "scope": "required",
            "licenses": [{"license": {"id": licence(name)}}]}


def main():
    bom = pathlib.Path(sys.argv[1])
    bill = json.loads(bom.read_text())
    known = {entry.get("purl") for entry in bill["components"]}
    added = [component(*library) for library in libraries()]
    bill["components"] += [entry for entry in added if entry["purl"] not in known]
    bom.write_text(json.dumps(bill, indent=2) + "\n")
    if len(sys.argv) > 2:
        third_party = pathlib.Path(sys.argv[2])
        lines = [f"     ({entry['licenses'][0]['license']['id']}) {entry['name']} (npm:{entry['name']}:{entry['version']})"
                 for entry in added]
        third_party.write_text(third_party.read_text().rstrip("\n") + "\n" + "\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
