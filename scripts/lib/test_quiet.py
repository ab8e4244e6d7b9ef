"""python3 -m unittest discover -s scripts/lib -p 'test_*.py'"""

import unittest

import quiet
from quiet import Phase


def finding(severity):
    return {"rule": "submit-and-wait", "severity": severity, "site": "com.example.orders.Shop.buy(Shop.java:7)"}


class TheVerdict(unittest.TestCase):
    def complaints(self, placed=1, waiting=0, log="", **of_the_load):
        return quiet.complaints([Phase("idle"), Phase("loaded", **of_the_load)], placed, waiting, log)

    def test_a_run_without_findings_passes(self):
        self.assertEqual([], self.complaints())

    def test_a_finding_of_severity_info_passes(self):
        self.assertEqual([], self.complaints(findings=[finding("info")]))

    def test_a_warning_fails_with_rule_and_line(self):
        self.assertEqual(
            ["warning submit-and-wait at Shop.buy(Shop.java:7)"], self.complaints(findings=[finding("warning")])
        )

    def test_an_error_inside_the_agent_fails(self):
        self.assertEqual(["snarl_agent_errors_total is 2, not 0"], self.complaints(agent_errors=2.0))

    def test_a_run_without_load_or_consumer_proves_nothing(self):
        self.assertEqual(["no order was placed: there was no load"], self.complaints(placed=0))
        self.assertEqual(
            ["3 orders were never shipped: the listener does not consume"], self.complaints(waiting=3.0)
        )

    def test_a_failed_request_and_a_logged_error_fail(self):
        self.assertEqual(["GET /orders: refused"], self.complaints(failures=["GET /orders: refused"]))
        self.assertEqual(
            ["the application logs an error: 10:00 ERROR boom"], self.complaints(log="10:00 INFO up\n10:00 ERROR boom")
        )


class TheTable(unittest.TestCase):
    def test_findings_and_requests_are_counted_for_each_half(self):
        idle = Phase("idle", 30, {quiet.METRICS: 6}, [0.25])
        loaded = Phase("loaded", 30, {quiet.METRICS: 6, quiet.ORDER: 60}, [], findings=[finding("info")])
        rows = {row[0]: row[1:] for row in quiet.rows_of([idle, loaded])}
        self.assertEqual(("0", "60"), rows[quiet.ORDER])
        self.assertEqual(("250 ms", "-"), rows["mean response"])
        self.assertEqual(("0", "1"), rows["findings, info"])

    def test_a_pool_is_named_without_its_package(self):
        self.assertEqual("Pool at Shop.main(Shop.java:7)", quiet.without_packages("Pool at a.b.Shop.main(Shop.java:7)"))


if __name__ == "__main__":
    unittest.main()
