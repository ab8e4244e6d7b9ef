package dev.snarl.hypotheses;

import static dev.snarl.hypotheses.HypothesesTest.minute;
import static dev.snarl.hypotheses.HypothesesTest.one;
import static org.assertj.core.api.Assertions.assertThat;

import dev.snarl.rules.Snapshots;
import dev.snarl.snapshot.Host;
import dev.snarl.snapshot.Jstat;
import dev.snarl.snapshot.Memory;
import dev.snarl.snapshot.Memory.CodeCache;
import dev.snarl.snapshot.Memory.Collections;
import dev.snarl.snapshot.Memory.Cpu;
import dev.snarl.snapshot.Memory.Heap;
import dev.snarl.snapshot.Memory.LiveSet;
import dev.snarl.snapshot.Memory.Metaspace;
import dev.snarl.snapshot.Memory.Segment;
import dev.snarl.snapshot.Profile;
import dev.snarl.snapshot.Vitals;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleFunction;
import org.junit.jupiter.api.Test;

/** What the JVM's counters prove or refute. */
class MemoryHypothesesTest {
  private static final double NANOS = 1e9;

  private static Hypothesis judged(String id, DoubleFunction<Memory> memory) {
    return one(
        id,
        minute(
            second ->
                Snapshots.at(second)
                    .vitals(new Vitals(memory.apply(second), Host.NONE, Profile.NONE))));
  }

  /** Stopped for a part of the time, the old generation so full, the compiler on so many CPUs. */
  private static Memory memory(double second, double stopped, double old, double compiler) {
    return new Memory(
        new Jstat("perfdata", Map.of()),
        new Collections((long) (stopped * second * NANOS), 0, 0, null, -1),
        new Heap(1_000, 1_000, List.of(new LiveSet(0, (long) (1_000 * old), 0))),
        new Metaspace(60, -1, 10, 1_000, 1),
        new CodeCache(List.of(new Segment("all", 10, 100)), null),
        new Cpu((long) (second * NANOS), 0, (long) (compiler * second * NANOS)));
  }

  @Test
  void aHeapThatIsSeldomCollectedIsRefuted() {
    Hypothesis fine = judged("gc-heap", s -> memory(s, 0.01, 0.3, 0));
    assertThat(fine.answer()).isEqualTo(Answer.FALSE);
    assertThat(fine.number()).contains("stopped for 1 %").contains("old generation 30 % full");
  }

  @Test
  void anOldGenerationThatStaysFullLeavesItOpen() {
    assertThat(judged("gc-heap", s -> memory(s, 0.01, 0.8, 0)).answer()).isEqualTo(Answer.NOT_SEEN);
    assertThat(judged("gc-heap", s -> memory(s, 0.08, 0.3, 0)).answer()).isEqualTo(Answer.NOT_SEEN);
    assertThat(judged("gc-heap", s -> Memory.NONE).answer()).isEqualTo(Answer.NOT_SEEN);
  }

  @Test
  void aHeapThatWillBeFullWithinAMinuteIsNotRefuted() {
    Hypothesis fills = judged("gc-heap", s -> filling(s, 10));
    assertThat(fills.answer()).isEqualTo(Answer.NOT_SEEN);
    assertThat(fills.number()).contains("full in 40 s if it goes on like this");
    assertThat(judged("gc-heap", s -> filling(s, 1)).answer()).isEqualTo(Answer.FALSE);
  }

  private static Memory filling(double second, double bytesPerSecond) {
    Memory memory = memory(second, 0.01, 0.3, 0);
    return new Memory(
        memory.jstat(),
        memory.collections(),
        new Heap(1_000, 1_000, memory.heap().liveSets(), (long) (1 + bytesPerSecond * second)),
        memory.metaspace(),
        memory.codeCache(),
        memory.cpu());
  }

  @Test
  void metaspaceWithoutALimitIsRefutedHoweverFullItsChunksAre() {
    Hypothesis none = judged("metaspace", s -> memory(s, 0, 0, 0));
    assertThat(none.answer()).isEqualTo(Answer.FALSE);
    assertThat(none.number()).startsWith("no limit is set");
    assertThat(judged("metaspace", s -> Memory.NONE).answer()).isEqualTo(Answer.NOT_SEEN);
  }

  @Test
  void theCompilerIsJudgedByTheProcessorsItTakes() {
    assertThat(judged("compiler", s -> memory(s, 0, 0, 0.02)).answer()).isEqualTo(Answer.FALSE);
    assertThat(judged("compiler", s -> memory(s, 0, 0, 0.3)).answer()).isEqualTo(Answer.NOT_SEEN);
    assertThat(judged("compiler", s -> memory(s, 0, 0, 0.8)).answer()).isEqualTo(Answer.TRUE);
  }
}
