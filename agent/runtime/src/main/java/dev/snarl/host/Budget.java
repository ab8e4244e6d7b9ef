package dev.snarl.host;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/**
 * The budget of one part of the slow readings: an amount of CPU time, and ten times as much elapsed
 * time, so that a machine busy with other work is still read. For the thread that creates it.
 * Checking it costs two clock readings, about 0.3 µs.
 */
final class Budget {

  private static final int BUSY_MACHINE = 10;

  private final long cpuUntil;
  private final long until;

  Budget(long nanos) {
    cpuUntil = cpuNanos() + nanos;
    until = System.nanoTime() + nanos * BUSY_MACHINE;
  }

  boolean spent() {
    return cpuNanos() - cpuUntil >= 0 || System.nanoTime() - until >= 0;
  }

  /** CPU time of the calling thread; elapsed time if this JVM cannot measure it. */
  static long cpuNanos() {
    try {
      return CpuTimes.SUPPORTED ? CpuTimes.BEAN.getCurrentThreadCpuTime() : System.nanoTime();
    } catch (LinkageError | UnsupportedOperationException e) {
      return System.nanoTime();
    }
  }

  /** Looked up once, because each look-up is a search with streams. */
  private static final class CpuTimes {
    static final ThreadMXBean BEAN = ManagementFactory.getThreadMXBean();
    static final boolean SUPPORTED = BEAN.isCurrentThreadCpuTimeSupported();
  }
}
