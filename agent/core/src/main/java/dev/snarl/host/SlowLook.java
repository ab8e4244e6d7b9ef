package dev.snarl.host;

import dev.snarl.snapshot.Host.Network;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;

/**
 * What is dear to read: each descriptor, each socket, each process. On a daemon thread of its own,
 * every 10 s or, if it takes long, so seldom that it costs 1 % of a processor; each part ends at a
 * deadline.
 */
final class SlowLook implements Runnable {

  private static final long EVERY = 10_000_000_000L;
  private static final long PART = 500_000_000L;
  private static final int COST_OF = 100;

  /** What a look found, and how long it took. */
  record Found(Descriptors files, Network network, ProcessTable processes, long nanos) {
    static final Found NOTHING =
        new Found(Descriptors.UNKNOWN, Network.NONE, ProcessTable.UNKNOWN, 0);
  }

  private final Root root;
  private volatile Found found = Found.NOTHING;
  private volatile boolean closed;
  private volatile long cpuNanos;

  SlowLook(Path root) {
    this.root = new Root(root);
  }

  Found found() {
    return found;
  }

  /** CPU time of the thread so far. */
  long cpuNanos() {
    return cpuNanos;
  }

  void look() {
    long begin = System.nanoTime();
    Descriptors files = Descriptors.read(root, begin + PART);
    Network network = TcpTable.read(root, files.sockets(), System.nanoTime() + PART);
    ProcessTable processes = ProcessTable.read(root, System.nanoTime() + PART);
    found = new Found(files, network, processes, System.nanoTime() - begin);
  }

  @Override
  public synchronized void run() {
    try {
      while (!closed) {
        lookOrKnowNothing();
        cpuNanos = ownCpuNanos();
        long pause = Math.max(EVERY, found.nanos() * COST_OF);
        long until = System.nanoTime() + pause;
        for (long left = pause; !closed && left > 0; left = until - System.nanoTime()) {
          wait(left / 1_000_000 + 1);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void lookOrKnowNothing() {
    try {
      look();
    } catch (RuntimeException | LinkageError | OutOfMemoryError e) {
      found = Found.NOTHING; // memory is the application's; the next look may have some
    }
  }

  /** 0 where this JVM cannot tell. */
  private static long ownCpuNanos() {
    try {
      ThreadMXBean bean = ManagementFactory.getThreadMXBean();
      return bean.isCurrentThreadCpuTimeSupported() ? bean.getCurrentThreadCpuTime() : 0;
    } catch (LinkageError | UnsupportedOperationException e) {
      return 0;
    }
  }

  void close() {
    closed = true;
  }
}
