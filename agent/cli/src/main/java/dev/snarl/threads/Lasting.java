package dev.snarl.threads;

import dev.snarl.rules.Evidence;
import dev.snarl.rules.Severity;
import dev.snarl.snapshot.Certainty;
import dev.snarl.text.Figures;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What persists over a series: threads with the same stack in every dump, and threads that ran
 * nearly all the time between two. Idle threads, and those whose waits may legitimately take long,
 * are not reported. Linear.
 */
final class Lasting {
  private static final double HOT_SHARE = 0.8;
  private static final int FEWEST_DUMPS = 2;

  private Lasting() {}

  static List<Claim> of(List<List<View>> series) {
    if (series.size() < FEWEST_DUMPS) {
      return List.of();
    }
    Map<String, View> first = byIdentity(series.get(0));
    Map<String, Integer> same = new HashMap<>();
    for (List<View> views : series) {
      for (View view : views) {
        View then = first.get(view.thread().identity());
        if (then != null && view.stoodStillSince(then)) {
          same.merge(view.thread().identity(), 1, Integer::sum);
        }
      }
    }
    List<View> stuck = new ArrayList<>();
    List<Claim> claims = new ArrayList<>();
    for (View last : series.get(series.size() - 1)) {
      View then = first.get(last.thread().identity());
      if (then == null) {
        continue;
      }
      if (same.getOrDefault(last.thread().identity(), 0) == series.size() && telling(last)) {
        stuck.add(last);
      }
      double share = share(then, last);
      if (share >= HOT_SHARE) {
        claims.add(hot(then, last, share));
      }
    }
    claims.addAll(stuck(stuck, first, series.size()));
    return claims;
  }

  private static Map<String, View> byIdentity(List<View> views) {
    Map<String, View> map = new HashMap<>();
    views.forEach(view -> map.put(view.thread().identity(), view));
    return map;
  }

  /** Work of the application without progress. A sleeping loop looks the same, but is none. */
  private static boolean telling(View view) {
    return view.sound()
        && (view.worker() || !view.runs().isEmpty())
        && (view.doing() == Doing.FUTURE
            || view.doing() == Doing.LOCK
            || view.doing() == Doing.IO
            || view.doing() == Doing.WAITING);
  }

  /** CPU time divided by elapsed time between two dumps; NaN if the dumps have none. */
  private static double share(View then, View now) {
    double elapsed = now.thread().elapsedSeconds() - then.thread().elapsedSeconds();
    double cpu = now.thread().cpuSeconds() - then.thread().cpuSeconds();
    return elapsed >= 1 && now.doing() != Doing.JVM ? cpu / elapsed : Double.NaN;
  }

  private static Claim hot(View then, View now, double share) {
    boolean sameTop = !now.stack().isEmpty() && top(then).equals(top(now));
    return new Claim(
        "hot-thread",
        now.thread().identity(),
        Severity.INFO,
        Certainty.PROVED,
        now.siteText(),
        "%s was on a processor %s of the time between the dumps"
            .formatted(now.thread().label(), Figures.percent(share)),
        new Evidence()
            .put("thread", now.thread().label())
            .put("pool", now.pool())
            .number("cpuSeconds", now.thread().cpuSeconds() - then.thread().cpuSeconds())
            .number("overSeconds", now.thread().elapsedSeconds() - then.thread().elapsedSeconds())
            .put("sameMethod", sameTop),
        1,
        Map.of("minShare", HOT_SHARE),
        "See whether that is work or a loop: take a few more dumps and compare the frames above"
            + " this line.");
  }

  private static String top(View view) {
    StackTraceElement top = view.stack().isEmpty() ? null : view.stack().get(0);
    return top == null ? "" : top.getClassName() + '.' + top.getMethodName();
  }

  private static List<Claim> stuck(List<View> stuck, Map<String, View> first, int dumps) {
    Map<List<StackTraceElement>, List<View>> groups = new LinkedHashMap<>();
    for (View view : stuck) {
      groups.computeIfAbsent(view.stack(), stack -> new ArrayList<>()).add(view);
    }
    List<Claim> claims = new ArrayList<>();
    groups.forEach((stack, threads) -> claims.add(still(threads, first, dumps)));
    return claims;
  }

  private static Claim still(List<View> threads, Map<String, View> first, int dumps) {
    View one = threads.get(0);
    double cpu = 0;
    for (View view : threads) {
      View then = first.get(view.thread().identity());
      cpu += then == null ? 0 : view.thread().cpuSeconds() - then.thread().cpuSeconds();
    }
    return new Claim(
        "stuck-thread",
        one.siteText() + " in " + one.blockedIn(),
        Severity.INFO,
        Certainty.PROVED,
        one.siteText(),
        "%s%s did not move through %s dumps: blocked in %s"
            .formatted(
                one.thread().label(),
                threads.size() > 1 ? " and %s more".formatted(threads.size() - 1) : "",
                dumps,
                Names.call(one.blockedIn())),
        new Evidence()
            .put("threads", threads.size())
            .put("pool", one.pool())
            .put("blockedIn", one.blockedIn())
            .put("doing", one.doing().label())
            .number("cpuSeconds", cpu)
            .put("dumps", dumps),
        threads.size(),
        Map.of(),
        "Look at what they wait for; a wait without a timeout may last for ever.");
  }
}
