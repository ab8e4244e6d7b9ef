package dev.snarl.agent;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RecordingTest {
  private static final long SECOND = 1_000_000_000L;
  private static final long PATIENCE = 20 * SECOND;

  @ParameterizedTest
  @CsvSource({
    "19, 60, false", // however much it works
    "21, 6, true",
    "21, 4, false",
    "119, 4, false",
    "121, 0, true"
  })
  void aProgramThatHardlyWorksIsRecordedLater(long age, long used, boolean due) {
    assertThat(Recording.isDue(age * SECOND, PATIENCE, used * SECOND)).isEqualTo(due);
  }

  @Test
  void unknownProcessorTimeCountsAsBusy() {
    assertThat(Recording.isDue(21 * SECOND, PATIENCE, -1)).isTrue();
  }
}
