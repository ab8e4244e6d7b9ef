"""The page in a real browser: every view against a live program with known tangles.

    python3 scripts/lib/test_console.py                  the tests
    python3 scripts/lib/test_console.py --jdk 21         the tests, with the program on that JDK
    python3 scripts/lib/test_console.py --measure        what a large and an open page cost, instead

Needs agent/target/snarl.jar, Playwright for Python, and Chromium (SNARL_CHROMIUM, or chromium on the PATH);
scripts/test sees to them. Without, it says so and skips. Starts its own JVMs and browser, and ends them.
"""

import contextlib
import datetime
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time
import unittest
import urllib.error

import jvm
from tangled import JAR, ROOT, start, without_jdk

CHROMIUM = os.environ.get("SNARL_CHROMIUM") or shutil.which("chromium")
EXPECTED = {"pool-deadlock", "async-blocking-pair", "thread-per-task", "pool-saturated"}
PATIENCE_SECONDS = 60
TOKEN = "token-of-the-test"

try:
    from playwright.sync_api import Error, expect, sync_playwright

    expect.set_options(timeout=PATIENCE_SECONDS * 1_000)  # five seconds are too few beside other tests
except ImportError:
    sync_playwright = None


def missing():
    """What keeps the test from running, or None."""
    if sync_playwright is None:
        return "Playwright for Python is not installed"
    if not CHROMIUM:
        return "there is no Chromium"
    if not JAR.exists():
        return f"there is no {JAR.relative_to(ROOT)}"
    return None


