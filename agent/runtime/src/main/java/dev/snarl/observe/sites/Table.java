package dev.snarl.observe.sites;

import java.util.Collection;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;

/**
 * A bounded table of counters by key. What does not fit goes to one overflow cell, and is counted,
 * so that totals stay true.
 */
public final class Table<K, C> {

  private final ConcurrentHashMap<K, C> cells = new ConcurrentHashMap<>();
  private final int limit;
  private final K overflowKey;
  private final Function<K, C> make;
  public final AtomicLong dropped = new AtomicLong();

  public Table(int limit, K overflowKey, Function<K, C> make) {
    this.limit = limit;
    this.overflowKey = overflowKey;
    this.make = make;
  }

  public C cell(K key) {
    C cell = cells.get(key);
    if (cell != null) {
      return cell;
    }
    K use = key;
    if (cells.size() >= limit) {
      dropped.incrementAndGet();
      use = overflowKey;
      cell = cells.get(use);
      if (cell != null) {
        return cell;
      }
    }
    C fresh = make.apply(use);
    C before = cells.putIfAbsent(use, fresh);
    return before == null ? fresh : before;
  }

  public Collection<C> all() {
    return cells.values();
  }
}
