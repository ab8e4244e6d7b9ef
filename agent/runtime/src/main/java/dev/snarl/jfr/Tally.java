package dev.snarl.jfr;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A bounded table of counts by key: past {@link #limit} keys, new ones go to one overflow cell and
 * are counted. Written by the stream's thread, read by the agent's own; only the agent uses the
 * lock.
 *
 * @param <K> key, a record
 * @param <R> the record that a cell becomes, created again only when the cell has changed
 */
final class Tally<K, R> {
  /** How a cell becomes a record. */
  interface Render<K, R> {
    R render(K key, Cell<?> cell);
  }

  /** What is counted for one key. */
  static final class Cell<R> {
    long count;
    long nanos;
    long longest;
    long amount;
    private List<R> rendered = List.of();
  }

  private final int limit;
  private final K overflow;
  private final Render<K, R> render;
  private final Map<K, Cell<R>> cells = new HashMap<>();
  private long dropped;

  Tally(int limit, K overflow, Render<K, R> render) {
    this.limit = limit;
    this.overflow = overflow;
    this.render = render;
  }

  synchronized void add(K key, long nanos, long amount) {
    Cell<R> cell = cells.get(key);
    if (cell == null) {
      boolean full = cells.size() >= limit;
      dropped += full ? 1 : 0;
      cell = cells.computeIfAbsent(full ? overflow : key, k -> new Cell<>());
    }
    cell.count++;
    cell.nanos += nanos;
    cell.longest = Math.max(cell.longest, nanos);
    cell.amount += amount;
    cell.rendered = List.of();
  }

  synchronized long dropped() {
    return dropped;
  }

  synchronized List<R> records() {
    List<R> records = new ArrayList<>(cells.size());
    cells.forEach(
        (key, cell) -> {
          if (cell.rendered.isEmpty()) {
            cell.rendered = List.of(render.render(key, cell));
          }
          records.add(cell.rendered.get(0));
        });
    return records;
  }
}
