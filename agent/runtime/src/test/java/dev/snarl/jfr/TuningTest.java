package dev.snarl.jfr;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What our recording asks for, alone and beside others: never what would change theirs. */
class TuningTest {
  private static final String PARK = "jdk.ThreadPark#";
  private static final String SAMPLE = "jdk.ObjectAllocationSample#";

  @Test
  void aloneAllEventsAreAskedForAsListed() {
    Tuning alone = Tuning.of(Map.of(), List.of());
    assertThat(alone.withheld()).isEmpty();
    assertThat(alone.settings())
        .containsEntry(PARK + "enabled", "true")
        .containsEntry(PARK + "threshold", "20000000 ns")
        .containsEntry(PARK + "stackTrace", "true")
        .containsEntry(SAMPLE + "throttle", "100/s")
        .containsEntry("jdk.CompilerStatistics#period", "5 s")
        .containsKey(Tuning.MARK);
    assertThat(alone.thresholds()).containsEntry(Wanted.PARK, 20_000_000L);
  }

  @Test
  void whatAnotherRecordingLeavesOutIsWithheld() {
    Tuning beside = beside(Map.of(PARK + "enabled", "false", PARK + "threshold", "0 ms"));
    assertThat(beside.withheld()).contains("jdk.ThreadPark", "jdk.GarbageCollection");
    assertThat(beside.settings()).containsOnlyKeys(Tuning.MARK);
  }

  @Test
  void aHigherThresholdOfTheirsIsOursToo() {
    assertThat(beside(Map.of(PARK + "enabled", "true", PARK + "threshold", "1 s")).settings())
        .containsEntry(PARK + "threshold", "1 s");
  }

  @Test
  void aLowerThresholdOfTheirsChangesNothingForUs() {
    Tuning beside = beside(Map.of(PARK + "enabled", "true", PARK + "threshold", "1 ms"));
    assertThat(beside.settings()).containsEntry(PARK + "threshold", "20000000 ns");
    assertThat(beside.thresholds()).containsEntry(Wanted.PARK, 20_000_000L);
  }

  @Test
  void whatTheyLeaveToTheJvmWeLeaveToo() {
    assertThat(beside(Map.of(PARK + "enabled", "true")).settings())
        .containsEntry(PARK + "enabled", "true")
        .doesNotContainKeys(PARK + "threshold", PARK + "stackTrace");
  }

  @Test
  void stacksRatesAndPeriodsAreNeverLaxerThanTheirs() {
    Tuning beside =
        beside(
            Map.of(
                PARK + "enabled",
                "true",
                PARK + "stackTrace",
                "false",
                SAMPLE + "enabled",
                "true",
                SAMPLE + "throttle",
                "10/s",
                "jdk.CompilerStatistics#enabled",
                "true",
                "jdk.CompilerStatistics#period",
                "everyChunk",
                "jdk.CodeCacheStatistics#enabled",
                "true",
                "jdk.CodeCacheStatistics#period",
                "1 s"));
    assertThat(beside.settings())
        .containsEntry(PARK + "stackTrace", "false")
        .containsEntry(SAMPLE + "throttle", "10/s")
        .containsEntry("jdk.CompilerStatistics#period", "everyChunk")
        .containsEntry("jdk.CodeCacheStatistics#period", "60 s");
  }

  @Test
  void ofSeveralOthersTheLaxestCounts() {
    Map<String, String> one = Map.of(PARK + "enabled", "true", PARK + "threshold", "1 s");
    Map<String, String> other = Map.of(PARK + "enabled", "false", PARK + "threshold", "100 ms");
    assertThat(Tuning.of(Map.of(), List.of(one, other)).settings())
        .containsEntry(PARK + "threshold", "100 ms");
  }

  @Test
  void aRaisedThresholdIsAskedForAndKept() {
    Tuning raised = Tuning.of(Map.of(Wanted.PARK, Duration.ofMillis(80)), List.of());
    assertThat(raised.settings()).containsEntry(PARK + "threshold", "80000000 ns");
    assertThat(raised.thresholds()).containsEntry(Wanted.PARK, 80_000_000L);
  }

  private static Tuning beside(Map<String, String> other) {
    return Tuning.of(Map.of(), List.of(other));
  }
}
