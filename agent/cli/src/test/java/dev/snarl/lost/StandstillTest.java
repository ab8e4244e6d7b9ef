package dev.snarl.lost;

import static org.assertj.core.api.Assertions.assertThat;

import dev.snarl.heap.Damaged;
import dev.snarl.heap.DumpWriter;
import dev.snarl.heap.Reading;
import dev.snarl.heap.graph.Progress;
import dev.snarl.heap.hprof.Unreadable;
import dev.snarl.lost.OldLayouts.Twin;
import dev.snarl.rules.Finding;
import dev.snarl.rules.Severity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who waits for whom in dumps of the JVMs that are not at hand, and in damaged ones. */
class StandstillTest {
  private static final int TIMES = 3_000;

  @TempDir private Path folder = Path.of("");

  private static List<Finding> findings(Path file) throws IOException, Unreadable {
    Beside beside = Beside.of(null, null);
    return Reading.of(file, Progress.NONE, dump -> Standstill.of(dump, beside));
  }

  private List<String> proved(DumpWriter writer) throws IOException, Unreadable {
    Path file = Files.write(folder.resolve("whole.hprof"), writer.bytes());
    return findings(file).stream()
        .filter(finding -> finding.severity() == Severity.CRITICAL)
        .map(finding -> finding.rule() + " at " + finding.site())
        .toList();
  }

  @Test
  void poolDeadlocksOfJava8And11AreProved() throws Exception {
    assertThat(proved(OldLayouts.task(Twin.NONE)))
        .containsExactly("pool-deadlock at a.Shop.order(Shop.java:7)");
    assertThat(proved(OldLayouts.future(Twin.NONE)))
        .containsExactly("pool-deadlock at a.Shop.order(Shop.java:7)");
  }

  @Test
  void circlesOfLocksOfJava8And11AreProved() throws Exception {
    assertThat(proved(OldLayouts.locks(Twin.NONE))).singleElement().asString().startsWith("lock-");
  }

  @Test
  void theirTwinsAreNot() throws Exception {
    for (Twin twin : Twin.values()) {
      if (twin != Twin.NONE) {
        assertThat(proved(OldLayouts.task(twin))).as("a task: %s", twin).isEmpty();
        assertThat(proved(OldLayouts.future(twin))).as("a future: %s", twin).isEmpty();
      }
    }
    assertThat(proved(OldLayouts.locks(Twin.TIMED))).isEmpty();
    assertThat(proved(OldLayouts.locks(Twin.ELSEWHERE))).isEmpty();
  }

  private List<Finding> ends(byte[] bytes, String what) throws IOException {
    List<Finding> findings = Damaged.read(bytes, folder, what, StandstillTest::findings);
    return findings == null ? List.of() : findings;
  }

  @Test
  void cutAnywhereItProvesNothing() throws IOException {
    byte[] whole = OldLayouts.future(Twin.NONE).bytes();
    for (int length = 0; length < whole.length; length += 3) {
      assertThat(ends(Arrays.copyOf(whole, length), "the first " + length))
          .as("%s", length)
          .isEmpty();
    }
  }

  @Test
  void thousandsOfChangesEndWell() throws IOException {
    Random random = new Random(11);
    List<byte[]> wholes =
        List.of(
            OldLayouts.task(Twin.NONE).bytes(),
            OldLayouts.future(Twin.NONE).bytes(),
            OldLayouts.locks(Twin.NONE).bytes());
    for (int i = 0; i < TIMES; i++) {
      byte[] changed = wholes.get(i % wholes.size()).clone();
      for (int n = random.nextInt(8); n >= 0; n--) {
        Damaged.change(changed, random);
      }
      ends(changed, "change " + i);
    }
  }
}
