package dev.snarl.lost;

import static org.assertj.core.api.Assertions.assertThat;

import dev.snarl.heap.Damaged;
import dev.snarl.heap.graph.Progress;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A dump that was cut or changed accuses nobody who is not lost, and ends in no error. */
class LostDamageTest {
  private static final byte[] WHOLE = DumpedThreads.whole();

  @TempDir private Path folder = Path.of("");

  private @Nullable LostReport read(byte[] bytes, String what) throws IOException {
    return Damaged.read(
        bytes,
        folder,
        what,
        file -> {
          LostReport report = Lost.of(file, Beside.of(null, null), Progress.NONE);
          assertThat(Screen.of(report)).as(what).isNotEmpty();
          assertThat(LostJson.of(report).toString()).as(what).isNotEmpty();
          return report;
        });
  }

  @Test
  void theWholeDumpHasThreeLostThreads() throws IOException {
    LostReport report = read(WHOLE, "whole");
    if (report == null) {
      throw new AssertionError("it was refused");
    }
    assertThat(report.groups().stream().mapToInt(LostReport.Group::count).sum()).isEqualTo(3);
  }

  @Test
  void cutAnywhereItAccusesNobody() throws IOException {
    for (int length = 0; length < WHOLE.length; length++) {
      LostReport report = read(Arrays.copyOf(WHOLE, length), "the first " + length + " bytes");
      if (report != null) {
        assertThat(report.groups()).as("cut at %s", length).isEmpty();
        assertThat(report.refused()).as("cut at %s", length).isNotNull();
      }
    }
  }

  @Test
  void tenThousandChangesEndWell() throws IOException {
    Random random = new Random(7);
    for (int i = 0; i < Damaged.TIMES; i++) {
      byte[] changed = WHOLE.clone();
      for (int n = random.nextInt(8); n >= 0; n--) {
        Damaged.change(changed, random);
      }
      read(changed, "change " + i);
    }
  }
}
