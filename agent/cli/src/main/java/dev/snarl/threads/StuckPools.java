package dev.snarl.threads;

import dev.snarl.rules.Evidence;
import dev.snarl.rules.Severity;
import dev.snarl.text.Figures;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Pools of which every thread waits for a future while nobody in the dump can be working on one.
 * Such futures are queued behind the waiting threads, or completed by something that leaves no
 * thread; which of the two, a dump does not say: hence likely, never proved. A pool of which one
 * thread is free or works is left alone, and so is every pool while another might run its futures.
 * Linear.
 */
final class StuckPools {
  private static final int PRINTED = 24;
  private static final String UNPARKER = "VirtualThread-unparker";

  /** The threads of those pools. */
  private final Set<View> stuck = new LinkedHashSet<>();

  private final Map<String, List<View>> pools = new LinkedHashMap<>();
  private final boolean lasting;

  /**
   * Those of a dump.
   *
   * @param before the views of the dump before it, by thread; empty if it is the first
   */
  StuckPools(ThreadDump dump, List<View> views, Map<String, View> before) {
    Map<String, List<View>> workers = new LinkedHashMap<>();
    for (View view : views) {
      if (view.worker() && view.platform()) {
        workers.computeIfAbsent(view.poolKey(), key -> new ArrayList<>()).add(view);
      }
    }
    workers.forEach(
        (key, threads) -> {
          if (threads.stream().allMatch(StuckPools::waitsForFuture)) {
            pools.put(key, threads);
            stuck.addAll(threads);
          }
        });
    this.lasting = !before.isEmpty();
    boolean passing = before.isEmpty() ? mayBePassing(views) : !lasts(before);
    if (passing || hidesVirtualThreads(dump, views) || views.stream().anyMatch(this::mayComplete)) {
      pools.clear();
      stuck.clear();
    }
  }

  /** A lone waiter, and somebody without work: the task may just be on its way to him. */
  private boolean mayBePassing(List<View> views) {
    return stuck.size() < 2
        && views.stream().anyMatch(view -> view.worker() && view.doing() == Doing.IDLE);
  }

  /** Whether all of them were in the same waits in the dump before. */
  private boolean lasts(Map<String, View> before) {
    for (View now : stuck) {
      View then = before.get(now.thread().identity());
      if (then == null || !now.stoodStillSince(then)) {
        return false;
      }
    }
    return true;
  }

  boolean contains(View view) {
    return stuck.contains(view);
  }

  private static boolean waitsForFuture(View view) {
    return view.doing() == Doing.FUTURE
        && view.sound()
        && (view.awaits() == FutureKind.FUTURE_TASK
            || view.awaits() == FutureKind.COMPLETABLE_FUTURE
            || view.awaits() == FutureKind.GUAVA)
        && !forkJoin(view);
  }

  /** A fork-join pool starts another worker for one that waits. */
  private static boolean forkJoin(View view) {
    return view.stack().stream()
        .anyMatch(f -> f.getClassName().equals("java.util.concurrent.ForkJoinWorkerThread"));
  }

  /** A text dump shows no virtual thread that waits: it might be running any of the futures. */
  private static boolean hidesVirtualThreads(ThreadDump dump, List<View> views) {
    return !dump.virtualThreads()
        && views.stream().anyMatch(v -> v.thread().virtual() || v.thread().name().equals(UNPARKER));
  }

  /** Whether a thread that is not stuck may yet complete one of the futures. */
  private boolean mayComplete(View view) {
    if (stuck.contains(view) || view.doing() == Doing.JVM) {
      return false;
    }
    if (view.runs().isEmpty()
        && (view.doing() == Doing.FUTURE || (server(view) && !waitsForStage()))) {
      return false;
    }
    if (view.doing() != Doing.IDLE) {
      return view.worker() || view.thread().virtual() || completesByHand(view);
    }
    // For a stage, an event loop or a timer is enough; a FutureTask must be run.
    return waitsForStage() && (loop(view) || timer(view));
  }

  private boolean waitsForStage() {
    return stuck.stream().anyMatch(view -> view.awaits() != FutureKind.FUTURE_TASK);
  }

