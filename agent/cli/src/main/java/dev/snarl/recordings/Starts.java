package dev.snarl.recordings;

import dev.snarl.recordings.Recording.Pin;
import dev.snarl.recordings.Recording.Start;
import dev.snarl.snapshot.PinnedSite;
import dev.snarl.snapshot.StartSite;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;

/** Threads started and virtual threads pinned, by line, up to a moment of the recording. */
final class Starts {
  private static final long YOUNG = 10_000_000_000L;
  private static final int MOST = 1_000;

  private record Key(String site, StartSite.Factory factory) {}

  private static final class Row {
    String group = "";
    long started;
    long endedYoung;
    long youngNanos;
    long live;
  }

  private record PinKey(String site, String call, String reason) {}

  private final Recording recording;
  private final Map<Key, Row> rows = new LinkedHashMap<>();
  private final Map<PinKey, long[]> pins = new LinkedHashMap<>();
  private final PriorityQueue<Start> live =
      new PriorityQueue<>(Comparator.comparingLong(Start::to));
  private int started;
  private int pinned;

  Starts(Recording recording) {
    this.recording = recording;
  }

  void upTo(long moment) {
    while (started < recording.starts.size() && recording.starts.get(started).from() <= moment) {
      start(recording.starts.get(started++));
    }
    while (!live.isEmpty() && live.element().to() <= moment) {
      end(live.remove());
    }
    while (pinned < recording.pins.size() && recording.pins.get(pinned).at() <= moment) {
      Pin pin = recording.pins.get(pinned++);
      PinKey key = new PinKey(pin.site(), pin.call(), pin.reason());
      if (pins.containsKey(key) || pins.size() < MOST) {
        long[] sums = pins.computeIfAbsent(key, k -> new long[2]);
        sums[0]++;
        sums[1] += pin.nanos();
      }
    }
  }

  /**
   * A recording does not say whether a pool's worker ended because its pool did, or how many tasks
   * it had run: those of pools are left out.
   */
  private void start(Start start) {
    boolean worker =
        start.factory() == StartSite.Factory.POOL_WORKER
            || start.factory() == StartSite.Factory.FORK_JOIN_WORKER;
    Key key = new Key(start.site(), start.factory());
    if (worker || (!rows.containsKey(key) && rows.size() >= MOST)) {
      return;
    }
    Row row = rows.computeIfAbsent(key, k -> new Row());
    row.group = start.group();
    row.started++;
    row.live++;
    live.add(start);
  }

  private void end(Start start) {
    Row row = rows.get(new Key(start.site(), start.factory()));
    if (row != null) {
      row.live--;
      long life = start.to() - start.from();
      if (life < YOUNG) {
        row.endedYoung++;
        row.youngNanos += life;
      }
    }
  }

  List<StartSite> sites() {
    List<StartSite> sites = new ArrayList<>();
    rows.forEach(
        (key, row) ->
            sites.add(
                new StartSite(
                    key.site(),
                    key.factory(),
                    row.group,
                    null,
                    row.started,
                    row.endedYoung,
                    row.youngNanos,
                    row.live)));
    return sites;
  }

  List<PinnedSite> pinned() {
    List<PinnedSite> sites = new ArrayList<>();
    pins.forEach(
        (key, sums) ->
            sites.add(new PinnedSite(key.site(), key.call(), key.reason(), sums[0], sums[1])));
    return sites;
  }
}
