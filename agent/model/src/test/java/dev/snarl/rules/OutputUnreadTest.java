package dev.snarl.rules;

import static dev.snarl.rules.Snapshots.aPool;
import static dev.snarl.rules.Snapshots.at;
import static org.assertj.core.api.Assertions.assertThat;

import dev.snarl.snapshot.Host;
import dev.snarl.snapshot.Host.Children;
import dev.snarl.snapshot.Host.Unread;
import dev.snarl.snapshot.Memory;
import dev.snarl.snapshot.Pool;
import dev.snarl.snapshot.Profile;
import dev.snarl.snapshot.Snapshot;
import dev.snarl.snapshot.Timeline;
import dev.snarl.snapshot.Vitals;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class OutputUnreadTest {
  private static final Pool.Blocking WAITS =
      new Pool.Blocking(
          "java.lang.Process.waitFor", "com.acme.Convert.run(Convert.java:9)", "process");
  private static final Pool.Blocking READS =
      new Pool.Blocking("java.net.Socket.read", "com.acme.Convert.load(Convert.java:5)", "socket");

  private static Host host(List<Unread> unread) {
    Host none = Host.NONE;
    return new Host(
        none.files(),
        80,
        List.of(),
        none.cpu(),
        none.cgroup(),
        none.network(),
        new Children(2, 0, 6, unread),
        List.of(),
        List.of());
  }

  /** Twenty seconds in which threads of a pool are seen blocked, once a second. */
  private static List<Verdict> judge(Pool.Blocking in, double stillSeconds, int more) {
    List<Snapshot> history = new ArrayList<>();
    for (int second = 0; second <= 20; second++) {
      history.add(
          at(second)
              .pool(aPool(7).threads(5).blockedIn(in, (long) more * second))
              .vitals(
                  new Vitals(
                      Memory.NONE,
                      host(
                          List.of(
                              new Unread(42, "head", (long) (stillSeconds * 1e9)),
                              new Unread(41, "head", 1))),
                      Profile.NONE))
              .build());
    }
    return Snapshots.judge(new OutputUnread(), new Timeline(history));
  }

  @Test
  void aChildThatNobodyReadsIsNamedWithTheLineThatWaits() {
    Verdict verdict = judge(WAITS, 40, 5).get(0);
    assertThat(verdict.severity()).isEqualTo(Severity.WARNING);
    assertThat(verdict.site()).isEqualTo("com.acme.Convert.run(Convert.java:9)");
    assertThat(verdict.title())
        .isEqualTo(
            "head (process 42) has waited 40 s to write to a pipe that this process does not read;"
                + " threads of pool-7 wait in Process.waitFor() for a process to end");
    assertThat(verdict.evidence())
        .containsEntry("processes", List.of(42L))
        .containsEntry("children", 1);
  }

  @Test
  void whereNobodyIsSeenToWaitItIsInformation() {
    for (List<Verdict> info : List.of(judge(READS, 40, 5), judge(WAITS, 40, 0))) {
      assertThat(info).extracting(Verdict::severity).containsExactly(Severity.INFO);
      assertThat(info.get(0).site()).isEqualTo("process");
    }
  }

  @Test
  void aShortWriteIsNone() {
    assertThat(judge(WAITS, 25, 5)).isEmpty();
  }
}
