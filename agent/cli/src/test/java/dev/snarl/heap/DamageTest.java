package dev.snarl.heap;

import static org.assertj.core.api.Assertions.assertThat;

import dev.snarl.heap.graph.Progress;
import dev.snarl.heap.report.HeapJson;
import dev.snarl.heap.report.Page;
import dev.snarl.heap.report.Screen;
import dev.snarl.heap.report.Shown;
import dev.snarl.heap.triage.Report;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Dumps that were cut or changed end in a report or in one line, never in anything else. */
class DamageTest {
  private static final byte[] WHOLE = whole();

  @TempDir private Path folder = Path.of("");

  private static byte[] whole() {
    DumpWriter writer =
        new DumpWriter(8)
            .type(
                0x900,
                "java/util/concurrent/ThreadPoolExecutor",
                DumpWriter.OBJECT,
                "workQueue",
                "workers")
            .type(
                0xa00,
                "java/util/concurrent/LinkedBlockingQueue",
                DumpWriter.OBJECT,
                "head",
                "last")
            .type(
                0xb00,
                "java/util/concurrent/LinkedBlockingQueue$Node",
                DumpWriter.OBJECT,
                "item",
                "next")
            .type(0xc00, "a/Mailer$$Lambda$1", DumpWriter.OBJECT, "arg$1")
            .type(0xd00, "java/lang/String", DumpWriter.OBJECT, "value")
            .type(
                0xe00,
                "java/util/concurrent/CompletableFuture",
                DumpWriter.OBJECT,
                "result",
                "stack")
            .thread(0x1000, 1)
            .local(0x2000, 1)
            .instance(0x1000, DumpWriter.THREAD, 0, 0x3000)
            .instance(0x2000, 0x900, 0, 0x2100, 0)
            .instance(0x2100, 0xa00, 0, 0x2200, 0x2300)
            .instance(0x2200, 0xb00, 0, 0x2400, 0x2300)
            .instance(0x2300, 0xb00, 0, 0x2500, 0)
            .instance(0x2400, 0xc00, 0, 0x3100)
            .instance(0x2500, 0xc00, 0, 0x3100)
            .instance(0x3000, 0xd00, 0, 0x3100)
            .bytes(0x3100, (byte) 'm', (byte) 'a', (byte) 'i', (byte) 'n')
            .instance(0x4000, DumpWriter.WEAK, 0, 0x5000, 0)
            .instance(0x5000, 0xe00, 0, 0, 0)
            .array(0x6000, 0x4000, 0x5000)
            .root(0xff, 0x6000);
    return writer.bytes();
  }

  private @Nullable Report read(byte[] bytes, String what) throws IOException {
    return Damaged.read(
        bytes,
        folder,
        what,
        file -> {
          Report report = HeapTriage.of(file, 5, Progress.NONE);
          Shown shown = new Shown(report, null, null, List.of(), 5);
          assertThat(Screen.of(shown)).as(what).isNotEmpty();
          assertThat(HeapJson.of(shown).toString()).as(what).isNotEmpty();
          assertThat(Page.of(shown)).as(what).isNotEmpty();
          return report;
        });
  }

  @Test
  void theWholeDumpTellsOfItsQueue() throws IOException {
    Report report = read(WHOLE, "whole");
    if (report == null) {
      throw new AssertionError("it was refused");
    }
    assertThat(report.note()).isNull();
    assertThat(report.executors()).hasSize(1);
    assertThat(report.executors().get(0).queued()).isEqualTo(2);
    assertThat(report.executors().get(0).tasks().get(0).type()).isEqualTo("a.Mailer$$Lambda");
    assertThat(report.futures().incomplete()).isEqualTo(1);
  }

  @Test
  void cutAnywhereItIsReportedAsCut() throws IOException {
    for (int length = 0; length < WHOLE.length; length++) {
      Report report = read(Arrays.copyOf(WHOLE, length), "the first " + length + " bytes");
      if (report != null) {
        assertThat(report.note()).as("cut at %s", length).isNotNull();
      }
    }
  }

  @Test
  void tenThousandCutsOfDumpsWithChangesEndWell() throws IOException {
    Random random = new Random(3);
    for (int i = 0; i < Damaged.TIMES; i++) {
      byte[] changed = WHOLE.clone();
      Damaged.change(changed, random);
      read(Arrays.copyOf(changed, random.nextInt(WHOLE.length)), "cut " + i);
    }
  }

  @Test
  void tenThousandChangesEndWell() throws IOException {
    Random random = new Random(5);
    for (int i = 0; i < Damaged.TIMES; i++) {
      byte[] changed = WHOLE.clone();
      for (int n = random.nextInt(8); n >= 0; n--) {
        Damaged.change(changed, random);
      }
      read(changed, "change " + i);
    }
  }
}
