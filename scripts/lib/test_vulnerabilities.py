#!/usr/bin/env python3
"""The check for vulnerabilities finds planted ones, at the very borders of their ranges, and nothing else.

Run with the Python of ensure_univers.
"""

import contextlib
import http.server
import io
import json
import pathlib
import sys
import tempfile
import threading
import unittest
import zipfile

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import bill  # noqa: E402
import vulnerabilities  # noqa: E402

LOG4J = {
    "id": "GHSA-jfh8-c2jp-5v3q",
    "aliases": ["CVE-2021-44228"],
    "summary": "Log4Shell",
    "affected": [
        {
            "package": {"ecosystem": "Maven", "name": "org.apache.logging.log4j:log4j-core"},
            "ranges": [
                {"type": "ECOSYSTEM", "events": [{"introduced": "2.13.0"}, {"fixed": "2.15.0"}]},
                {"type": "ECOSYSTEM", "events": [{"introduced": "2.0-beta9"}, {"fixed": "2.3.1"}]},
            ],
        }
    ],
}
JACKSON = {
    "id": "GHSA-jjjh-jjxp-wpff",
    "aliases": ["CVE-2022-42003"],
    "summary": "deep nesting",
    "affected": [
        {
            "package": {"ecosystem": "Maven", "name": "com.fasterxml.jackson.core:jackson-databind"},
            "ranges": [
                {"type": "ECOSYSTEM", "events": [{"introduced": "2.4.0-rc1"}, {"fixed": "2.12.7.1"}]},
                {"type": "ECOSYSTEM", "events": [{"introduced": "2.13.0"}, {"fixed": "2.13.4.2"}]},
            ],
        }
    ],
}


def bom(folder, *purls, name="planted.cdx.json"):
    file = pathlib.Path(folder) / name
    file.write_text(json.dumps({"components": [{"purl": purl} for purl in purls]}))
    return file


class Check(unittest.TestCase):
    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.folder = pathlib.Path(holder.name)
        self.advisories = self.folder / "advisories.json"
        self.advisories.write_text(json.dumps({"collected": "2026-11-21", "advisories": [LOG4J, JACKSON]}))

    def run_main(self, *arguments, advisories=None):
        sys.argv = ["vulnerabilities", "--advisories", str(advisories or self.advisories), *map(str, arguments)]
        with contextlib.redirect_stdout(io.StringIO()) as out, contextlib.redirect_stderr(io.StringIO()):
            return vulnerabilities.main(), out.getvalue()

    def test_a_planted_component_is_found(self):
        planted = bom(self.folder, "pkg:maven/org.apache.logging.log4j/log4j-core@2.14.1?type=jar")
        status, text = self.run_main(planted)
        self.assertEqual(status, 1)
        self.assertIn("CVE-2021-44228", text)

    def test_the_borders_are_maven_s(self):
        for name, versions, hit in (
            ("log4j-core", ("2.0-beta9", "2.0-rc1", "2.0", "2.3", "2.13.0", "2.14.1", "2.15.0-rc1"), True),
            ("log4j-core", ("2.0-beta8", "2.3.1", "2.12.4", "2.15.0", "2.15", "2.16.0"), False),
        ):
            for version in versions:
                with self.subTest(version):
                    planted = bom(self.folder, f"pkg:maven/org.apache.logging.log4j/{name}@{version}?type=jar")
                    self.assertEqual(self.run_main(planted)[0], int(hit))
        for version, hit in (("2.12.7", 1), ("2.12.7.1", 0), ("2.13.4.1", 1), ("2.13.4.2", 0), ("2.4.0", 1)):
            with self.subTest(version):
                planted = bom(self.folder, f"pkg:maven/com.fasterxml.jackson.core/jackson-databind@{version}?type=jar")
                self.assertEqual(self.run_main(planted)[0], hit)

    def test_the_list_that_is_committed_knows_what_we_once_held(self):
        for purl in ("pkg:maven/io.micrometer/micrometer-core@1.15.5?type=jar", "pkg:npm/preact@10.27.2",
                     "pkg:maven/com.google.code.gson/gson@2.8.8?type=jar"):
            with self.subTest(purl):
                status, _ = self.run_main(bom(self.folder, purl), advisories=vulnerabilities.LIST)
                self.assertEqual(status, 1)

    def test_a_bill_without_components_is_no_clean_one(self):
        self.assertEqual(self.run_main(bom(self.folder))[0], 1)

    def test_the_page_s_libraries_are_on_the_bill(self):
        self.assertIn("preact", [name for name, _ in bill.libraries()])
        self.assertEqual(len(bill.libraries()), 6)

    def test_a_repackaged_library_is_no_excuse_once_somebody_uses_it(self):
        entry = {"component": "pkg:maven/a/b", "holds": "b 1", "advisories": ["GHSA-x"], "unless": "createNonBlocking"}
        listed = {"collected": "2026-11-21", "advisories": [], "repackaged": [entry]}
        self.advisories.write_text(json.dumps(listed))
        planted = bom(self.folder, "pkg:maven/a/b@1", name="some.cdx.json")
        for content, status in ((b"nothing", 0), (b"createNonBlockingByteArrayParser", 1)):
            with zipfile.ZipFile(self.folder / "some.jar", "w") as jar:
                jar.writestr("com/acme/Reads.class", content)
            self.assertEqual(self.run_main(planted)[0], status)

    def test_the_list_is_made_anew_from_osv(self):
        records = {LOG4J["id"]: LOG4J, "GHSA-gone": {**LOG4J, "id": "GHSA-gone", "withdrawn": "2022-01-01T00:00:00Z"}}

        class Osv(http.server.BaseHTTPRequestHandler):
            def answer(self, value):
                body = json.dumps(value).encode()
                self.send_response(200)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def do_POST(self):
                queries = json.loads(self.rfile.read(int(self.headers["Content-Length"])))["queries"]
                self.answer({"results": [{"vulns": [{"id": one} for one in records]} for _ in queries]})

            def do_GET(self):
                self.answer(records[self.path.rsplit("/", 1)[1]])

            def log_message(self, *_):
                pass

        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Osv)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        self.advisories.write_text(json.dumps({"collected": "2020-01-01", "advisories": []}))
        planted = bom(self.folder, "pkg:maven/org.apache.logging.log4j/log4j-core@2.14.1?type=jar")
        status, _ = self.run_main("--refresh", "--osv", f"http://127.0.0.1:{server.server_port}", planted)
        self.assertEqual(status, 1)
        listed = json.loads(self.advisories.read_text())
        self.assertEqual([advisory["id"] for advisory in listed["advisories"]], [LOG4J["id"]])
        self.assertGreater(listed["collected"], "2020-01-01")


if __name__ == "__main__":
    unittest.main()
