package dev.snarl.host;

import dev.snarl.snapshot.Host.Network;
import dev.snarl.snapshot.Host.Unread;
import java.nio.file.Path;
import java.util.List;

/**
 * The expensive readings: each descriptor, each socket, each process. On a daemon thread, at
 * intervals of at least 10 s. The interval grows until the readings use 0.05 % of a processor, but
 * at most to 30 s, or beyond that only as far as 1 % of a processor requires. Each part has a
 * budget.
 */
final class SlowLook implements Runnable {

  private static final long EVERY = 10_000_000_000L;
  private static final long PART = 500_000_000L;
  private static final long SELDOM = 30_000_000_000L;
  private static final int COST_OF = 2_000;
  private static final int MOST_COST_OF = 100;

  /** The result of a reading, and its CPU time. */
  record Found(
      Descriptors files, Network network, ProcessTable processes, List<Unread> unread, long nanos) {
    static final Found NOTHING =
        new Found(Descriptors.UNKNOWN, Network.NONE, ProcessTable.UNKNOWN, List.of(), 0);
  }

  private final Root root;
  private final UnreadOutput unread = new UnreadOutput();
  private volatile Found found = Found.NOTHING;
  private volatile boolean closed;
  private volatile long cpuNanos;
  private volatile int ownPort = -1;

  SlowLook(Path root) {
    this.root = new Root(root);
  }

  /** The agent's own port. */
  void leaveOut(int port) {
    ownPort = port;
  }

  Found found() {
    return found;
  }

  /** CPU time of all readings so far. */
  long cpuNanos() {
    return cpuNanos;
  }

  synchronized void look() {
    long begin = Budget.cpuNanos();
    Inside inside = new Inside(ownPort, System.nanoTime());
    Descriptors files = Descriptors.read(root, new Budget(PART));
    Network network = TcpTable.read(root, files.sockets(), inside, new Budget(PART));
    ProcessTable processes = ProcessTable.read(root, new Budget(PART));
    List<Unread> blocked = unread.look(root, files, processes, System.nanoTime());
    Found seen = new Found(files, network, processes, blocked, Budget.cpuNanos() - begin);
    cpuNanos += seen.nanos();
    found = seen;
  }

  @Override
  public synchronized void run() {
    try {
      while (!closed) {
        lookOrKnowNothing();
        long pause = pause(found.nanos());
        long until = System.nanoTime() + pause;
        for (long left = pause; !closed && left > 0; left = until - System.nanoTime()) {
          wait(left / 1_000_000 + 1);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** The pause after a reading with this CPU time. */
  static long pause(long cost) {
    long seldom = Math.max(EVERY, Math.min(SELDOM, cost * COST_OF));
    return Math.max(seldom, cost * MOST_COST_OF);
  }

  private void lookOrKnowNothing() {
    try {
      look();
    } catch (RuntimeException | LinkageError | OutOfMemoryError e) {
      found = Found.NOTHING; // memory belongs to the application; the next reading may get some
    }
  }

  void close() {
    closed = true;
  }
}
