package dev.snarl.agent;

import dev.snarl.publish.FindingLog;
import dev.snarl.publish.StderrLines;
import dev.snarl.rules.Finding;
import dev.snarl.rules.RulePage;
import dev.snarl.rules.Severity;
import dev.snarl.text.Figures;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * Renders and writes an invisible finding, once and while there is memory. The first real one may
 * come because the heap is full, and the classes of the JDK that it needs would be initialised
 * then. A class whose initialiser fails is lost until the JVM ends, for the application too (<a
 * href="https://docs.oracle.com/javase/specs/jvms/se17/html/jvms-5.html#jvms-5.5">JVMS 5.5</a>).
 */
final class FirstFinding {

  /**
   * By then the application has made the settings that the JDK's classes read when they are
   * initialised.
   */
  private static final long AFTER_NANOS = 10_000_000_000L;

  /** Bytes of the heap: a rehearsal allocates 2.5 MB, the classes that it loads included (17). */
  static final long ROOM = 6L << 20;

  /** In a full heap one round in this many still runs: a heap that stays full must be reported. */
  private static final int MANY_LEFT_OUT = 20;

  private final long begin;
  private boolean rehearsed;
  private boolean full;
  private int leftOut;

  /** For an agent that began then, of {@link System#nanoTime}. */
  FirstFinding(long begin) {
    this.begin = begin;
  }

  /** Whether to skip one of the first rounds, which do much for the first time. */
  boolean leavesRoundOut() {
    boolean young = System.nanoTime() - begin < AFTER_NANOS;
    leftOut = young && !hasRoom() ? leftOut + 1 : 0;
    return leftOut % MANY_LEFT_OUT != 0;
  }

  /** True once: it is late enough to rehearse, and there is memory. */
  boolean isDue(long now) {
    if (rehearsed || now - begin < AFTER_NANOS || !hasRoom()) {
      return false;
    }
    rehearsed = true;
    return true;
  }

  /**
   * True once: three quarters of the heap are in use, including garbage. Classes of the JDK that a
   * scrape needs should be loaded now.
   */
  boolean fillsUp(long now) {
    if (full || now - begin < AFTER_NANOS) {
      return false;
    }
    Runtime heap = Runtime.getRuntime();
    long most = heap.maxMemory();
    full = heap.totalMemory() - heap.freeMemory() >= most - most / 4;
    return full;
  }

  /** Whether the heap has space for work that runs for the first time. */
  static boolean hasRoom() {
    Runtime heap = Runtime.getRuntime();
    long most = heap.maxMemory();
    return most - heap.totalMemory() + heap.freeMemory() >= Math.min(ROOM, most / 8);
  }

  static void rehearse() {
    List<Finding> findings = List.of(finding(1_234_567), finding(7));
    long now = System.nanoTime();
    new FindingLog("-", line -> {}).write(findings, now);
    new StderrLines(line -> {}).show(findings, now);
  }

  private static Finding finding(long count) {
    return new Finding(
        "rehearsal",
        Severity.CRITICAL,
        "snarl",
        "process",
        "%s of %s, %s %% for %s".formatted("one", count, Figures.number(99.5), Figures.time(1.5)),
        Instant.ofEpochMilli(count),
        Instant.now(),
        count,
        Map.of("list", List.of(1, 2.5, true), "map", Map.of("number", 0.125)),
        Map.of("threshold", 0.7),
        Figures.plural(count, "thread"),
        RulePage.path("pool-deadlock"),
        "0",
        count == 0);
  }
}
