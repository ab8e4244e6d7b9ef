package dev.snarl.jfr;

import static org.assertj.core.api.Assertions.assertThat;

import dev.snarl.snapshot.Profile.GroupBytes;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The number of events and of rows is bounded, and what is left out is counted. */
class BoundsTest {
  private static final long SECOND = 1_000_000_000L;

  private final Governor governor = new Governor(Duration.ofMillis(20), 0);

  @Test
  void tooManyEventsRaiseTheThresholdAndAQuietMinuteLowersIt() {
    assertThat(second(1, 5_000)).isFalse();
    assertThat(second(2, 5_000)).isTrue();
    assertThat(parks()).isEqualTo(80);
    assertThat(second(4, 5_000)).isTrue();
    assertThat(parks()).isEqualTo(320);
    assertThat(second(6, 500)).as("fewer than too many change nothing").isFalse();
    for (int now = 8; now < 66; now += 2) {
      assertThat(second(now, 0)).as("second %d", now).isFalse();
    }
    assertThat(second(68, 0)).isTrue();
    assertThat(parks()).isEqualTo(80);
  }

  @Test
  void aThresholdIsNotRaisedForEver() {
    for (int now = 2; now < 100; now += 2) {
      second(now, 10_000);
    }
    assertThat(parks()).isEqualTo(20 * 4_096);
  }

  @Test
  void eventsThatAreNoWaitsAreLeftAlone() {
    for (int i = 0; i < 10_000; i++) {
      governor.count(Wanted.COMPILATION);
      governor.count(Wanted.PINNED);
    }
    assertThat(governor.look(2 * SECOND)).isFalse();
  }

  private boolean second(int now, int events) {
    for (int i = 0; i < events; i++) {
      governor.count(Wanted.PARK);
    }
    return governor.look(now * SECOND);
  }

  private long parks() {
    return governor.thresholds().getOrDefault(Wanted.PARK, Duration.ZERO).toMillis();
  }

  @Test
  void rowsThatDoNotFitAreAddedUpAndCounted() {
    Tally<String, GroupBytes> tally =
        new Tally<>(2, "other", (name, cell) -> new GroupBytes(name, cell.count, cell.amount));
    tally.add("a", 0, 1);
    tally.add("b", 0, 2);
    tally.add("c", 0, 4);
    tally.add("d", 0, 8);
    tally.add("a", 0, 16);
    assertThat(tally.records())
        .containsExactlyInAnyOrder(
            new GroupBytes("a", 2, 17), new GroupBytes("b", 1, 2), new GroupBytes("other", 2, 12));
    assertThat(tally.dropped()).isEqualTo(2);
  }

  @Test
  void aRowThatDidNotChangeIsTheSameObject() {
    Tally<String, GroupBytes> tally =
        new Tally<>(2, "other", (name, cell) -> new GroupBytes(name, cell.count, cell.amount));
    tally.add("a", 0, 1);
    List<GroupBytes> first = tally.records();
    assertThat(tally.records().get(0)).isSameAs(first.get(0));
  }

  @Test
  void peersAreGroupedByHostAndServicePort() {
    assertThat(WaitEvents.peer("db", "10.0.0.7", 5432)).isEqualTo("db:5432");
    assertThat(WaitEvents.peer("", "10.0.0.7", 443)).isEqualTo("10.0.0.7:443");
    assertThat(WaitEvents.peer(null, "10.0.0.7", 50_123)).isEqualTo("10.0.0.7:*");
    assertThat(WaitEvents.peer(null, null, 80)).isEmpty();
  }

  @Test
  void arraysAreNamedAsInTheSource() {
    assertThat(HeapEvents.readable("[B")).isEqualTo("byte[]");
    assertThat(HeapEvents.readable("[[Ljava.lang.String;")).isEqualTo("java.lang.String[][]");
    assertThat(HeapEvents.readable("java.lang.String")).isEqualTo("java.lang.String");
  }

  @Test
  void aFolderThatCannotBeWrittenIsAnObstacle(@TempDir Path folder) throws Exception {
    assertThat(Obstacle.folder(folder.toString())).isNull();
    assertThat(folder).isEmptyDirectory();
    assertThat(Obstacle.folder(folder.resolve("none").toString()))
        .isEqualTo("the temporary folder " + folder.resolve("none") + " is not writable");
  }

  @Test
  void theMachinesMemoryIsWhatIsAvailable(@TempDir Path folder) throws Exception {
    Path meminfo = folder.resolve("meminfo");
    Files.writeString(meminfo, "MemTotal:  100 kB\nMemAvailable:      2048 kB\n");
    assertThat(Obstacle.machine(meminfo)).isEqualTo(2L << 20);
    assertThat(Obstacle.machine(folder.resolve("none"))).isEqualTo(-1);
  }
}
