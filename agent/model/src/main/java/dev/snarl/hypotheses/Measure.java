package dev.snarl.hypotheses;

import java.util.Locale;

/** A measure that is compared between two windows. */
public enum Measure {
  TASKS("tasks completed a second", true, Unit.NUMBER, 1),
  QUEUED("tasks queued", false, Unit.NUMBER, 10),
  BUSY_THREADS("busy pool threads", false, Unit.NUMBER, 2),
  REFUSED("tasks refused a second", true, Unit.NUMBER, 0.1),
  THREAD_STARTS("threads started a second", true, Unit.NUMBER, 0.5),
  BLOCKED("threads blocked in a future", true, Unit.NUMBER, 0.5),
  HELD_TWICE("threads held twice", true, Unit.NUMBER, 0.1),
  GC_PAUSES("share of time stopped by collections", true, Unit.SHARE, 0.01),
  CPU("processors used by this process", true, Unit.NUMBER, 0.2),
  MACHINE_CPU("processors of the machine in use", false, Unit.SHARE, 0.1),
  ALLOCATED("bytes allocated a second", true, Unit.BYTES, 1 << 20),
  HEAP("heap in use", false, Unit.BYTES, 32 << 20),
  OPEN_FILES("open files", false, Unit.NUMBER, 20),
  CHILDREN("child processes", false, Unit.NUMBER, 2),
  CONNECTIONS("connections to this process", false, Unit.NUMBER, 5),
  DATABASE_WAITERS("threads that wait for a connection of a pool", false, Unit.NUMBER, 1);

  /** How to say it. */
  public enum Unit {
    NUMBER,
    SHARE,
    BYTES
  }

  private final String words;
  private final boolean total;
  private final Unit unit;
  private final double least;

  Measure(String words, boolean total, Unit unit, double least) {
    this.words = words;
    this.total = total;
    this.unit = unit;
    this.least = least;
  }

  public String words() {
    return words;
  }

  public Unit unit() {
    return unit;
  }

  /** Whether it only grows, so that its rate is compared; otherwise its mean is. */
  boolean total() {
    return total;
  }

  /** Smaller differences are ignored. */
  double least() {
    return least;
  }

  /** Its name in JSON. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
