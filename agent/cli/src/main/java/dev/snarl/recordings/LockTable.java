package dev.snarl.recordings;

import dev.snarl.snapshot.Crowds.Holder;
import dev.snarl.snapshot.Crowds.LockQueue;
import dev.snarl.snapshot.Doing;
import dev.snarl.snapshot.Pool.SiteCount;
import dev.snarl.threads.View;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Threads that queue for a lock in one method, over the moments of a recording. */
final class LockTable {
  private static final int MOST = 500;

  /** Shorter ones are those of a lock that is in use, as the agent has it. */
  private static final long LEAST_NANOS = 200_000_000L;

  private record Key(String method, String lock, boolean monitor) {}

  private record Held(String group, String site, @Nullable String in, @Nullable String input) {}

  private static final class Row {
    final Map<String, Long> sites = new LinkedHashMap<>();
    final Map<Held, Long> holders = new LinkedHashMap<>();
    String blockedIn = "";
    int threads;
    long nanos;
    long inputNanos;
    long samples;
  }

  private final Map<Key, Row> rows = new LinkedHashMap<>();

  /**
   * The next moment.
   *
   * @param nanos for which it stands
   */
  void add(Moment moment, Threads threads, long nanos) {
    rows.values().forEach(row -> row.threads = 0);
    for (Interval wait : moment.waits().values()) {
      View view = wait.view();
      if (view.doing() != dev.snarl.threads.Doing.LOCK
          || !view.platform()
          || view.site() == null
          || wait.nanos() < LEAST_NANOS) {
        continue;
      }
      StackTraceElement frame = view.site().frame();
      Key key =
          new Key(
              frame.getClassName() + '.' + frame.getMethodName(),
              wait.target(),
              wait.kind() == Interval.Kind.ENTER);
      if (!rows.containsKey(key) && rows.size() >= MOST) {
        continue;
      }
      Row row = rows.computeIfAbsent(key, k -> new Row());
      row.threads++;
      row.nanos += nanos;
      row.samples++;
      row.blockedIn = view.blockedIn();
      row.sites.merge(view.siteText(), 1L, Long::sum);
      held(moment, threads, wait, row, nanos);
    }
  }

  private static void held(Moment moment, Threads threads, Interval wait, Row row, long nanos) {
    long holder = moment.holder(wait);
    Doing doing = holder < 0 ? null : moment.doing(holder);
    if (doing == null) {
      return;
    }
    row.holders.merge(
        new Held(threads.group(holder), doing.site(), doing.blockedIn(), doing.input()),
        1L,
        Long::sum);
    boolean input = doing.input() != null && !"sleep".equals(doing.input());
    row.inputNanos += input ? nanos : 0;
  }

  List<LockQueue> rows() {
    List<LockQueue> queues = new ArrayList<>();
    rows.forEach((key, row) -> queues.add(queue(key, row)));
    return queues;
  }

  private static LockQueue queue(Key key, Row row) {
    List<SiteCount> sites =
        row.sites.entrySet().stream()
            .map(each -> new SiteCount(each.getKey(), each.getValue()))
            .sorted(Comparator.comparingLong(SiteCount::count).reversed())
            .toList();
    return new LockQueue(
        key.method(),
        key.lock(),
        key.monitor(),
        Objects.requireNonNull(sites.get(0)).site(),
        row.blockedIn,
        row.threads,
        row.nanos,
        row.inputNanos,
        row.samples,
        sites,
        holder(row));
  }

  /** If it was seen blocked most of the time; else it may as well have worked. */
  private static @Nullable Holder holder(Row row) {
    Map.Entry<Held, Long> most =
        row.holders.entrySet().stream().max(Map.Entry.comparingByValue()).orElse(null);
    if (most == null || 2 * most.getValue() < row.samples) {
      return null;
    }
    Held held = most.getKey();
    return new Holder(held.group(), held.site(), held.in(), held.input(), most.getValue(), false);
  }
}