def until(what, check):
    """The first true answer of a check."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    seen = None
    while time.monotonic() < deadline:
        seen, true = check()
        if true:
            return seen
        time.sleep(0.3)
    raise AssertionError(f"{what} within {PATIENCE_SECONDS} s; last seen: {seen}")


def api(address, name):
    """What the agent answers, once it has taken its first snapshot."""
    return json.loads(until(f"an answer for {name}", lambda: answer(f"{address}/api/{name}")))


def answer(address):
    try:
        return jvm.get(address), True
    except urllib.error.HTTPError as e:
        return e, False


@contextlib.contextmanager
def browser():
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu", "--no-proxy-server"]
        )
        try:
            yield chromium
        finally:
            chromium.close()


def frame(text, seconds, ends, items=(), **parts):
    """One of /api/chains."""
    return {"frame": text, **parts, "threadSeconds": seconds, "ends": ends, "items": list(items)}


def queue(pool, seconds, items):
    return frame(f"queue of {pool}", seconds, {}, items, pool=pool)


def chains(items):
    """An answer of /api/chains for the last minute."""
    return {"at": datetime.datetime.now(datetime.timezone.utc).isoformat(), "windowSeconds": 60, "observedSeconds": 60, "explainedRatio": 1, "items": items}


class Watched:
    """A page that remembers what went wrong in it and where it asked."""

    def __init__(self, chromium, **options):
        options.setdefault("viewport", {"width": 1120, "height": 700})
        self.context = chromium.new_context(**options)
        self.page = self.context.new_page()
        self.page.set_default_timeout(PATIENCE_SECONDS * 1_000)
        self.errors, self.requests = [], []
        self.page.on("pageerror", lambda e: self.errors.append(str(e)))
        self.page.on("console", lambda m: self.errors.append(m.text) if m.type == "error" else None)
        self.page.on("request", lambda r: self.requests.append(r.url))

    def open(self, address, view):
        self.page.goto(f"{address}/#/{view}")
        self.page.wait_for_selector("main *")
        return self.page


@unittest.skipIf(missing(), missing())
class ThePage(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.stack = contextlib.ExitStack()
        cls.addClassCleanup(cls.stack.close)
        cls.folder = pathlib.Path(cls.stack.enter_context(tempfile.TemporaryDirectory()))
        cls.program = start(cls.folder / "open", hostile=True)
        cls.stack.callback(cls.program.end)
        cls.address = cls.program.address
        cls.chromium = cls.stack.enter_context(browser())
        until("all four findings", cls.found)

    @classmethod
    def found(cls):
        rules = {finding["rule"] for finding in api(cls.address, "findings")["items"]}
        return rules, rules >= EXPECTED

    def setUp(self):
        self.watched = Watched(self.chromium)
        self.page = self.watched.page

    def tearDown(self):
        self.assertEqual([], self.watched.errors, "errors in the page")
        foreign = [url for url in self.watched.requests if not url.startswith(self.address)]
        self.assertEqual([], foreign, "asked elsewhere")
        self.assertNotIn("owned", self.page.title())
        self.watched.context.close()

    def view(self, name):
        return self.watched.open(self.address, name)

    def test_the_overview_says_what_is_wrong_and_where(self):
        page = self.view("overview")
        expect(page.get_by_role("status")).to_contain_text("Critical: Deadlock: all 2 threads of report-#")
        table = page.get_by_role("table", name="Open findings, most severe first")
        for rule in EXPECTED:
            expect(table.get_by_role("link", name=rule)).to_be_visible()
        expect(table).to_contain_text("Tangled.outer(Tangled.java:")
        expect(table).to_contain_text("2 threads stuck for good")
        expect(table).to_contain_text("thread-seconds held twice")
        expect(page.get_by_role("table", name="Sites that start threads")).to_contain_text("Tangled.oneThread")
        expect(page.get_by_role("table", name="Pools with work")).to_contain_text("mail-#")
        row = page.get_by_role("table", name="jstat -gc")
        for column in ("S0C", "EU", "OU", "MU", "YGC", "GCT"):
            expect(row.get_by_role("columnheader", name=column, exact=True)).to_be_visible()

    def test_the_overview_begins_with_where_waiting_threads_spend_their_time(self):
        page = self.view("overview")
        first = page.locator("main section").first
        expect(first.get_by_role("heading")).to_contain_text("Where waiting threads spend their time")
        expect(first.locator("p")).to_contain_text("of waiting time ends in a sleep: sandbox-# in Thread.sleep() at Tangled.pause")
        expect(first.locator(".cell", has_text="http-exec-#")).not_to_have_count(0)
        first.get_by_role("link", name="all chains").click()
        page.wait_for_url("**/#/chains/60")
        expect(page.get_by_role("button", name="1 min")).to_have_attribute("aria-pressed", "true")

    def test_the_overview_is_calm_when_no_thread_waits(self):
        designed = frame("main in Thread.join() at Tangled.main(Tangled.java:9)", 60, {"idle": 60})
        for items in ([], [designed]):
            self.answer_with(items)
            first = self.view("overview").locator("main section").first
            expect(first).to_contain_text("No thread waited for another, and none that works was blocked, in the last 60 s.")
            expect(first.locator("svg")).to_have_count(0)

    def answer_with(self, items):
        """Instead of the agent's, these chains."""
        self.page.unroute("**/api/chains*")
        self.page.route("**/api/chains*", lambda route: route.fulfill(json=chains(items)))

    def test_chains_show_who_waits_for_whom_to_the_end(self):
        page = self.view("chains/60")
        picture = page.get_by_role("tree", name="Chains of waits")
        waiter = picture.get_by_role("treeitem", name="http-exec-# in CompletableFuture.get() at Tangled.handle(Tangled.java:")
        expect(waiter).to_have_attribute("aria-level", "2")
        expect(picture.get_by_role("treeitem", name="ends in a circle").first).to_be_visible()
        expect(page.get_by_role("list", name="Where chains end")).to_contain_text("sleep")
        table = page.get_by_role("table", name="Chains, from the waiter to the end")
        expect(table.get_by_role("row", name="report-#").first).to_contain_text("circle")
        waiter.click()
        details = page.get_by_role("complementary", name="The chosen frame")
        expect(details).to_contain_text("Line: Tangled.handle(Tangled.java:")
        expect(picture.get_by_role("treeitem", name="report-#")).to_have_count(0)
        details.get_by_text("Evidence").click()
        expect(details.locator("dl")).to_contain_text("worker blocked in")
        details.get_by_text("Manual: async-blocking-pair").click()
        expect(details.locator("pre.manual")).to_contain_text("## True when")
        details.get_by_role("link", name="async-blocking-pair").click()
        expect(page.get_by_role("article")).to_contain_text("2 threads held for 1 job")
        page.go_back()
        expect(details).to_be_visible()
        page.get_by_role("button", name="Show all").click()
        expect(picture.get_by_role("treeitem", name="report-#")).not_to_have_count(0)
        for name, seconds in (("5 min", 300), ("1 h", 3600)):
            with page.expect_request(f"**/api/chains?seconds={seconds}"):
                page.get_by_role("button", name=name).click()
            expect(page.get_by_role("button", name=name)).to_have_attribute("aria-pressed", "true")

    def test_an_endpoint_is_a_frame_with_its_findings(self):
        found = api(self.address, "findings")
        found["items"][0]["evidence"]["route"] = "GET /run"
        self.page.route("**/api/findings*", lambda route: route.fulfill(json=found))
        waits = frame("exec-# in FutureTask.get() at a.Run.run(Run.java:7)", 30, {"sleep": 30}, threadGroup="exec-#")
        self.answer_with([frame("GET /run", 30, {}, [waits], route="GET /run")])
        page = self.view("chains/60")
        page.get_by_role("tree", name="Chains of waits").get_by_role("treeitem", name="GET /run").click()
        details = page.get_by_role("complementary", name="The chosen frame")
        expect(details.get_by_role("link", name=found["items"][0]["rule"])).to_be_visible()

    def test_a_search_marks_frames_and_says_their_share(self):
        work = [frame("work-# in Process.waitFor() at a.Work.run(Work.java:7)", 30, {"process": 30})]
        self.answer_with([queue("work-#", 30, work), frame("other-#", 90, {"sleep": 90})])
        page = self.view("chains/60")
        page.get_by_label("Search").fill("WORK-#")
        expect(page.get_by_role("status").last).to_have_text("2 frames match: 25 % of the time is in chains through them.")
        expect(page.locator(".cell.hit")).to_have_count(2)
        expect(page.get_by_role("table").get_by_role("row")).to_have_count(2)
        page.get_by_label("Search").fill("process")
        expect(page.locator(".cell.hit.end")).to_have_count(1)
        page.get_by_label("Search").fill("nowhere")
        expect(page.get_by_role("status").last).to_have_text("No frame matches.")

    def test_chains_are_reached_with_the_keyboard_alone(self):
        page = self.view("chains/60")
        cells = page.get_by_role("treeitem")
        expect(cells.nth(3)).to_be_visible()
        self.assertEqual(1, page.locator("[role=treeitem][tabindex='0']").count())
        self.assertTrue(all(cells.evaluate_all("all => all.map(each => each.getAttribute('aria-label') && each.getAttribute('aria-level'))")))
        page.locator("[role=treeitem][tabindex='0']").focus()
        focused = page.locator("[role=treeitem]:focus")
        for key, level in (("ArrowDown", "2"), ("ArrowRight", "2"), ("ArrowLeft", "2"), ("ArrowDown", "3"), ("ArrowUp", "2")):
            page.keyboard.press(key)
            expect(focused).to_have_attribute("aria-level", level)
        page.keyboard.press("Enter")
        expect(focused).to_have_attribute("aria-selected", "true")
        expect(page.locator("[role=treeitem][aria-level='2']")).to_have_count(1)
        name = focused.get_attribute("aria-label").split(": ")[0]
        page.wait_for_timeout(3_500)
        expect(focused).to_have_attribute("aria-label", re.compile("^" + re.escape(name)))
        page.keyboard.press("Escape")
        expect(focused).to_have_attribute("aria-level", "1")
        expect(page.locator("[role=treeitem][aria-level='2']")).not_to_have_count(1)

    def test_chains_can_be_frozen_and_compared_with_an_earlier_moment(self):
        site = "run-# in Process.waitFor() at a.Run.run(Run.java:7)"
        self.answer_with([queue("run-#", 120, [frame(site, 120, {"process": 120})]), frame("gone-#", 30, {"socket": 30})])
        page = self.view("chains/60")
        words = page.locator("p.words")
        expect(words).to_contain_text("80 % of waiting time is in the queue of run-#.")
        expect(words).to_contain_text("ends in another process: " + site)
        page.get_by_role("button", name="Freeze").click()
        self.answer_with([queue("run-#", 6, [frame(site, 6, {"process": 6})]), frame("new-#", 60, {"file": 60})])
        for _ in range(2):
            page.wait_for_event("response", lambda answer: "api/chains" in answer.url)
        expect(words).to_contain_text("80 % of waiting time is in the queue of run-#.")
        page.get_by_role("button", name="Take as before").click()
        expect(words).to_contain_text("2.5 threads waited at a time, now 1.1.")
        expect(words).to_contain_text("Grew most: new-#, from 0 threads to 1.")
        expect(words).to_contain_text(f"Shrank most: {site}, from 2 threads to 0.1.")
        expect(words).to_contain_text("The two windows overlap")
        expect(page.get_by_role("treeitem", name="gone-#")).to_contain_text("▼ −0.5")
        expect(page.get_by_role("treeitem", name="new-#")).to_contain_text("▲ +1")
        expect(page.get_by_role("row", name=site)).to_contain_text("▼ −1.9")
        page.get_by_role("button", name="End comparison").click()
        expect(words).to_contain_text("9 % of waiting time is in the queue of run-#.")

    def test_chains_are_compared_with_a_file(self):
        self.answer_with([frame("now-#", 60, {"sleep": 60})])
        page = self.view("chains/60")
        hostile = [frame("<img src=x onerror=\"document.title='owned'\">", 600, {"lock": 600, "<b>": 1})]
        for text in ("{}", "no JSON", "[]", "null"):
            page.get_by_label("Before, from a file").set_input_files({"name": "a.json", "mimeType": "application/json", "buffer": text.encode()})
            expect(page.get_by_role("alert")).to_contain_text("No chains in this file")
        page.get_by_label("Before, from a file").set_input_files({"name": "b.json", "mimeType": "application/json", "buffer": json.dumps(chains(hostile)).encode()})
        expect(page.get_by_role("alert")).to_have_count(0)
        expect(page.locator("p.words")).to_contain_text("Shrank most: <img src=x")
        expect(page.get_by_role("treeitem", name="<img src=x").first).to_contain_text("▼ −10")
        self.assertEqual(0, page.locator("main img").count())

    def test_two_thousand_frames_are_drawn_and_the_smallest_are_folded(self):
        waiters = [frame(f"waiter-{i} in FutureTask.get() at a.B.c(B.java:{i})", i, {}, [frame(f"pool-{i}", i, {"socket": i})]) for i in range(1, 1_001)]
        self.answer_with(waiters)
        page = self.view("chains/60")
        expect(page.get_by_role("treeitem", name=re.compile(r"^\d+ smaller")).first).to_be_visible()
        self.assertLess(page.get_by_role("treeitem").count(), 1_000)
        expect(page.get_by_role("button", name="900 more")).to_be_visible()
        page.get_by_label("Search").fill("waiter-1 in")
        page.get_by_role("button", name="waiter-1 in").click()
        expect(page.get_by_role("treeitem", name="ends at a socket")).to_have_count(1)

    def test_a_finding_has_an_address_of_its_own(self):
        page = self.view("overview")
        page.get_by_role("link", name="async-blocking-pair").click()
        page.wait_for_url("**/#/findings/*")
        address = page.url
        expect(page.get_by_role("article")).to_contain_text("2 threads held for 1 job")
        colleague = Watched(self.chromium)
        colleague.page.goto(address)
        article = colleague.page.get_by_role("article")
        expect(article).to_contain_text("Tangled.handle(Tangled.java:")
        expect(article).to_contain_text("worker blocked in")
        expect(article).to_contain_text("min held thread seconds")
        article.get_by_text("Manual: async-blocking-pair").click()
        expect(article.locator("pre.manual")).to_contain_text("## True when")
        colleague.page.goto(f"{self.address}/#/findings/gone")
        expect(colleague.page.locator("main")).to_contain_text("may have been resolved")
        colleague.context.close()

    def test_pools_are_sorted_filtered_and_lead_to_their_waiters(self):
        page = self.view("pools")
        table = page.get_by_role("table", name="Pools: sizes")
        table.get_by_role("button", name="Queued").click()
        expect(table.get_by_role("columnheader", name="Queued")).to_have_attribute("aria-sort", "descending")
        expect(table.get_by_role("row").nth(1)).to_contain_text("mail-#")
        page.get_by_label("Name or site").fill("report")
        expect(table.get_by_role("row")).to_have_count(2)
        page.get_by_role("link", name="report-#").click()
        article = page.get_by_role("article")
        expect(article).to_contain_text("Can grow")
        expect(article.get_by_role("table", name="Waits, equal ones together")).to_contain_text("closed")

    def test_the_graph_closes_on_itself_and_names_threads_on_a_click(self):
        page = self.view("waits")
        expect(page.locator(".badge")).to_have_count(1)
        expect(page.locator(".link.closing")).to_have_count(1)
        expect(page.locator(".node.blocked", has_text="Thread.sleep")).to_have_count(1)
        page.locator(".node.pool", has_text="report-#").locator(".label").click()  # between its parts the picture is empty
        details = page.locator(".details")
        expect(details).to_contain_text("report-1")
        expect(details).to_contain_text("Tangled.outer(Tangled.java:")
        expect(details).to_contain_text("in the queue of")
        details.get_by_text("Stack of report-1").click()
        expect(details.locator("pre")).to_contain_text("Tangled.outer(Tangled.java:")
        expect(details.locator("pre")).to_contain_text("java.util.concurrent.FutureTask.get(")
        expect(page.get_by_role("table", name="Pairs of threads")).to_contain_text("sandbox-#")

    def test_a_circle_with_a_deadline_is_drawn_and_not_called_closed(self):
        program = start(self.folder / "deadline", name="UntilDeadline")
        self.addCleanup(program.end)
        until("the finding", lambda: self.starved(program.address))
        other = Watched(self.chromium)
        page = other.open(program.address, "waits")
        expect(page.locator(".badge text")).to_have_text("⟲ until a deadline")
        expect(page.locator(".link.closing.deadline")).to_have_count(1)
        expect(page.get_by_role("table", name="Waits, equal ones together")).to_contain_text("until a deadline")
        page.locator(".node.pool", has_text="retry-#").click()
        expect(page.locator(".details")).to_contain_text("waits in a circle until a deadline ends it")
        self.assertNotIn("closes on itself", page.locator("body").inner_html())
        self.assertEqual([], other.errors, "errors in the page")
        other.context.close()

    def starved(self, address):
        rules = {finding["rule"] for finding in api(address, "findings")["items"]}
        self.assertNotIn("pool-deadlock", rules)
        return rules, "pool-starvation" in rules

    def test_the_graph_and_tables_work_with_the_keyboard_alone(self):
        page = self.view("waits")
        node = page.locator(".node").first
        node.focus()
        page.keyboard.press("Enter")
        expect(page.locator(".details")).to_be_visible()
        page.wait_for_timeout(3_500)
        expect(node).to_be_focused()
        page.get_by_role("link", name="Pools", exact=True).focus()
        page.keyboard.press("Enter")
        sort = page.get_by_role("button", name="Size")
        sort.focus()
        page.keyboard.press("Space")
        expect(page.get_by_role("columnheader", name="Size")).to_have_attribute("aria-sort", "descending")

    def test_threads_and_memory_are_drawn_over_time(self):
        page = self.view("threads")
        expect(page.get_by_role("img", name="Threads started per second, by site")).to_be_visible()
        expect(page.get_by_role("table", name="Thread starts by site")).to_contain_text("Tangled.oneThread")
        expect(page.get_by_role("table", name="Time parked by site")).to_contain_text("Tangled.handle")
        page = self.view("memory")
        for title in ("Heap in use, by space", "Time stopped for collections", "Metaspace"):
            expect(page.get_by_role("img", name=title)).to_be_visible()
        expect(page.locator("main")).to_contain_text("MiB")
        expect(page.get_by_role("table", name="What is limited")).to_contain_text("metaspace")

    def test_suspicions_and_sizes_are_told(self):
        page = self.view("why")
        expect(page.get_by_role("row", name="a pool waits for itself")).to_contain_text("true")
        expect(page.get_by_role("row", name="two threads are held for one job")).to_contain_text("true")
        page = self.view("sizing")
        expect(page.get_by_role("table", name="Threads that each pool needs")).to_contain_text("mail-#")
        page.get_by_role("link", name="What if mail-# had another size").click()
        expect(page.get_by_role("heading", name="What if")).to_be_visible()
        expect(page.get_by_role("button", name="Simulate again")).to_be_enabled()

    def test_other_sizes_of_a_pool_are_a_curve_and_a_table(self):
        sizes, rates = (2, 4, 8), (1, 2)
        points = [self.point(threads, rate) for threads in sizes for rate in rates]
        answer = {"id": 1, "pool": "mail-#", "why": None, "threads": 4, "fixed": True, "processors": 2, "cpuShare": 0.1}
        answer |= {"recorded": {"tasks": 900, "seconds": 30.0, "arrivalsPerSecond": 30.0}, "points": points}
        self.page.route("**/api/what-if?pool=1", lambda route: route.fulfill(json=answer))
        page = self.view("sizing/1")
        chart = page.get_by_role("img", name="Queue wait p95 by threads, 4 threads, as now: ×1 250 ms, ×2 –")
        chart.focus()
        page.keyboard.press("ArrowRight")
        expect(page.get_by_role("img", name="Queue wait p95 by threads, 8 threads: ×1 125 ms, ×2 250 ms")).to_be_visible()
        table = page.get_by_role("table", name="Queue wait by threads and rate")
        expect(table.get_by_role("row")).to_have_count(7)
        expect(table).to_contain_text("grows")
        expect(page.locator("main")).to_contain_text("share them")
        answer.update(why="its tasks <b>wait</b>", points=[])
        del answer["recorded"]
        page.get_by_role("button", name="Simulate again").click()
        expect(page.locator("main")).to_contain_text("Not simulated: its tasks <b>wait</b>.")

    def point(self, threads, rate):
        unstable = rate == 2 and threads < 8
        point = {"threads": threads, "rate": rate, "arrivalsPerSecond": 30 * rate, "utilisation": 2.0 * rate / threads}
        point |= {"unstable": unstable, "sharesProcessors": threads == 8}
        wait = rate / threads
        return point if unstable else point | {f"waitP{p}Seconds": wait * p / 95 for p in (50, 95, 99)} | {"refusedShare": 0.0}

    def test_history_can_be_paused_and_a_range_of_it_chosen(self):
        page = self.view("history")
        until("three samples", lambda: self.samples(page))
        charts = page.locator(".charts svg[role=img]")
        self.assertGreaterEqual(charts.count(), 8)
        page.get_by_label("from").focus()
        page.keyboard.press("ArrowRight")
        expect(page.locator("output")).to_contain_text("paused")
        expect(page.get_by_role("button", name="Go on")).to_be_visible()
        asked = len(self.watched.requests)
        page.wait_for_timeout(3_500)
        self.assertEqual(asked, len(self.watched.requests), "a paused page asks for nothing")
        page.get_by_role("button", name="All").click()
        expect(page.get_by_role("button", name="Pause")).to_be_visible()

    def samples(self, page):
        times = len(api(self.address, "history")["times"])
        return times, times >= 3 and page.locator(".charts svg[role=img]").count() > 0

    def test_hostile_names_are_text(self):
        for view in ("overview", "chains", "pools", "waits", "threads", "sizing", "history"):
            page = self.view(view)
            self.assertEqual(6, page.locator("script").count(), f"scripts in {view}")
            self.assertEqual(0, page.locator("main img").count(), f"images in {view}")
            self.assertLess(len(page.locator("body").inner_text()), 100_000)
        page = self.view("pools")
        expect(page.get_by_role("link", name="<script>document.title='owned'</script>")).to_be_visible()
        expect(page.get_by_role("link", name="<img src=x onerror=")).to_be_visible()
        expect(page.get_by_role("link", name="\\u202egnorw yaw eht\\u202c-worker")).to_be_visible()
        self.assertNotIn("\u202e", page.locator("body").inner_text())

    def test_a_narrow_screen_does_not_scroll_sideways(self):
        narrow = Watched(self.chromium, viewport={"width": 380, "height": 800}, color_scheme="dark")
        for view in ("overview", "chains", "pools", "waits", "threads", "memory", "why", "sizing", "history"):
            page = narrow.open(self.address, view)
            width = page.evaluate("document.documentElement.scrollWidth")
            self.assertLessEqual(width, 380, view)
        background = page.evaluate("getComputedStyle(document.body).backgroundColor")
        self.assertEqual("rgb(20, 23, 27)", background)
        self.assertEqual([], narrow.errors)
        narrow.context.close()

    def test_a_page_whose_agent_is_gone_says_so(self):
        self.page.route("**/api/**", lambda route: route.abort())
        self.page.goto(self.address)
        expect(self.page.get_by_role("alert")).to_contain_text("No answer from the agent")
        self.watched.errors.clear()

    def test_a_report_is_the_page_without_a_server(self):
        served = self.view("overview").goto(f"{self.address}/report")
        self.assertIn("default-src 'none'", served.headers["content-security-policy"])
        expect(self.page.locator("main")).to_contain_text("pool-deadlock")
        file = self.folder / "report.html"
        file.write_text(jvm.get(f"{self.address}/report"))
        alone = Watched(self.chromium)
        page = alone.page
        for view, text in (
            ("overview", "pool-deadlock"),
            ("overview", "of waiting time ends in a sleep"),
            ("chains/60", "Tangled.handle(Tangled.java:"),
            ("chains/300", "Tangled.handle(Tangled.java:"),
            ("chains/3600", "Tangled.handle(Tangled.java:"),
            ("pools", "mail-#"),
            ("waits", "closes on itself"),
            ("threads", "Tangled.oneThread"),
            ("memory", "jstat"),
            ("why", "a pool waits for itself"),
            ("sizing", "mail-#"),
            ("history", "Threads that wait"),
        ):
            page.goto(f"{file.as_uri()}#/{view}")
            expect(page.locator("main")).to_contain_text(text)
        expect(page.locator("header")).to_contain_text("Report of")
        expect(page.get_by_role("button", name="Pause")).to_have_count(0)
        page.goto(f"{file.as_uri()}#/chains/60")
        expect(page.get_by_role("button", name="Freeze")).to_have_count(0)
        page.get_by_role("treeitem", name="http-exec-#").first.click()
        expect(page.get_by_role("complementary")).to_contain_text("2 threads held for 1 job")
        page.goto(f"{file.as_uri()}#/sizing")
        page.get_by_role("link", name="What if mail-# had another size").click()
        expect(page.locator("#what-if")).to_contain_text("mail-#")
        expect(page.get_by_role("button", name="Simulate again")).to_have_count(0)
        self.assertEqual([], alone.errors)
        self.assertFalse([url for url in alone.requests if url.startswith("http")])
        self.assertNotIn("owned", page.title())
        alone.context.close()

    def test_a_report_holds_what_a_heap_dump_says(self):
        dump, file = self.folder / "heap.hprof", self.folder / "with-dump.html"
        snarl = [shutil.which("java"), "-jar", JAR]
        subprocess.run([*snarl, "lost", str(self.program.process.pid), "--keep", dump], capture_output=True, timeout=120)
        subprocess.run([*snarl, "report", self.address, "-o", file, "--heap", dump], capture_output=True, timeout=120, check=True)
        alone = Watched(self.chromium)
        page = alone.page
        page.goto(file.as_uri())
        page.get_by_role("link", name="Heap dump").click()
        expect(page.get_by_role("region", name="Findings in the dump")).to_contain_text("pool-deadlock, proved")
        expect(page.get_by_role("region", name="Waits that no thread can end")).to_contain_text("FutureTask")
        expect(page.get_by_role("region", name="Pools and their queues").get_by_role("row", name="report-#")).to_have_count(1)
        self.assertEqual([], alone.errors)
        alone.context.close()
        expect(self.view("overview").get_by_role("link", name="Heap dump")).to_have_count(0)

    def test_a_token_is_asked_for_by_the_browser_and_kept_nowhere_else(self):
        folder = jvm.make_folder(self.folder / "guarded")
        (folder / "token").write_text(TOKEN)
        program = start(folder, f",token.file={folder / 'token'}")
        self.addCleanup(program.end)
        refused, _ = answer(f"{program.address}/")
        self.assertEqual(401, refused.code)
        self.assertIn('Basic realm="Snarl"', refused.headers.get_all("WWW-Authenticate")[-1])
        self.assertNotIn("Tangled", refused.read().decode())
        for token in (None, "wrong", TOKEN):
            known = {"http_credentials": {"username": "anybody", "password": token}} if token else {}
            guarded = Watched(self.chromium, **known)
            page = guarded.page
            if token == TOKEN:
                self.assertEqual(200, page.goto(program.address).status)
                expect(page.locator("main h2").first).to_be_visible()
                self.assertFalse([url for url in guarded.requests if TOKEN in url], "the token in an address")
                self.assertEqual(0, page.evaluate("localStorage.length + sessionStorage.length + document.cookie.length"))
                self.assertNotIn(TOKEN, page.content())
                self.assertEqual([], guarded.errors)
            elif token == "wrong":
                self.assertEqual(401, page.goto(program.address).status)
                self.assertNotIn("Tangled", page.content())
            else:
                with self.assertRaisesRegex(Error, "ERR_INVALID_AUTH_CREDENTIALS"):
                    page.goto(program.address)
            guarded.context.close()


