package dev.snarl.heap.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.snarl.heap.triage.Report;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Two runs of a program have the same names for what grew, lambdas too. */
class GrowthNamesTest {
  @ParameterizedTest
  @CsvSource({
    "Broker$$Lambda$3+0x00007f96f8001800, Broker$$Lambda", // 17
    "Broker$$Lambda+0x000000000d001a30, Broker$$Lambda", // 21
    "Broker$$Lambda$4, Broker$$Lambda", // 8
    "Broker$Order, Broker$Order",
    "byte[], byte[]"
  })
  void aLambdaHasTheNameOfItsClass(String type, String name) {
    assertThat(Growth.name(new Report.Row(type, 1, 16, 16))).isEqualTo(name);
  }
}
