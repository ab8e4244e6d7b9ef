package dev.snarl.lost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.snarl.heap.DamageTest;
import dev.snarl.heap.DumpWriter;
import dev.snarl.heap.graph.Progress;
import dev.snarl.heap.hprof.Unreadable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A dump that was cut or changed accuses nobody who is not lost, and ends in no error. */
class LostDamageTest {
  private static final int TIMES = 10_000;
  private static final int PARKED_FOR_EVER = 0x1 | 0x10 | 0x80 | 0x200;
  private static final byte[] WHOLE = whole();

  @TempDir private Path folder = Path.of("");

  /** A thread at a latch, one at a lock, one at a condition; and one that runs. */
  private static byte[] whole() {
    DumpWriter writer = new DumpWriter(8);
    writer
        .type(0x900, "java/lang/Worker", DumpWriter.THREAD, "parkBlocker", "holder")
        .typeOfInts(0xa00, "java/lang/Thread$FieldHolder", DumpWriter.OBJECT, "threadStatus")
        .typeOfInts(0xb00, "java/util/concurrent/CountDownLatch$Sync", DumpWriter.OBJECT, "state")
        .type(
            0xc00,
            "java/util/concurrent/locks/ReentrantLock$NonfairSync",
            DumpWriter.OBJECT,
            "exclusiveOwnerThread")
        .type(
            0xd00,
            "java/util/concurrent/locks/AbstractQueuedSynchronizer$ConditionObject",
            DumpWriter.OBJECT,
            "firstWaiter",
            "this$0")
        .type(0xe00, "a/Node", DumpWriter.OBJECT, "waiter", "nextWaiter", "status")
        .ints(0x2000, 0xa00, PARKED_FOR_EVER)
        .ints(0x2100, 0xa00, 0x5)
        .ints(0x3000, 0xb00, 1)
        .instance(0x3100, 0xc00, 0, 0x1000)
        .instance(0x3200, 0xd00, 0, 0x3300, 0x3100)
        .instance(0x3300, 0xe00, 0, 0x1200, 0x3300, 0x2);
    long[] blockers = {0x3000, 0x3100, 0x3200, 0};
    for (int i = 0; i < blockers.length; i++) {
      writer
          .thread(0x1000 + 0x100L * i, i + 1)
          .instance(0x1000 + 0x100L * i, 0x900, 0, blockers[i], i < 3 ? 0x2000 : 0x2100, 0);
    }
    return writer.bytes();
  }

  /** The report, null where it was refused. */
  private @Nullable LostReport read(byte[] bytes, String what) throws IOException {
    Path file = folder.resolve("heap.hprof");
    Files.write(file, bytes);
    try {
      LostReport report = Lost.of(file, Beside.of(null, null), Progress.NONE);
      assertThat(Screen.of(report)).as(what).isNotEmpty();
      assertThat(LostJson.of(report).toString()).as(what).isNotEmpty();
      return report;
    } catch (Unreadable e) {
      assertThat(e.getMessage()).as(what).isNotBlank().doesNotContain("\n");
      return null;
    } catch (RuntimeException | Error e) {
      return fail(what + " ended in " + e, e);
    }
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
    for (int i = 0; i < TIMES; i++) {
      byte[] changed = WHOLE.clone();
      for (int n = random.nextInt(8); n >= 0; n--) {
        DamageTest.change(changed, random);
      }
      read(changed, "change " + i);
    }
  }
}
