"""What a comparison concludes from three rows of measurements."""

import unittest

from machine import Comparison


class ComparisonTest(unittest.TestCase):
    def test_a_clear_small_difference_is_within_its_budget(self):
        c = Comparison([100, 101, 100], [110, 111, 110], [101, 100, 100])
        self.assertEqual(c.difference, 10)
        self.assertEqual(c.verdict(25), "within")

    def test_a_clear_large_difference_is_over_by_what_exceeds_the_budget(self):
        c = Comparison([100, 101, 100], [140, 141, 140], [101, 100, 100])
        self.assertEqual(c.verdict(25), "over by 15.0")

    def test_noise_above_the_budget_is_inconclusive_even_if_the_difference_is_none(self):
        c = Comparison([100, 150, 100], [110, 110, 110], [150, 100, 150])
        self.assertEqual(c.verdict(25), "inconclusive")

    def test_equal_medians_do_not_hide_noise_within_the_rounds(self):
        c = Comparison([100, 200, 150], [150, 150, 150], [200, 100, 150])
        self.assertEqual(c.noise, 100)

    def test_an_excess_smaller_than_the_noise_is_inconclusive(self):
        c = Comparison([100, 100, 100], [127, 127, 127], [105, 105, 105])
        self.assertEqual(c.verdict(20), "inconclusive")

    def test_no_bytes_is_no_bytes_within_what_the_profiler_resolves(self):
        c = Comparison([24.0, 24.0, 24.0], [24.1, 24.1, 24.1], [24.0, 24.0, 24.0])
        self.assertEqual(c.verdict(0, slack=0.5), "within")
        c = Comparison([24.0, 24.0, 24.0], [40.0, 40.0, 40.0], [24.0, 24.0, 24.0])
        self.assertEqual(c.verdict(0, slack=0.5), "over by 16.0")


if __name__ == "__main__":
    unittest.main()
