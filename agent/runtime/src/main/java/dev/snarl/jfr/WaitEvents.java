package dev.snarl.jfr;

import dev.snarl.snapshot.Profile.SiteWait;
import dev.snarl.snapshot.Profile.WaitKind;
import java.util.List;
import java.util.Map;
import jdk.jfr.consumer.RecordedClass;
import jdk.jfr.consumer.RecordedEvent;
import org.jspecify.annotations.Nullable;

/**
 * Waits by site: for locks, sockets, files, and parks. A pool's worker that waits for its next task
 * is left out, as is a park in which the application has no frame.
 */
final class WaitEvents implements Taker {
  private static final int LONGEST_HOST = 100;

  /** Ports from here on are mostly chosen by the peer's machine; all of them are one group. */
  private static final int EPHEMERAL = 32_768;

  private record Key(WaitKind kind, String site, String call, String target) {}

  private final Tally<Key, SiteWait> parks = table(WaitKind.PARK);
  private final Tally<Key, SiteWait> monitors = table(WaitKind.MONITOR);
  private final Tally<Key, SiteWait> sockets = table(WaitKind.SOCKET_READ);
  private final Tally<Key, SiteWait> files = table(WaitKind.FILE_READ);
  private final Stacks stacks;
  private final PinnedListener pinned;

  WaitEvents(Stacks stacks, PinnedListener pinned) {
    this.stacks = stacks;
    this.pinned = pinned;
  }

  /** What does not fit also loses its direction. */
  private static Tally<Key, SiteWait> table(WaitKind overflow) {
    return new Tally<>(
        500,
        new Key(overflow, "other", "other", "other"),
        (key, cell) ->
            new SiteWait(
                key.kind(),
                key.site(),
                key.call(),
                key.target(),
                cell.count,
                cell.nanos,
                cell.longest,
                cell.amount));
  }

  @Override
  public void enter(Door door) {
    door.on(Wanted.PARK, this::park);
    door.on(
        Wanted.MONITOR,
        event -> add(monitors, WaitKind.MONITOR, event, lock(event, "monitorClass"), 0));
    door.on(
        Wanted.SOCKET_READ,
        event -> add(sockets, WaitKind.SOCKET_READ, event, peer(event), bytes(event, "bytesRead")));
    door.on(
        Wanted.SOCKET_WRITE,
        event ->
            add(sockets, WaitKind.SOCKET_WRITE, event, peer(event), bytes(event, "bytesWritten")));
    door.on(
        Wanted.FILE_READ,
        event -> add(files, WaitKind.FILE_READ, event, "", bytes(event, "bytesRead")));
    door.on(
        Wanted.FILE_WRITE,
        event -> add(files, WaitKind.FILE_WRITE, event, "", bytes(event, "bytesWritten")));
    door.on(Wanted.PINNED, this::pin);
  }

  private void park(RecordedEvent event) {
    Stacks.Place place = stacks.place(event.getStackTrace());
    if (!place.idle() && place.site().application()) {
      add(parks, WaitKind.PARK, event, lock(event, "parkedClass"), 0);
    }
  }

  private void add(
      Tally<Key, SiteWait> table, WaitKind kind, RecordedEvent event, String target, long bytes) {
    if (!Taker.ours(Taker.thread(event))) {
      var site = stacks.place(event.getStackTrace()).site();
      table.add(
          new Key(kind, site.site(), site.call(), target), event.getDuration().toNanos(), bytes);
    }
  }

  private void pin(RecordedEvent event) {
    String reason = event.hasField("pinnedReason") ? event.getString("pinnedReason") : null;
    pinned.pinned(
        stacks.place(event.getStackTrace()).site(), reason, event.getDuration().toNanos());
  }

  private static String lock(RecordedEvent event, String field) {
    RecordedClass type = event.getClass(field);
    return type == null ? "" : HeapEvents.readable(type.getName());
  }

  /** -1 is the end of the stream. */
  private static long bytes(RecordedEvent event, String field) {
    return Math.max(0, Taker.number(event, field));
  }

  private static String peer(RecordedEvent event) {
    return peer(
        event.getString("host"), event.getString("address"), (int) Taker.number(event, "port"));
  }

  static String peer(@Nullable String host, @Nullable String address, int port) {
    String name = host == null || host.isEmpty() ? address : host;
    if (name == null || name.isEmpty()) {
      return "";
    }
    String cut = name.length() <= LONGEST_HOST ? name : name.substring(0, LONGEST_HOST);
    return cut + ':' + (port >= EPHEMERAL ? "*" : String.valueOf(port));
  }

  void waits(List<SiteWait> into) {
    into.addAll(parks.records());
    into.addAll(monitors.records());
    into.addAll(sockets.records());
    into.addAll(files.records());
  }

  void dropped(Map<String, Long> into) {
    into.put("jfr-parks", parks.dropped());
    into.put("jfr-monitors", monitors.dropped());
    into.put("jfr-sockets", sockets.dropped());
    into.put("jfr-files", files.dropped());
  }
}
