package dev.snarl.host;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/**
 * What a part of the slow look may cost: so much time on a processor, and ten times as long by the
 * clock, so that a machine which is busy with other work is still looked at. For the thread that
 * makes it. Asking whether it is spent costs two readings of clocks, some 0.3 µs.
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

  /** Time on a processor of the calling thread; by the clock where this JVM cannot tell. */
  static long cpuNanos() {
    try {
      return CpuTimes.SUPPORTED ? CpuTimes.BEAN.getCurrentThreadCpuTime() : System.nanoTime();
    } catch (LinkageError | UnsupportedOperationException e) {
      return System.nanoTime();
    }
  }

  /** Looked up once: each look-up is a search with streams. */
  private static final class CpuTimes {
    static final ThreadMXBean BEAN = ManagementFactory.getThreadMXBean();
    static final boolean SUPPORTED = BEAN.isCurrentThreadCpuTimeSupported();
  }
}
