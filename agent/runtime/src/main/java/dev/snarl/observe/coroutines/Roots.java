package dev.snarl.observe.coroutines;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Counts the distinct root jobs that one site launches into, without keeping any of them: only
 * their identity hashes. One counts two seconds after it was first seen, and is taken for a scope
 * that lives on if it comes back after that. Written by application threads with compare-and-set; a
 * lost race loses one sighting. 32 KB.
 */
final class Roots {

  private static final int SIZE = 4_096;
  private static final int PROBES = 8;
  private static final long NANOS_PER_UNIT = 100_000_000L;
  private static final int LASTS_AFTER = 20;
  private static final int SETTLES_AFTER = 300;

  // An entry: 32 bits hash, 27 bits time, 2 bits how many it stands for, 3 bits state.
  private static final int PENDING = 1;
  private static final int COUNTED = 2;
  private static final int LASTING = 3;
  private static final int FRESH = 4;
  private static final int STATE = 7;
  private static final int TIME = 0x7FFFFFF;

  private final AtomicLongArray entries = new AtomicLongArray(SIZE);
  final AtomicLong counted = new AtomicLong();
  final AtomicLong returned = new AtomicLong();

  /** Returns whether this root was not known yet. {@code weight} is 1, 16 or 256. */
  boolean see(Object root, int weight, boolean fresh, long nanos) {
    int hash = System.identityHashCode(root);
    int time = clock(nanos);
    int victim = -1;
    for (int i = 0; i < PROBES; i++) {
      int at = (hash + i) & (SIZE - 1);
      long entry = entries.get(at);
      if (entry != 0 && (int) (entry >>> 32) == hash) {
        revisit(at, entry, time);
        return false;
      }
      if (victim < 0 || older(entry, entries.get(victim))) {
        victim = at;
      }
    }
    long old = entries.get(victim);
    long entry =
        ((long) hash << 32) | ((long) time << 5) | (weight == 1 ? 0 : weight == 16 ? 8 : 16);
    entry |= fresh ? FRESH : PENDING;
    if (entries.compareAndSet(victim, old, entry) && state(old) == FRESH) {
      counted.addAndGet(weight(old)); // pushed out by more than fit
    }
    return true;
  }

  private void revisit(int at, long entry, int time) {
    if (state(entry) == LASTING || ((time - time(entry)) & TIME) < LASTS_AFTER) {
      return;
    }
    if (entries.compareAndSet(at, entry, (entry & ~STATE) | LASTING) && state(entry) == COUNTED) {
      returned.addAndGet(weight(entry));
    }
  }

  /** For the observer: counts those that were first seen long enough ago. */
  void settle(long nanos) {
    int now = clock(nanos);
    for (int at = 0; at < SIZE; at++) {
      long entry = entries.get(at);
      int state = state(entry);
      if ((state == PENDING || state == FRESH)
          && ((now - time(entry)) & TIME) >= (state == FRESH ? LASTS_AFTER : SETTLES_AFTER)
          && entries.compareAndSet(at, entry, (entry & ~STATE) | COUNTED)) {
        counted.addAndGet(weight(entry));
      }
    }
  }

  private static boolean older(long entry, long than) {
    if (entry == 0 || than == 0) {
      return entry == 0 && than != 0;
    }
    boolean lasting = state(entry) == LASTING;
    return lasting == (state(than) == LASTING) ? time(entry) < time(than) : !lasting;
  }

  private static int state(long entry) {
    return (int) entry & STATE;
  }

  private static int weight(long entry) {
    return 1 << (4 * ((int) (entry >>> 3) & 3));
  }

  private static int time(long entry) {
    return (int) (entry >>> 5) & TIME;
  }

  /** Tenths of a second, going round every five months. */
  private static int clock(long nanos) {
    return (int) (nanos / NANOS_PER_UNIT) & TIME;
  }
}