def measure():
    """Prints how soon the page of a large application is painted, and what it costs that application to be looked at."""
    with contextlib.ExitStack() as stack:
        folder = pathlib.Path(stack.enter_context(tempfile.TemporaryDirectory()))
        program = start(folder, name="Crowd")
        stack.callback(program.end)
        chromium = stack.enter_context(browser())
        until("5,000 waits", lambda: waits(program.address))
        print(f"{len(api(program.address, 'executors')['items'])} pools, {waits(program.address)[0]} waits", flush=True)
        for view in ("overview", "pools", "waits"):
            watched = Watched(chromium)
            began = time.monotonic()
            watched.page.goto(f"{program.address}/#/{view}")
            watched.page.wait_for_selector("main td")
            print(f"{view}: first table after {time.monotonic() - began:.2f} s", flush=True)
            watched.context.close()
        for view in ("overview", "pools", "waits", "history"):
            watched = Watched(chromium)
            watched.open(program.address, view)
            time.sleep(5)
            before, began = http_ticks(program.process.pid), time.monotonic()
            time.sleep(30)
            share = (http_ticks(program.process.pid) - before) / os.sysconf("SC_CLK_TCK") / (time.monotonic() - began)
            print(f"{view} open: {share:.2%} of a core in snarl-http", flush=True)
            watched.context.close()


def waits(address):
    number = api(address, "tangle")["waits"]
    return number, number >= 5_000


def http_ticks(pid):
    """CPU time of the agent's HTTP thread, in ticks."""
    total = 0
    for task in pathlib.Path(f"/proc/{pid}/task").iterdir():
        if (task / "comm").read_text().strip() == "snarl-http":
            fields = (task / "stat").read_text().rpartition(")")[2].split()
            total += int(fields[11]) + int(fields[12])
    return total


if __name__ == "__main__":
    if missing():
        print(f"*** The console is not tested in a browser: {missing()}", file=sys.stderr)
    if "--measure" in sys.argv:
        measure()
    else:
        unittest.main(argv=without_jdk(sys.argv))
