package dev.snarl.threads;

import dev.snarl.rules.Evidence;
import dev.snarl.rules.Severity;
import dev.snarl.snapshot.Certainty;
import dev.snarl.text.Words;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Threads that wait for a future, and blocked threads that run a task of that kind: two threads
 * held for one job. A dump names the future but not the task that completes it. The pair is
 * therefore inferred from the kinds of task, from the code (a task written where it is waited for)
 * and from the numbers of both: likely, never proved. Kept over a series, to distinguish many waits
 * from one long one.
 */
final class Pairs {
  private static final int ENOUGH_WAITS = 3;
  private static final int PRINTED = 5;

  private final Map<String, Set<String>> waits = new HashMap<>();

  /** Lines that once waited for several tasks: the rest of a batch is no pair. */
  private final Set<String> batches = new HashSet<>();

  /** Threads at one line. */
  private static final class Crew {
    final List<View> threads = new ArrayList<>();
    int free;

    View first() {
      return threads.get(0);
    }
  }

  private record Match(Crew waiters, Crew workers, int link) {}

  /** Adds a dump to those before it. */
  List<Claim> of(List<View> views, StuckPools stuckPools) {
    List<Claim> claims = new ArrayList<>();
    for (FutureKind kind : FutureKind.values()) {
      List<View> waiting = new ArrayList<>();
      List<View> working = new ArrayList<>();
      for (View view : views) {
        if (!view.sound() || stuckPools.contains(view)) {
          continue;
        }
        if (view.awaits() == kind && !view.batch()) {
          waiting.add(view);
        }
        if (view.doing().blocked() && kind.completedBy().stream().anyMatch(view.runs()::contains)) {
          working.add(view);
        }
      }
      claims.addAll(of(crews(waiting), crews(working)));
    }
    return claims;
  }

  private static List<Crew> crews(List<View> views) {
    Map<String, Crew> crews = new LinkedHashMap<>();
    for (View view : views) {
      Crew crew = crews.computeIfAbsent(view.siteText(), site -> new Crew());
      crew.threads.add(view);
      crew.free++;
    }
    return new ArrayList<>(crews.values());
  }

  private List<Claim> of(List<Crew> waiters, List<Crew> workers) {
    List<Match> matches = new ArrayList<>();
    for (Crew waiting : waiters) {
      for (Crew working : workers) {
        if (!working.first().siteText().equals(waiting.first().siteText())) {
          matches.add(new Match(waiting, working, link(waiting.first(), working.first())));
        }
      }
    }
    matches.sort(
        Comparator.comparingInt(Match::link)
            .thenComparing(match -> -apart(match))
            .reversed()
            .thenComparing(match -> -options(matches, match.waiters())));
    List<Claim> claims = new ArrayList<>();
    for (Match match : matches) {
      int pairs = Math.min(match.waiters().free, match.workers().free);
      if (pairs == 0) {
        continue;
      }
      boolean fanOut = match.workers().free >= 2 * match.waiters().free;
      if (fanOut) {
        batches.add(match.waiters().first().siteText());
        claims.add(fanOut(match));
      } else if (!batches.contains(match.waiters().first().siteText())) {
        pair(match, pairs, others(matches, match), claims);
      }
      match.waiters().free -= pairs;
      match.workers().free = fanOut ? 0 : match.workers().free - pairs;
    }
    return claims;
  }

  private static int apart(Match match) {
    return Math.abs(match.waiters().threads.size() - match.workers().threads.size());
  }

  private static long options(List<Match> matches, Crew waiters) {
    return matches.stream().filter(match -> match.waiters().equals(waiters)).count();
  }

  private static List<String> others(List<Match> matches, Match taken) {
    return matches.stream()
        .filter(match -> match.waiters().equals(taken.waiters()) && !match.equals(taken))
        .filter(match -> match.link() >= taken.link())
        .map(match -> match.workers().first().siteText())
        .limit(PRINTED)
        .toList();
  }

  /** How strongly the code indicates that this worker runs what this waiter waits for. */
  private static int link(View waiter, View worker) {
    StackTraceElement entry = worker.entry();
    if (entry == null) {
      return 0;
    }
    String type = outer(entry.getClassName());
    int link = 0;
    for (StackTraceElement frame : waiter.stack()) {
      String of = outer(frame.getClassName());
      if (of.equals(type)) {
        boolean written = entry.getMethodName().startsWith("lambda$" + frame.getMethodName() + "$");
        link = Math.max(link, written ? 3 : 2);
      } else if (waiter.site() != null && frame.equals(waiter.site().frame())) {
        link = Math.max(link, inPackage(of).equals(inPackage(type)) ? 1 : 0);
      }
    }
    return link;
  }

