#!/usr/bin/env python3
"""What scripts/soak calls flat, and what it reads off a page of metrics."""

import unittest

from soak import Series, flat, metric

MB = 1 << 20
PAGE = """# TYPE snarl_thread_starts_total counter
snarl_thread_starts_total{application="Soak",site="A.a(A.java:1)"} 3.0
snarl_thread_starts_total{application="Soak",site="other"} 4.0
snarl_agent_dropped_total{application="Soak",table="sites"} 12.0
snarl_agent_dropped_total{application="Soak",table="slots"} 0.0
"""


class Flat(unittest.TestCase):
    def test_what_wavers_is_flat(self):
        wavering = Series([MB * (20 + i % 3) for i in range(20)])
        self.assertTrue(flat(wavering, wavering, MB))

    def test_what_leaks_grows(self):
        steady, leaking = Series([20 * MB] * 20), Series([MB * (20 + i) for i in range(20)])
        self.assertFalse(flat(leaking, steady, 2 * MB))

    def test_what_leaks_below_its_noise_and_yet_adds_up_grows(self):
        leaking = Series([MB * (20 + i + i % 2) for i in range(40)])
        self.assertFalse(flat(leaking, Series([20 * MB] * 40), 2 * MB))

    def test_what_the_program_leaks_itself_is_not_the_agents(self):
        leaking = Series([MB * (20 + i) for i in range(20)])
        self.assertTrue(flat(leaking, leaking, 0))


class Metric(unittest.TestCase):
    def test_series_are_added_up(self):
        self.assertEqual(7, metric(PAGE, "snarl_thread_starts_total"))

    def test_labels_choose(self):
        self.assertEqual(12, metric(PAGE, "snarl_agent_dropped_total", table="sites"))
        self.assertEqual(0, metric(PAGE, "snarl_agent_dropped_total", table="none"))


if __name__ == "__main__":
    unittest.main()
