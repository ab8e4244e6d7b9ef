package dev.snarl.rules;

import static dev.snarl.rules.Snapshots.SECOND;
import static dev.snarl.rules.Snapshots.aPool;
import static dev.snarl.rules.Snapshots.at;
import static dev.snarl.rules.Snapshots.during;
import static dev.snarl.rules.Snapshots.judge;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

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
import dev.snarl.snapshot.Timeline;
import dev.snarl.snapshot.Vitals;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleFunction;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class MemoryRulesTest {
  private static final long MB = 1 << 20;
  private final Rule pressure = new HeapPressure();
  private final Rule metaspace = new MetaspaceLimit();
  private final Rule code = new CodeCacheFull();

  /** Full before a collection, as jstat shows it. */
  private static final Jstat JSTAT =
      new Jstat("perfdata", Map.of(Jstat.Table.GC, Map.of("OC", 163840.0, "OU", 163000.0)));

  private static Memory memory(Collections collections, Heap heap) {
    return new Memory(JSTAT, collections, heap, Metaspace.NONE, CodeCache.NONE, Cpu.NONE);
  }

  private static Collections collections(double pauseSeconds, long full, long forSpace) {
    return new Collections(
        (long) (pauseSeconds * SECOND), full, forSpace, "Allocation Failure", -1);
  }

  private static Vitals vitals(Memory memory) {
    return new Vitals(memory, Host.NONE, Profile.NONE);
  }

  private static Timeline seconds(double length, DoubleFunction<Memory> each) {
    return during(length, second -> at(second).vitals(vitals(each.apply(second))));
  }

  /** One collection a second, which leaves so many MB of an old generation of 160 of 240. */
  private static Heap after(double second, double... megabytes) {
    List<LiveSet> sets = new ArrayList<>();
    for (int i = 0; i < megabytes.length; i++) {
      long bytes = (long) (megabytes[i] * MB);
      sets.add(
          new LiveSet(
              (long) ((second - megabytes.length + i) * SECOND), Math.min(bytes, 160 * MB), bytes));
    }
    return new Heap(240 * MB, 160 * MB, sets);
  }

  private List<Verdict> heap(double length, DoubleFunction<Memory> each) {
    return judge(pressure, seconds(length, each));
  }

  @Test
  void anOldGenerationThatStaysFullThreeTimesIsPressure() {
    List<Verdict> verdicts =
        heap(10, s -> memory(collections(0, 0, 0), after(s, 100, 140, 142, 141)));
    assertThat(verdicts).hasSize(1);
    Verdict verdict = verdicts.get(0);
    assertThat(verdict.severity()).isEqualTo(Severity.WARNING);
    assertThat(verdict.title())
        .startsWith(
            "The heap is too small for what is kept alive: old generation 88 % full after each of"
                + " its last 3 collections");
    assertThat(verdict.evidence())
        .containsKeys("jstat", "liveSets", "gcShare")
        .contains(entry("oldAfterCollections", 0.875));
  }

  @Test
  void aFullOldGenerationBeforeItsCollectionIsNone() {
    assertThat(heap(70, s -> memory(collections(0.1, 0, 0), after(s)))).isEmpty();
    assertThat(heap(70, s -> memory(collections(0.1, 1, 1), after(s, 150)))).isEmpty();
    assertThat(heap(70, s -> memory(collections(0.1, 3, 1), after(s, 150, 60, 150)))).isEmpty();
  }

  @Test
  void whatWasFullLongAgoSaysNothing() {
    assertThat(heap(10, s -> memory(collections(0, 0, 0), after(-400, 150, 150, 150)))).isEmpty();
  }

  @Test
  void timeInCollectionsIsPressureAndCriticalFromHalfOn() {
    assertThat(heap(70, s -> memory(collections(0.14 * s, 0, 0), after(s)))).isEmpty();
    assertThat(heap(70, s -> memory(collections(0.2 * s, 0, 0), after(s))))
        .hasSize(1)
        .allMatch(v -> v.severity() == Severity.WARNING && v.title().contains("20 % of 60 s"));
    assertThat(heap(70, s -> memory(collections(0.55 * s, 0, 0), after(s))))
        .hasSize(1)
        .allMatch(v -> v.severity() == Severity.CRITICAL);
  }

  @Test
  void aYoungAgentCountsAgainstTheWholeWindow() {
    assertThat(heap(5, s -> memory(collections(100 + s, 0, 0), after(s)))).isEmpty();
    assertThat(heap(10, s -> memory(collections(100 + s, 0, 0), after(s)))).hasSize(1);
  }

  @Test
  void threeFullCollectionsInAMinuteArePressureUnlessAskedFor() {
    assertThat(heap(70, s -> memory(collections(0, (long) s, 2), after(s)))).isEmpty();
    assertThat(heap(70, s -> memory(collections(0, (long) s, (long) (s / 15)), after(s))))
        .hasSize(1);
  }

  @Test
  void whatIsNotKnownIsNotJudged() {
    assertThat(heap(70, s -> Memory.NONE)).isEmpty();
    assertThat(heap(70, s -> memory(Collections.NONE, Heap.NONE))).isEmpty();
  }

  @Test
  void growthOfWhatSurvivesGivesTheTimeToFull() {
    Verdict verdict =
        heap(10, s -> memory(collections(0, 0, 0), after(s, 140, 144, 148, 152, 156))).get(0);
    assertThat(verdict.evidence())
        .contains(entry("liveGrowthBytesPerSecond", 4 * MB), entry("secondsToFull", 20.0));
    assertThat(verdict.title()).endsWith("; nothing is left in 20 s");
    assertThat(verdict.remedy()).contains("4 MB/s");
  }

  @Test
  void survivorsThatDoNotGrowHaveNoTimeToFull() {
    Verdict verdict =
        heap(10, s -> memory(collections(0, 0, 0), after(s, 150, 150, 150.1, 150))).get(0);
    assertThat(verdict.evidence()).doesNotContainKeys("secondsToFull", "liveGrowthBytesPerSecond");
    assertThat(verdict.remedy()).contains("-Xmx300m");
  }

  @Test
  void theQueueThatHoldsTheHeapIsNamed() {
    Memory full = memory(collections(0, 0, 0), after(0, 150, 150, 150));
    Verdict verdict =
        judge(
                pressure,
                at(0)
                    .vitals(vitals(full))
                    .pool(aPool(1).queued(10).taskBytes(100))
                    .pool(aPool(2).queued(100_000).taskBytes(1_000))
                    .alone())
            .get(0);
    assertThat(verdict.evidence().get("largestQueue"))
        .asString()
        .contains("pool=pool-2", "queued=100000", "bytes=100000000");
    assertThat(verdict.remedy()).startsWith("Bound the queue of pool-2: its 100,000 tasks");
  }

  @Test
  void whoUsesTheProcessorIsSaid() {
    Verdict verdict =
        heap(
                70,
                s ->
                    new Memory(
                        JSTAT,
                        collections(0.3 * s, 0, 0),
                        after(s),
                        Metaspace.NONE,
                        CodeCache.NONE,
                        new Cpu(
                            (long) (s * SECOND),
                            (long) (0.6 * s * SECOND),
                            (long) (0.02 * s * SECOND))))
            .get(0);
    assertThat(verdict.title()).contains("collecting took 60 % of the CPU, the compiler 2 %");
  }

  @Test
  void theHeapGrowsByWhatTheQueuedTasksReallyHold() {
    Timeline growing =
        during(
            30,
            s ->
                at(s)
                    .pool(aPool(1).queued((int) (12_000 + 400 * s)).taskBytes(100))
                    .vitals(
                        vitals(
                            memory(
                                collections(0, 0, 0),
                                new Heap(240 * MB, 160 * MB, List.of(), (long) ((60 + s) * MB))))));
    assertThat(judge(new UnboundedQueue(), growing).get(0).evidence())
        .contains(entry("heapGrowthBytesPerSecond", MB), entry("secondsUntilHeapFull", 150.0));
  }

  private static Timeline classes(long used, long limit, long classUsed, long classLimit) {
    return seconds(
        12,
        s ->
            new Memory(
                JSTAT,
                Collections.NONE,
                Heap.NONE,
                new Metaspace(
                    used * MB,
                    limit < 0 ? -1 : limit * MB,
                    classUsed * MB,
                    classLimit * MB,
                    (long) (1000 + 5 * s)),
                CodeCache.NONE,
                Cpu.NONE));
  }

  @Test
  void metaspaceNearItsLimitIsFound() {
    List<Verdict> verdicts = judge(metaspace, classes(60, 64, 6, 1024));
    assertThat(verdicts).hasSize(1);
    assertThat(verdicts.get(0).title())
        .isEqualTo(
            "94 % of MaxMetaspaceSize: 60 MB taken, 60 MB of it in use, of 64 MB; 5 classes/s are loaded");
    assertThat(judge(metaspace, classes(900, -1, 950, 1024)))
        .singleElement()
        .satisfies(v -> assertThat(v.title()).contains("CompressedClassSpaceSize"));
  }

  @Test
  void metaspaceWithoutALimitNeverIs() {
    assertThat(judge(metaspace, classes(101, -1, 13, 1024))).isEmpty();
    assertThat(judge(metaspace, classes(57, 64, 6, 1024))).isEmpty();
  }

  @Test
  void whatManyLoadersLeaveUnusedCountsAgainstTheLimitToo() {
    Memory fragmented =
        new Memory(
            JSTAT,
            Collections.NONE,
            Heap.NONE,
            new Metaspace(40 * MB, 64 * MB, 1, 1024 * MB, 5_000, 62 * MB, 1),
            CodeCache.NONE,
            Cpu.NONE);
    assertThat(judge(metaspace, at(0).vitals(vitals(fragmented)).alone())).hasSize(1);
  }

  private static Timeline compiled(@Nullable Boolean stopped, Segment... segments) {
    return seconds(
        0,
        s ->
            new Memory(
                JSTAT,
                Collections.NONE,
                Heap.NONE,
                Metaspace.NONE,
                new CodeCache(List.of(segments), stopped),
                Cpu.NONE));
  }

  @Test
  void aSegmentThatIsNearlyFullIsFound() {
    List<Verdict> verdicts =
        judge(
            code,
            compiled(
                false,
                new Segment("CodeHeap 'profiled nmethods'", 116 * MB, 117 * MB),
                new Segment("CodeHeap 'non-nmethods'", 2 * MB, 5 * MB)));
    assertThat(verdicts).hasSize(1);
    assertThat(verdicts.get(0).title())
        .isEqualTo("CodeHeap 'profiled nmethods' is 99 % full, 116 MB of 117 MB");
  }

  @Test
  void aCompilerThatStoppedIsFoundWhereverRoomIsLeft() {
    assertThat(judge(code, compiled(true, new Segment("CodeCache", 40 * MB, 48 * MB))))
        .singleElement()
        .satisfies(v -> assertThat(v.title()).contains("the compiler is switched off"));
  }

  @Test
  void aCodeCacheWithRoomIsNotFound() {
    assertThat(judge(code, compiled(null, new Segment("CodeCache", 40 * MB, 48 * MB)))).isEmpty();
    assertThat(judge(code, compiled(null, new Segment("CodeCache", 40 * MB, -1)))).isEmpty();
  }
}