  private static String outer(String type) {
    int nested = type.indexOf('$');
    return nested > 0 ? type.substring(0, nested) : type;
  }

  private static String inPackage(String type) {
    return type.substring(0, Math.max(0, type.lastIndexOf('.')));
  }

  private void pair(Match match, int pairs, List<String> others, List<Claim> claims) {
    View waiter = match.waiters().first();
    View worker = match.workers().first();
    String key = waiter.siteText() + " for " + worker.siteText();
    Set<String> seen = waits.computeIfAbsent(key, k -> new HashSet<>());
    match.waiters().threads.stream().limit(pairs).forEach(view -> seen.add(wait(view)));
    boolean habit = seen.size() >= ENOUGH_WAITS || Understanding.request(waiter);
    if (!habit && waiter.thread().name().equals("main")) {
      // Waiting for a server, or at start-up.
      return;
    }
    claims.add(
        new Claim(
            "async-blocking-pair",
            key,
            habit ? Severity.WARNING : Severity.INFO,
            Certainty.LIKELY,
            waiter.siteText(),
            title(waiter, worker, pairs),
            new Evidence()
                .put("waiterPool", waiter.pool())
                .put("workerPool", workerPool(worker))
                .put("workerSite", worker.siteText())
                .put("workerBlockedIn", worker.blockedIn())
                .put("workerCreation", worker.worker() ? "pool" : "new thread")
                .put("waiterCall", call(waiter))
                .put("pairs", pairs)
                .put("waits", seen.size())
                .put("why", why(match))
                .list("orFor", others),
            seen.size(),
            Map.of("minWaits", (double) ENOUGH_WAITS),
            "Return the CompletableFuture instead of calling %s at %s, and answer in thenApply(…) / "
                    .formatted(Words.method(call(waiter)), waiter.siteText())
                + "whenComplete(…). If the caller must have the result, do the job on the waiting"
                + " thread: call it directly, without the executor. The agent proves which thread"
                + " waits for which: java -jar snarl.jar attach PID."));
  }

  private static String title(View waiter, View worker, int pairs) {
    String more = pairs > 1 ? " and %s more".formatted(pairs - 1) : "";
    return "2 threads held for 1 job%s: %s%s %s in %s for %s%s, blocked in %s"
        .formatted(
            pairs > 1 ? ", " + pairs + " times" : "",
            waiter.thread().label(),
            more,
            pairs > 1 ? "wait" : "waits",
            Words.method(call(waiter)),
            worker.thread().label(),
            more,
            Names.call(worker.blockedIn()));
  }

  private static String wait(View waiter) {
    Blocker on = waiter.thread().blocker();
    return waiter.thread().identity() + " " + (on == null ? "" : on.id());
  }

  static String call(View waiter) {
    return waiter.site() == null || waiter.site().call().isEmpty()
        ? waiter.blockedIn()
        : waiter.site().call();
  }

  private static String workerPool(View worker) {
    boolean perTask = !worker.worker() && worker.runs().contains(FutureKind.COMPLETABLE_FUTURE);
    return perTask ? "CompletableFuture.ThreadPerTask" : worker.pool();
  }

  private static String why(Match match) {
    String kinds = "the worker runs a task of the kind that is waited for";
    return switch (match.link()) {
      case 3 -> kinds + ", written in the method that waits";
      case 2 -> kinds + ", of a class that is on the waiter's stack";
      default ->
          "%s; waiting there: %s, working there: %s"
              .formatted(kinds, match.waiters().threads.size(), match.workers().threads.size());
    };
  }

  private static Claim fanOut(Match match) {
    View waiter = match.waiters().first();
    View worker = match.workers().first();
    int waiting = match.waiters().threads.size();
    int working = match.workers().threads.size();
    return new Claim(
        "fan-out-wait",
        waiter.siteText(),
        Severity.INFO,
        Certainty.LIKELY,
        waiter.siteText(),
        "%s waits in %s while %s threads of %s are blocked in %s: 1 extra thread for such a batch"
            .formatted(
                waiter.thread().label(),
                Words.method(call(waiter)),
                working,
                worker.pool(),
                Names.call(worker.blockedIn())),
        new Evidence()
            .put("waiterPool", waiter.pool())
            .number("tasksPerWait", (double) working / waiting)
            .put("workerPool", worker.pool())
            .put("workerSite", worker.siteText()),
        waiting,
        Map.of(),
        "Nothing to do while waiters are few. If requests wait like this, return "
            + "CompletableFuture.allOf(…).thenApply(…) to the caller instead of blocking.");
  }
}
