package dev.snarl.recordings;

import dev.snarl.snapshot.StartSite;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What the events of a recording say, as far as it is judged. Bounded: beyond {@link #MOST_WAITS}
 * waits the shorter ones are left out, and the length below which they are is kept.
 */
final class Recording {
  private static final int MOST_WAITS = 500_000;
  private static final int MOST_STARTS = 200_000;
  private static final int MOST_DUMPS = 20;
  private static final long MINUTE = 60_000_000_000L;

  /** Minutes without an event: so far apart are only recordings that were joined. */
  private static final long GAP = 60;

  /**
   * A thread that was started by another, and when it ended; {@link Long#MAX_VALUE} if it did not.
   */
  record Start(
      long thread,
      long parent,
      long from,
      long to,
      String site,
      StartSite.Factory factory,
      String group) {}

  /** A virtual thread that held on to its carrier. */
  record Pin(long at, String site, String call, String reason, long nanos) {}

  /**
   * A garbage collection.
   *
   * @param afterBytes what it left in the heap, -1 unknown
   */
  record Collected(long at, String name, String cause, long pauseNanos, long afterBytes) {}

  /** The share of the machine's processors that are in use, and that the process uses. */
  record Load(long at, double machine, double process) {}

  /** A thread dump in the recording. */
  record Dump(long at, String text) {}

  final List<Interval> waits = new ArrayList<>();
  final List<Start> starts = new ArrayList<>();
  final List<Pin> pins = new ArrayList<>();
  final List<Collected> collections = new ArrayList<>();
  final List<Load> loads = new ArrayList<>();
  final List<Dump> dumps = new ArrayList<>();
  final Settings settings = new Settings();

  /** Events by type. */
  final Map<String, Long> events = new TreeMap<>();

  final Map<Long, Long> heapAfter = new HashMap<>();
  final Map<Long, Start> running = new HashMap<>();

  /** Minutes since the epoch in which events begin, and into which the longest of each lasts. */
  private final TreeMap<Long, Long> minutes = new TreeMap<>();

  long begin = Long.MAX_VALUE;
  long end = Long.MIN_VALUE;
  String jvm = "";
  String main = "";
  int processors;
  long maxHeapBytes = -1;

  /** Shorter waits are left out; 0 for none. */
  long shortestNanos;

  long startsDropped;

  void at(String event, long from, long to) {
    events.merge(event, 1L, Long::sum);
    begin = Math.min(begin, from);
    end = Math.max(end, to);
    minutes.merge(from / MINUTE, to / MINUTE, Math::max);
  }

  /** This time, or the begin of the next recording if it lies between two that were joined. */
  long orNext(long at) {
    long minute = at / MINUTE;
    Map.Entry<Long, Long> before = minutes.floorEntry(minute);
    Long next = minutes.higherKey(minute);
    boolean within = before != null && before.getValue() >= minute;
    return within || next == null || next - minute <= GAP ? at : next * MINUTE;
  }

  void add(Interval wait) {
    if (wait.nanos() < Math.max(1, shortestNanos)) {
      return;
    }
    waits.add(wait);
    if (waits.size() >= MOST_WAITS) {
      long[] lengths = waits.stream().mapToLong(Interval::nanos).sorted().toArray();
      shortestNanos = lengths[lengths.length / 2] + 1;
      waits.removeIf(each -> each.nanos() < shortestNanos);
    }
  }

  void started(Start start) {
    if (starts.size() + running.size() >= MOST_STARTS) {
      startsDropped++;
    } else {
      running.put(start.thread(), start);
    }
  }

  void ended(long thread, long at) {
    Start start = running.remove(thread);
    if (start != null) {
      starts.add(
          new Start(
              thread,
              start.parent(),
              start.from(),
              at,
              start.site(),
              start.factory(),
              start.group()));
    }
  }

  void dump(Dump dump) {
    if (dumps.size() < MOST_DUMPS) {
      dumps.add(dump);
    } else {
      dumps.set(MOST_DUMPS - 1, dump); // the last ones show what is stuck
    }
  }

  /** The events of different chunks and threads come in any order. */
  void complete() {
    starts.addAll(running.values());
    running.clear();
    waits.sort((a, b) -> Long.compare(a.from(), b.from()));
    starts.sort((a, b) -> Long.compare(a.from(), b.from()));
    pins.sort((a, b) -> Long.compare(a.at(), b.at()));
    collections.sort((a, b) -> Long.compare(a.at(), b.at()));
    loads.sort((a, b) -> Long.compare(a.at(), b.at()));
    dumps.sort((a, b) -> Long.compare(a.at(), b.at()));
  }

  double seconds() {
    return nanos() / 1e9;
  }

  /** How long the recording is; not counting what lies between two that were joined. */
  long nanos() {
    long nanos = Math.max(0, end - begin);
    long latest = minutes.isEmpty() ? 0 : minutes.firstKey();
    for (Map.Entry<Long, Long> minute : minutes.entrySet()) {
      if (minute.getKey() - latest > GAP) {
        nanos -= (minute.getKey() - latest) * MINUTE;
      }
      latest = Math.max(latest, minute.getValue());
    }
    return Math.max(0, nanos);
  }

  /** Java's feature release, 0 unknown. */
  int feature() {
    int open = jvm.indexOf(" (");
    if (open < 0) {
      return 0;
    }
    String version = jvm.substring(open + 2);
    version = version.startsWith("1.") ? version.substring(2) : version;
    // HotSpot of Java 8 has a version of its own: 25.392-b08.
    int at = 0;
    while (at < version.length() && Character.isDigit(version.charAt(at))) {
      at++;
    }
    boolean ofHotSpot = version.matches("\\d+\\.\\d+-b.*") && version.startsWith("25.");
    return at == 0 || at > 4 ? 0 : ofHotSpot ? 8 : Integer.parseInt(version.substring(0, at));
  }
}
