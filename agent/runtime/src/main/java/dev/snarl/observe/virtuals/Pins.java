package dev.snarl.observe.virtuals;

import dev.snarl.observe.sites.Table;
import dev.snarl.snapshot.CallSite;
import dev.snarl.snapshot.PinnedSite;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Where virtual threads were pinned. Fed by the flight recorder's thread, read by the observer. */
public final class Pins {

  private record Key(CallSite site, String reason) {}

  private static final class Cell {
    final Key key;
    final AtomicLong count = new AtomicLong();
    final AtomicLong nanos = new AtomicLong();

    Cell(Key key) {
      this.key = key;
    }
  }

  private final Table<Key, Cell> table =
      new Table<>(500, new Key(CallSite.OTHER, "other"), Cell::new);

  /** {@code reason}: null where the JVM does not say it, before JDK 24. */
  public void add(CallSite site, @Nullable String reason, long nanos) {
    String why = reason == null ? "a monitor is held or a native frame is on the stack" : reason;
    Cell cell = table.cell(new Key(site, why));
    cell.count.incrementAndGet();
    cell.nanos.addAndGet(nanos);
  }

  public long dropped() {
    return table.dropped.get();
  }

  public List<PinnedSite> record() {
    List<PinnedSite> records = new ArrayList<>();
    for (Cell cell : table.all()) {
      CallSite site = cell.key.site();
      records.add(
          new PinnedSite(
              site.site(), site.call(), cell.key.reason(), cell.count.get(), cell.nanos.get()));
    }
    return records;
  }
}
