package dev.snarl.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.snarl.jvm.Reading;
import dev.snarl.snapshot.Jstat;
import dev.snarl.snapshot.Jstat.Table;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class JstatWordsTest {
  private static final String[] NAMES = {
    "S0C", "S1C", "S0U", "S1U", "EC", "EU", "OC", "OU", "MC", "MU", "CCSC", "CCSU", "YGC", "YGCT",
    "FGC", "FGCT", "CGC", "CGCT", "GCT"
  };

  /** The columns of {@code -gc} in their order; NaN for {@code -}. */
  private static Jstat table(double... values) {
    Map<String, @Nullable Object> gc = new LinkedHashMap<>();
    for (int i = 0; i < NAMES.length; i++) {
      gc.put(NAMES[i], Double.isNaN(values[i]) ? null : Double.valueOf(values[i]));
    }
    Map<String, @Nullable Object> shares = new LinkedHashMap<>();
    shares.put("O", 100 * values[7] / values[6]);
    shares.put("M", 100 * values[9] / values[8]);
    shares.put("CCS", 100 * values[11] / values[10]);
    return new Jstat("perfdata", Map.of(Table.GC, gc, Table.GCUTIL, shares));
  }

  private static final Jstat CASE_A =
      table(
          8192,
          8192,
          4942,
          0,
          65536,
          29876.2,
          163840,
          149583.8,
          101952,
          101324.5,
          13824,
          13449.8,
          3191,
          37.900,
          257,
          70.068,
          Double.NaN,
          Double.NaN,
          107.967);

  private static Jstat serial(double oldUsed, double full, double fullSeconds) {
    return table(
        8192,
        8192,
        0,
        0,
        65536,
        100,
        163840,
        oldUsed,
        50_000,
        20_000,
        6_000,
        3_000,
        10,
        0.1,
        full,
        fullSeconds,
        Double.NaN,
        Double.NaN,
        0.1 + fullSeconds);
  }

  private static Reading reading(
      Jstat jstat, double at, double uptime, @Nullable Boolean afterFull, long limit) {
    return new Reading(jstat, (long) (at * 1000), uptime, afterFull, limit, 1L << 30);
  }

  private static String words(Reading now) {
    return JstatWords.of(Table.GC, now, null);
  }

  @Test
  void caseAIsAHeapTooSmallAndNoMetaspaceProblem() {
    assertThat(words(reading(CASE_A, 0, Double.NaN, null, -1)))
        .isEqualTo(
            "old generation 91 % full, 257 full GCs of 273 ms (65 % of all collection time): "
                + "if it is as full right after a full GC, the heap is too small for what is kept alive; "
                + "MU/MC 99 %, CCSU/CCSC 97 %: normal, no limit is set");
  }

  @Test
  void caseAReadRightAfterAFullCollectionIsProof() {
    assertThat(words(reading(CASE_A, 0, 5_000, true, -1)))
        .startsWith("old generation 91 % full after collection, full GC 3.1/min of 273 ms")
        .contains(": the heap is too small for what is kept alive;");
  }

  @Test
  void aFullOldGenerationBeforeACollectionIsNormal() {
    assertThat(words(reading(serial(150_000, 0, 0), 0, 1_000, false, -1)))
        .isEqualTo(
            "old generation 92 % full, no full collection so far, hardly any time goes to "
                + "collections: before a collection that alone is normal");
  }

  @Test
  void oneFullCollectionLongAgoAccusesNobody() {
    assertThat(words(reading(serial(20_000, 1, 0.05), 0, 86_400, false, -1)))
        .isEqualTo(
            "old generation 12 % full, full GC 0.0/min of 50 ms (33 % of all collection time), "
                + "hardly any time goes to collections");
  }

  @Test
  void betweenTwoReadingsTheRateIsTheirs() {
    Reading before = reading(serial(150_000, 257, 70), 0, 50_000, null, -1);
    Reading now = reading(serial(155_000, 267, 73), 20, 50_020, null, -1);
    assertThat(JstatWords.of(Table.GC, now, before))
        .startsWith("old generation 95 % full, full GC 30/min of 273 ms")
        .contains("stands still for collections 15 % of the time")
        .contains("the heap is too small for what is kept alive");
  }

  @Test
  void manyFullCollectionsOfAnEmptyHeapAreNoHeapTooSmall() {
    Reading before = reading(serial(10_000, 10, 1), 0, 100, null, -1);
    Reading now = reading(serial(10_000, 40, 4), 60, 160, null, -1);
    assertThat(JstatWords.of(Table.GC, now, before))
        .endsWith("collections cost too much")
        .doesNotContain("kept alive");
  }

  @Test
  void aLimitOfMetaspaceThatIsNearIsSaid() {
    assertThat(words(reading(CASE_A, 0, Double.NaN, null, 104L << 20)))
        .contains("metaspace is at 95 % of MaxMetaspaceSize")
        .doesNotContain("no limit is set");
    assertThat(words(reading(CASE_A, 0, Double.NaN, null, 1L << 30)))
        .contains("MU/MC 99 %, CCSU/CCSC 97 %: normal, MaxMetaspaceSize is far");
  }

  @Test
  void thePausesOfShenandoahAreNotCalledFullCollections() {
    double none = Double.NaN;
    Jstat shenandoah =
        table(
            none, none, none, none, none, none, 65536, 60000, 704, 550, 128, 49, 0, 0, 440, 0.2,
            none, none, 0.2);
    assertThat(words(reading(shenandoah, 0, 60, null, -1)))
        .isEqualTo(
            "heap 92 % full, hardly any time goes to collections: before a collection that alone is "
                + "normal");
  }

  @Test
  void theOldGenerationOfZgcIsAlwaysFullOfWhatItHas() {
    double none = Double.NaN;
    Jstat zgc =
        table(
            none, none, none, none, 55296, 20480, 10240, 10240, 384, 181, 128, 7, 3, 0, none, none,
            20, 0.001, 0.001);
    assertThat(words(reading(zgc, 0, 60, null, -1)))
        .isEqualTo("hardly any time goes to collections");
  }
}
