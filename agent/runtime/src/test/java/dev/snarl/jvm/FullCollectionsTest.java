package dev.snarl.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class FullCollectionsTest {
  private final Map<String, Object> values = new HashMap<>();
  private double beganAt = Double.NaN;
  private final FullCollections full = new FullCollections();
  private final Counters counters =
      new Counters() {
        @Override
        public @Nullable Long number(String name) {
          return values.get(name) instanceof Long number ? number : null;
        }

        @Override
        public @Nullable String text(String name) {
          return values.get(name) instanceof String text ? text : null;
        }

        @Override
        public String source() {
          return "test";
        }
      };

  private void look(String name, long count, String cause, boolean fullWasLast) {
    values.put("sun.gc.collector.1.name", name);
    values.put("sun.gc.collector.1.invocations", count);
    values.put("sun.gc.lastCause", cause);
    values.put("sun.gc.collector.0.lastEntryTime", 10L);
    values.put("sun.gc.collector.1.lastEntryTime", fullWasLast ? 11L : 9L);
    full.see(counters, () -> beganAt);
  }

  private void serial(long count, String cause, boolean fullWasLast) {
    look("Serial full collection pauses", count, cause, fullWasLast);
  }

  @Test
  void thoseForWantOfMemoryAreCountedFromTheFirstLookOn() {
    serial(5, "Allocation Failure", true);
    assertThat(full.forSpace()).isZero();
    serial(7, "Allocation Failure", true);
    assertThat(full.all()).isEqualTo(7);
    assertThat(full.forSpace()).isEqualTo(2);
  }

  @Test
  void thoseThatSomebodyAskedForAndThoseForMetaspaceAreNot() {
    serial(0, "No GC", false);
    serial(3, "System.gc()", true);
    serial(6, "Metadata GC Threshold", true);
    serial(9, "Diagnostic Command", true);
    assertThat(full.all()).isEqualTo(9);
    assertThat(full.forSpace()).isZero();
  }

  @Test
  void oneThatAYoungOneFollowedCountsAsTheLastOneOfKnownCause() {
    serial(0, "No GC", false);
    serial(1, "Allocation Failure", false);
    assertThat(full.forSpace()).isZero();
    serial(2, "Allocation Failure", true);
    serial(3, "Allocation Failure", false);
    assertThat(full.forSpace()).isEqualTo(2);
    serial(4, "System.gc()", true);
    serial(5, "Allocation Failure", false);
    assertThat(full.forSpace()).isEqualTo(2);
  }

  @Test
  void severalThatAYoungOneFollowedAllCountIfTheLastBeganWithAFullHeap() {
    serial(0, "No GC", false);
    beganAt = 0.97;
    serial(4, "Allocation Failure", false);
    assertThat(full.forSpace()).isEqualTo(4);
    beganAt = 0.4;
    serial(7, "Allocation Failure", false);
    assertThat(full.forSpace()).isEqualTo(4);
    serial(8, "System.gc()", true);
    beganAt = 0.97;
    serial(9, "Allocation Failure", false);
    assertThat(full.all()).isEqualTo(9);
    assertThat(full.forSpace()).isEqualTo(5);
  }

  @Test
  void thePausesOfShenandoahAreNoFullCollections() {
    look("Shenandoah full", 0, "Concurrent GC", true);
    look("Shenandoah full", 50, "Concurrent GC", true);
    assertThat(full.all()).isEqualTo(-1);
    assertThat(full.forSpace()).isEqualTo(-1);
  }
}
