"""What `chains` writes for other tools, read back by those: speedscope in Chromium, `go tool pprof`.

Needs the jar, Playwright and Chromium; each tool that cannot be had is a skipped test.
"""

import functools
import gzip
import http.server
import json
import os
import pathlib
import re
import shutil
import subprocess
import tarfile
import tempfile
import threading
import unittest

import playwright.sync_api
from playwright.sync_api import expect

ROOT = pathlib.Path(__file__).resolve().parents[2]
JAR = ROOT / "agent/target/snarl.jar"
SPEEDSCOPE = "1.25.0"

WAITER = "http-# in FutureTask.get() at a.Runs.handle(Runs.java:25)"
WORKER = "sandbox-# in Process.waitFor() at a.Runs.run(Runs.java:32)"
SEMICOLON = "odd;name-#"


def thread(text, seconds, ends, items=()):
    group, call, site = re.fullmatch(r"(\S+) in (\S+) at (\S+)", text).groups()
    return {"frame": text, "threadGroup": group, "call": call, "site": site, "threadSeconds": seconds, "ends": ends, "items": list(items)}


CHAINS = {
    "at": "2026-11-25T09:00:00Z",
    "windowSeconds": 60,
    "observedSeconds": 60,
    "explainedRatio": 1,
    "items": [
        thread(WAITER, 45, {}, [{"frame": "queue of sandbox-#", "pool": "sandbox-#", "threadSeconds": 30, "ends": {}, "items": [thread(WORKER, 30, {"process": 30})]}, thread(WORKER, 15, {"process": 15})]),
        {"frame": SEMICOLON, "threadGroup": SEMICOLON, "threadSeconds": 1.5, "ends": {"processor": 1.5}, "items": []},
    ],
}
LINES = {
    f"{WAITER};queue of sandbox-#;{WORKER};[process]": 30_000,
    f"{WAITER};{WORKER};[process]": 15_000,
    "odd,name-#;[processor]": 1_500,
}


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


class Agent(Quiet):
    """Answers as an agent whose chains are CHAINS."""

    def do_GET(self):
        body = json.dumps(CHAINS).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


def serve(handler):
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server, f"http://127.0.0.1:{server.server_port}"


def speedscope(folder):
    """The released page of speedscope; None where npm cannot fetch it."""
    if not shutil.which("npm"):
        return None
    fetched = subprocess.run(["npm", "pack", "--silent", f"speedscope@{SPEEDSCOPE}"], cwd=folder, capture_output=True, text=True)
    if fetched.returncode:
        return None
    with tarfile.open(folder / f"speedscope-{SPEEDSCOPE}.tgz") as archive:
        archive.extractall(folder)
    return folder / "package/dist/release"


class ChainFiles(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        work = tempfile.TemporaryDirectory()
        cls.addClassCleanup(work.cleanup)
        cls.folder = pathlib.Path(work.name)
        server, address = serve(Agent)
        cls.addClassCleanup(server.server_close)
        cls.addClassCleanup(server.shutdown)
        for form, name in (("--collapsed", "chains.txt"), ("--speedscope", "chains.json"), ("--pprof", "chains.pb.gz")):
            command = ["java", "-jar", str(JAR), "chains", address, "--last", "1m", form]
            cls.folder.joinpath(name).write_bytes(subprocess.run(command, check=True, capture_output=True).stdout)

    def test_collapsed_stacks_have_a_line_a_chain_and_milliseconds(self):
        found = dict(line.rsplit(" ", 1) for line in (self.folder / "chains.txt").read_text().splitlines())
        self.assertEqual(LINES, {chain: int(value) for chain, value in found.items()})

    def test_pprof_adds_up_each_frame(self):
        if not shutil.which("go"):
            self.skipTest("there is no Go here")
        file = self.folder / "chains.pb.gz"
        self.assertTrue(gzip.decompress(file.read_bytes()))
        top = subprocess.run(["go", "tool", "pprof", "-top", "-cum", "-unit=s", str(file)], check=True, capture_output=True, text=True).stdout
        self.assertIn("Type: waiting", top)
        self.assertIn("Duration: 60s, Total samples = 46.50s", top)
        self.assertRegex(top, r"Time: 2026-11-25")
        sums = {name: (flat, cumulative) for flat, cumulative, name in re.findall(r"^ *(\S+) +\S+% +\S+% +(\S+) +\S+%  (.+)$", top, re.MULTILINE)}
        self.assertEqual(("0", "45s"), sums[WAITER])
        self.assertEqual(("0", "30s"), sums["queue of sandbox-#"])
        self.assertEqual(("0", "45s"), sums[WORKER])
        self.assertEqual(("45s", "45s"), sums["[process]"])
        self.assertEqual(("1.50s", "1.50s"), sums["[processor]"])

    def test_speedscope_opens_each_of_them(self):
        page_folder = speedscope(self.folder)
        if page_folder is None:
            self.skipTest("speedscope cannot be fetched here")
        server, address = serve(functools.partial(Quiet, directory=str(page_folder)))
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        with playwright.sync_api.sync_playwright() as browsers:
            chromium = browsers.chromium.launch(executable_path=os.environ["SNARL_CHROMIUM"], args=["--no-sandbox"])
            for name, process in (("chains.json", "45.00s"), ("chains.pb.gz", "45.00s"), ("chains.txt", "45,000")):
                with self.subTest(name):
                    page = chromium.new_page()
                    page.goto(address)
                    with page.expect_file_chooser() as chooser:
                        page.get_by_text("Browse", exact=True).click()
                    chooser.value.set_files(self.folder / name)
                    page.get_by_text("Sandwich").click()
                    rows = page.locator("table").last
                    expect(rows).to_contain_text(WAITER)
                    expect(rows).to_contain_text("queue of sandbox-#")
                    expect(rows.get_by_role("row", name="[process]")).to_contain_text(process)
                    page.close()


if __name__ == "__main__":
    unittest.main()