  /**
   * A thread of the application that sleeps or works might call {@code complete}; one that waits
   * itself for its input or for the end of another will hardly.
   */
  private boolean completesByHand(View view) {
    if (!waitsForStage() && !view.runs().contains(FutureKind.FUTURE_TASK)) {
      return false;
    }
    return !(view.thread().name().equals("main")
        && (view.doing() == Doing.WAITING || view.doing() == Doing.IO));
  }

  private static boolean loop(View view) {
    boolean selects =
        view.stack().stream()
            .limit(6)
            .anyMatch(
                f -> f.getClassName().contains("Selector") || f.getClassName().contains("EPoll"));
    return selects && !server(view);
  }

  /** A thread that serves requests: what it is given are connections. */
  private static boolean server(View view) {
    return Understanding.request(view);
  }

  private static boolean timer(View view) {
    return view.timed()
        && view.stack().stream()
            .anyMatch(
                f ->
                    f.getClassName().contains("DelayedWorkQueue")
                        || f.getClassName().equals("java.util.TimerThread"));
  }

  List<Claim> claims() {
    if (pools.isEmpty()) {
      return List.of();
    }
    List<View> waiting = new ArrayList<>(stuck);
    long timed = waiting.stream().filter(View::timed).count();
    List<String> names = pools.values().stream().map(threads -> threads.get(0).pool()).toList();
    View first = commonest(waiting);
    boolean deadlock = timed == 0;
    String who =
        waiting.size() == 1
            ? "the only thread of " + names.get(0) + " waits"
            : "all %s of %s wait"
                .formatted(
                    Figures.plural(waiting.size(), "thread"),
                    names.size() > 1
                        ? Figures.plural(names.size(), "pool") + " (" + brief(names) + ")"
                        : names.get(0));
    return List.of(
        new Claim(
            deadlock ? "pool-deadlock" : "pool-starvation",
            names.stream().sorted().collect(Collectors.joining(" & ")),
            deadlock && lasting ? Severity.CRITICAL : Severity.WARNING,
            Certainty.LIKELY,
            first.siteText(),
            deadlock
                ? "Deadlock: %s for futures, and no thread works on one".formatted(who)
                : "%s for futures until a timeout, and no thread works on one"
                    .formatted(Character.toUpperCase(who.charAt(0)) + who.substring(1)),
            evidence(waiting, timed),
            waiting.size(),
            Map.of(),
            "Run the inner tasks on an executor of their own, or compose instead of waiting:"
                + " thenCompose(…) for join(), a callback for get(). More threads only move the"
                + " limit. The agent proves it, with the queue: java -jar snarl.jar attach PID."));
  }

  private Evidence evidence(List<View> waiting, long timed) {
    List<String> lines = new ArrayList<>();
    for (View view : waiting.subList(0, Math.min(PRINTED, waiting.size()))) {
      Blocker on = view.thread().blocker();
      lines.add(
          "%s → %s at %s%s"
              .formatted(
                  view.thread().label(),
                  Names.call(view.blockedIn()),
                  view.siteText(),
                  on == null ? "" : " → " + on.type() + " " + on.id()));
    }
    List<Map<String, Object>> rows = new ArrayList<>();
    pools.forEach(
        (key, threads) ->
            rows.add(
                new Evidence()
                    .put("pool", threads.get(0).pool())
                    .put("threads", threads.size())
                    .map()));
    Set<FutureKind> kinds = EnumSet.noneOf(FutureKind.class);
    waiting.forEach(view -> kinds.add(view.awaits()));
    return new Evidence()
        .list("waits", lines)
        .list("pools", rows)
        .put("poolCount", pools.size())
        .put("stuckThreads", waiting.size())
        .put("timedWaits", timed)
        .list("sites", Names.counted(waiting, View::siteText))
        .put("notShown", "whether these pools may grow, and what is in their queues");
  }

  private static String brief(List<String> names) {
    List<String> distinct = names.stream().distinct().toList();
    return String.join(", ", distinct.subList(0, Math.min(3, distinct.size())))
        + (distinct.size() > 3 ? ", …" : "");
  }

  private static View commonest(List<View> waiting) {
    Object most = Names.counted(waiting, View::siteText).get(0).get("name");
    return waiting.stream().filter(v -> v.siteText().equals(most)).findFirst().orElseThrow();
  }
}
