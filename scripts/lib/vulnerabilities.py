#!/usr/bin/env python3
"""Which known vulnerabilities concern what the jars hold. Run with the Python of ensure_univers (scripts/lib/env.sh).

    vulnerabilities.py [--advisories FILE] BOM.json…         compares, offline; status 1 if one does
    vulnerabilities.py --refresh [--osv URL] BOM.json…       asks OSV for every package of the bills, and writes the list anew

The list is in OSV's own format, cut to what decides. Versions are ordered as their package manager orders them.
"""

import argparse
import datetime
import json
import pathlib
import sys
import urllib.parse
import urllib.request
import zipfile

from univers.versions import MavenVersion, SemverVersion

LIST = pathlib.Path(__file__).with_name("advisories.json")
ORDER = {"Maven": MavenVersion, "npm": SemverVersion}
OLD_AFTER = datetime.timedelta(days=90)


def package(purl):
    """pkg:maven/GROUP/NAME@VERSION?type=jar as (ecosystem, name, version); None for what has no advisories."""
    kind, _, rest = purl.removeprefix("pkg:").partition("/")
    name, _, version = rest.split("?")[0].rpartition("@")
    name = urllib.parse.unquote(name)
    if kind == "maven":
        return "Maven", name.replace("/", ":"), version
    return ("npm", name, version) if kind == "npm" else None


def components(boms):
    found = set()
    for bom in boms:
        for entry in json.loads(pathlib.Path(bom).read_text())["components"]:
            one = package(entry["purl"]) if "purl" in entry else None
            if one and not one[1].startswith("dev.snarl:"):
                found.add(one)
    return sorted(found)


def inside(version, ecosystem, affected):
    if version in affected.get("versions", []):
        return True
    order = ORDER[ecosystem]
    mine = order(version)
    for span in affected.get("ranges", []):
        if span["type"] not in ("ECOSYSTEM", "SEMVER"):
            continue
        hit = False
        for event in span["events"]:
            if "introduced" in event:
                hit = hit or event["introduced"] == "0" or mine >= order(event["introduced"])
            elif "fixed" in event:
                hit = hit and mine < order(event["fixed"])
            elif "last_affected" in event:
                hit = hit and mine <= order(event["last_affected"])
        if hit:
            return True
    return False


def hits(found, advisories):
    for ecosystem, name, version in found:
        for advisory in advisories:
            for affected in advisory["affected"]:
                if affected["package"] == {"ecosystem": ecosystem, "name": name} and inside(version, ecosystem, affected):
                    yield f"{name} {version}: {', '.join([advisory['id'], *advisory['aliases']])}: {advisory['summary']}"


def uses(jar, word):
    """Classes of a jar that mention this method."""
    with zipfile.ZipFile(jar) as classes:
        return [name for name in classes.namelist() if name.endswith(".class") and word.encode() in classes.read(name)]


def exceptions_hold(listed, boms):
    """What was repackaged under another name is checked by what it would take to reach it."""
    for entry in listed.get("repackaged", []):
        for bom in boms:
            jar = pathlib.Path(bom).with_name(pathlib.Path(bom).name.replace(".cdx.json", ".jar"))
            if entry["component"] in pathlib.Path(bom).read_text() and jar.exists():
                # Its own factory declares it, and nobody else may call it.
                for name in uses(jar, entry["unless"]):
                    if "thirdparty/jackson/core" not in name:
                        yield f"{entry['holds']} in {jar.name}: {', '.join(entry['advisories'])}: used by {name}"


def ask(url, body=None):
    data = None if body is None else json.dumps(body).encode()
    with urllib.request.urlopen(urllib.request.Request(url, data, {"Content-Type": "application/json"}), timeout=60) as answer:
        return json.load(answer)


def refreshed(found, listed, osv):
    queries = [{"package": {"ecosystem": ecosystem, "name": name}} for ecosystem, name, _ in found]
    answers = ask(f"{osv}/v1/querybatch", {"queries": queries})["results"]
    ids = sorted({vulnerability["id"] for answer in answers for vulnerability in answer.get("vulns", [])})
    names = {(ecosystem, name) for ecosystem, name, _ in found}
    advisories = []
    for record in (ask(f"{osv}/v1/vulns/{urllib.parse.quote(one)}") for one in ids):
        if "withdrawn" in record:
            continue
        affected = [
            {key: part[key] if key != "package" else {k: part["package"][k] for k in ("ecosystem", "name")}
             for key in ("package", "ranges", "versions") if part.get(key)}
            for part in record["affected"]
            if (part.get("package", {}).get("ecosystem"), part.get("package", {}).get("name")) in names
        ]
        summary = record.get("summary") or record.get("details", "").split("\n")[0]
        advisories.append({"id": record["id"], "aliases": record.get("aliases", []), "summary": summary, "affected": affected})
    today = datetime.datetime.now(datetime.timezone.utc).date().isoformat()
    return {**listed, "collected": today, "source": f"every advisory that {osv} has on the packages of the bills", "advisories": advisories}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--advisories", type=pathlib.Path, default=LIST)
    parser.add_argument("--refresh", action="store_true")
    parser.add_argument("--osv", default="https://api.osv.dev")
    parser.add_argument("boms", nargs="+")
    options = parser.parse_args()
    listed = json.loads(options.advisories.read_text())
    found = components(options.boms)
    if options.refresh:
        listed = refreshed(found, listed, options.osv)
        options.advisories.write_text(json.dumps(listed, indent=2, ensure_ascii=False) + "\n")
    known = [*hits(found, listed["advisories"]), *exceptions_hold(listed, options.boms)]
    for line in known:
        print(line)
    age = datetime.date.today() - datetime.date.fromisoformat(listed["collected"])
    if age > OLD_AFTER:
        print(f"The list is {age.days} days old: scripts/vulnerabilities --refresh, where the net is.", file=sys.stderr)
    print(f"{len(found)} components, {len(listed['advisories'])} advisories of {listed['collected']}: {len(known)} concern them")
    return 1 if known or not found else 0


if __name__ == "__main__":
    sys.exit(main())
