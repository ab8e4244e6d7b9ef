package dev.snarl.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.snarl.snapshot.Host;
import dev.snarl.snapshot.Memory;
import dev.snarl.snapshot.Memory.Cpu;
import dev.snarl.snapshot.Profile;
import dev.snarl.snapshot.Snapshot;
import dev.snarl.snapshot.Timeline;
import dev.snarl.snapshot.Vitals;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class JitWarmUpTest {
  private static final long SECOND = 1_000_000_000L;

  private final JitWarmUp rule = new JitWarmUp();

  @Test
  void aThirdOfTheCpuTimeOfTheLastMinuteIsWarmUp() {
    assertThat(judge(61, 10, 30))
        .singleElement()
        .satisfies(
            verdict -> {
              assertThat(verdict.severity()).isEqualTo(Severity.INFO);
              assertThat(verdict.title())
                  .isEqualTo(
                      "The just-in-time compiler took 33 % of the CPU time of the last 60 s"
                          + " (10 s of 30 s)");
              assertThat(verdict.evidence())
                  .containsEntry("compileCpuSeconds", 10.0)
                  .containsEntry("processCpuSeconds", 30.0);
            });
  }

  @Test
  void aTenthIsNotMoreThanATenth() {
    assertThat(judge(61, 3, 30)).isEmpty();
  }

  @Test
  void anIdleJvmThatCompilesALittleIsNotWarmingUp() {
    assertThat(judge(61, 1.5, 2)).isEmpty();
  }

  @Test
  void nothingIsSaidBeforeAMinuteIsOver() {
    assertThat(judge(50, 10, 30)).isEmpty();
  }

  @Test
  void whatCannotBeReadProvesNothing() {
    Snapshot before = at(0, new Cpu(-1, -1, -1));
    assertThat(judge(List.of(before, at(61, cpu(30, 10))))).isEmpty();
    assertThat(judge(List.of(at(0, cpu(0, 0)), at(61, new Cpu(30 * SECOND, -1, -1))))).isEmpty();
  }

  private List<Verdict> judge(int seconds, double compile, double process) {
    List<Snapshot> history = new ArrayList<>();
    for (int second = 0; second <= seconds; second++) {
      double part = (double) Math.max(0, second - seconds + 60) / 60;
      history.add(at(second, cpu(process * part, compile * part)));
    }
    return judge(history);
  }

  private List<Verdict> judge(List<Snapshot> history) {
    return rule.judge(new Timeline(history), new Thresholds(rule.defaults()));
  }

  private static Cpu cpu(double process, double compiler) {
    return new Cpu((long) (process * SECOND), 0, (long) (compiler * SECOND));
  }

  private static Snapshot at(int second, Cpu cpu) {
    Memory none = Memory.NONE;
    Memory memory =
        new Memory(
            none.jstat(), none.collections(), none.heap(), none.metaspace(), none.codeCache(), cpu);
    return Snapshots.at(second).vitals(new Vitals(memory, Host.NONE, Profile.NONE)).build();
  }
}
