package dev.snarl.observe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.snarl.libraries.KnownLibraries;
import dev.snarl.stacks.Frames;
import java.util.List;
import java.util.concurrent.SnarlExecutors;
import java.util.concurrent.SnarlProbe;
import org.junit.jupiter.api.Test;

class RehearsalTest {

  @Test
  void everyHookComesThroughAndNothingIsKept() {
    long before = SnarlProbe.errors;
    Rehearsal.play(new Frames(List.of(), KnownLibraries.frames()));
    assertThat(SnarlProbe.errors).as("last error: %s", SnarlProbe.lastError).isEqualTo(before);
    assertThat(SnarlProbe.slots).isNull();
    assertThat(SnarlExecutors.watchFeeders).isFalse();
  }
}
