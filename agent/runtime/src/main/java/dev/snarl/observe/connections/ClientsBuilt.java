package dev.snarl.observe.connections;

import dev.snarl.observe.sites.Cells;
import dev.snarl.observe.sites.Site;
import dev.snarl.observe.sites.Sites;
import dev.snarl.observe.sites.Table;
import dev.snarl.snapshot.LibraryUse;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Counts heavy clients by the site that builds them, on the building threads. Clients that share
 * one connection pool are one client, as is one whose constructors call each other: the pools or
 * clients met last are remembered, weakly.
 */
public final class ClientsBuilt {

  private static final int REMEMBERED = 64;

  /** By site and class of the client. */
  private static final class Cell {
    final Cells.NamedKey key;
    final AtomicLong built = new AtomicLong();

    Cell(Cells.NamedKey key) {
      this.key = key;
    }
  }

  private final Table<Cells.NamedKey, Cell> cells =
      new Table<>(500, new Cells.NamedKey(Site.OTHER, "other"), Cell::new);
  private final AtomicReferenceArray<@Nullable WeakReference<Object>> met =
      new AtomicReferenceArray<>(REMEMBERED);
  private final AtomicInteger next = new AtomicInteger();

  public void built(Object client, @Nullable Object core, Sites sites) {
    if (known(core == null ? client : core)) {
      return;
    }
    cells
        .cell(new Cells.NamedKey(sites.here().site, client.getClass().getName()))
        .built
        .incrementAndGet();
  }

  private boolean known(Object poolOrClient) {
    for (int i = 0; i < REMEMBERED; i++) {
      WeakReference<Object> before = met.get(i);
      if (before != null && before.refersTo(poolOrClient)) {
        return true;
      }
    }
    met.set(Math.floorMod(next.getAndIncrement(), REMEMBERED), new WeakReference<>(poolOrClient));
    return false;
  }

  public List<LibraryUse.ClientSite> records() {
    List<LibraryUse.ClientSite> records = new ArrayList<>();
    for (Cell cell : cells.all()) {
      records.add(
          new LibraryUse.ClientSite(cell.key.site().text, cell.key.name(), cell.built.get()));
    }
    return records;
  }

  public long dropped() {
    return cells.dropped.get();
  }
}
