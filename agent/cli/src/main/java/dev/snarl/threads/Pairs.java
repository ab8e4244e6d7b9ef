package dev.snarl.threads;

import dev.snarl.rules.Evidence;
import dev.snarl.rules.Severity;
import dev.snarl.snapshot.Certainty;
import dev.snarl.text.Words;
import dev.snarl.threads.Matching.Match;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
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

  /** Of each thread, how many waits it was seen in. */
  private final Map<String, Integer> numbers = new HashMap<>();

  private final Matching matching = new Matching();

  /**
   * Adds a dump to those before it.
   *
   * @param before the views of the dump before it, by thread; empty if it is the first
   */
  List<Claim> of(List<View> views, Map<String, View> before, StuckPools stuckPools) {
    for (View view : views) {
      View then = before.get(view.thread().identity());
      if (then == null || !view.stoodStillSince(then)) {
        numbers.merge(view.thread().identity(), 1, Integer::sum);
      }
    }
    List<Claim> claims = new ArrayList<>();
    for (Match match : matching.of(views, stuckPools::contains)) {
      if (match.fanOut()) {
        claims.add(fanOut(match));
      } else {
        pair(match, match.pairs(), match.others().stream().limit(PRINTED).toList(), claims);
      }
    }
    return claims;
  }

  private void pair(Match match, int pairs, List<String> others, List<Claim> claims) {
    View waiter = match.waiter();
    View worker = match.worker();
    String key = waiter.siteText() + " for " + worker.siteText();
    Set<String> seen = waits.computeIfAbsent(key, k -> new HashSet<>());
    match.waiters().stream().limit(pairs).forEach(view -> seen.add(wait(view)));
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
                .put("workerPool", worker.taskPool())
                .put("workerSite", worker.siteText())
                .put("workerBlockedIn", worker.blockedIn())
                .put("workerCreation", worker.worker() ? "pool" : "new thread")
                .put("waiterCall", waiter.call())
                .put("pairs", pairs)
                .put("waits", seen.size())
                .put("why", why(match))
                .list("orFor", others),
            seen.size(),
            Map.of("minWaits", (double) ENOUGH_WAITS),
            "Return the CompletableFuture instead of calling %s at %s, and answer in thenApply(…) / "
                    .formatted(Words.method(waiter.call()), waiter.siteText())
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
            Words.method(waiter.call()),
            worker.thread().label(),
            more,
            Names.call(worker.blockedIn()));
  }

  private String wait(View waiter) {
    String thread = waiter.thread().identity();
    return thread + " " + numbers.get(thread);
  }

  private static String why(Match match) {
    String kinds = "the worker runs a task of the kind that is waited for";
    return switch (match.link()) {
      case 3 -> kinds + ", written in the method that waits";
      case 2 -> kinds + ", of a class that is on the waiter's stack";
      default ->
          "%s; waiting there: %s, working there: %s"
              .formatted(kinds, match.waiters().size(), match.workers().size());
    };
  }

  private static Claim fanOut(Match match) {
    View waiter = match.waiter();
    View worker = match.worker();
    int waiting = match.waiters().size();
    int working = match.workers().size();
    return new Claim(
        "fan-out-wait",
        waiter.siteText(),
        Severity.INFO,
        Certainty.LIKELY,
        waiter.siteText(),
        "%s waits in %s while %s threads of %s are blocked in %s: 1 extra thread for such a batch"
            .formatted(
                waiter.thread().label(),
                Words.method(waiter.call()),
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
