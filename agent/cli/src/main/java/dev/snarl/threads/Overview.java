package dev.snarl.threads;

import dev.snarl.stacks.StackSite;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A summary of all threads of a dump: equal stacks, and pools. Linear. */
final class Overview {
  private static final int NAMES = 5;
  private static final int MOST_ROWS = 1_000;

  private Overview() {}

  /** Largest first; threads without a stack are left out. */
  static List<StackGroup> groups(List<View> views) {
    Map<List<StackTraceElement>, List<View>> byStack = new HashMap<>();
    for (View view : views) {
      if (!view.stack().isEmpty()) {
        byStack.computeIfAbsent(view.stack(), stack -> new ArrayList<>()).add(view);
      }
    }
    List<StackGroup> groups = new ArrayList<>();
    byStack.forEach((stack, threads) -> groups.add(group(stack, threads)));
    groups.sort(
        Comparator.comparingInt(StackGroup::count)
            .reversed()
            .thenComparing(StackGroup::site)
            .thenComparing(group -> group.names().get(0)));
    return groups.subList(0, Math.min(MOST_ROWS, groups.size()));
  }

  private static StackGroup group(List<StackTraceElement> stack, List<View> threads) {
    View first = threads.get(0);
    return new StackGroup(
        stack.stream().map(frame -> StackSite.text(frame, file(frame))).toList(),
        threads.size(),
        threads.stream().limit(NAMES).map(view -> view.thread().label()).toList(),
        String.valueOf(Names.counted(threads, View::pool).get(0).get("name")),
        first.thread().state() == null ? "" : first.thread().state().name(),
        first.doing().label(),
        first.siteText(),
        first.blockedIn());
  }

  private static String file(StackTraceElement frame) {
    if (frame.isNativeMethod()) {
      return "Native Method";
    }
    return frame.getFileName() == null ? "Unknown Source" : frame.getFileName();
  }

  /** Largest first; a thread with a unique name is no pool. */
  static List<PoolRow> pools(List<View> views) {
    Map<String, List<View>> byKey = new LinkedHashMap<>();
    for (View view : views) {
      if (view.doing() != Doing.JVM && view.platform()) {
        byKey.computeIfAbsent(view.poolKey(), key -> new ArrayList<>()).add(view);
      }
    }
    List<PoolRow> rows = new ArrayList<>();
    for (List<View> threads : byKey.values()) {
      boolean pool = threads.stream().anyMatch(View::worker);
      if (pool || threads.size() > 1) {
        rows.add(row(threads, pool));
      }
    }
    rows.sort(Comparator.comparingInt(PoolRow::threads).reversed().thenComparing(PoolRow::pattern));
    return rows.subList(0, Math.min(MOST_ROWS, rows.size()));
  }

  private static PoolRow row(List<View> threads, boolean pool) {
    Map<String, Integer> doing = new TreeMap<>();
    List<View> busy = new ArrayList<>();
    for (View view : threads) {
      doing.merge(view.doing().label(), 1, Integer::sum);
      if (view.doing() != Doing.IDLE) {
        busy.add(view);
      }
    }
    View first = threads.get(0);
    return new PoolRow(
        first.pool(),
        Understanding.counter(first.thread().name()),
        threads.size(),
        pool,
        doing,
        busy.isEmpty() ? "" : most(Names.counted(busy, View::siteText)),
        busy.isEmpty() ? "" : most(Names.counted(busy, View::blockedIn)));
  }

  private static String most(List<Map<String, Object>> counted) {
    return String.valueOf(counted.get(0).get("name"));
  }
}
