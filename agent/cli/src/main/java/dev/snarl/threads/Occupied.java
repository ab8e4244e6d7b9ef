package dev.snarl.threads;

import dev.snarl.libraries.KnownLibraries;
import dev.snarl.rules.Evidence;
import dev.snarl.rules.RulePage;
import dev.snarl.rules.Severity;
import dev.snarl.snapshot.Certainty;
import dev.snarl.text.Figures;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What occupies pools: sockets, files and child processes; an exhausted connection pool; a future
 * that no task of this JVM completes. Linear.
 */
final class Occupied {
  private static final int FEWEST_THREADS = 3;
  private static final double SHARE = 0.7;

  private static final Set<String> BORROWS = KnownLibraries.borrows();

  private Occupied() {}

  static List<Claim> of(List<View> views) {
    List<Claim> claims = new ArrayList<>();
    borrowers(views, claims);
    sendAndWait(views, claims);
    Map<String, List<View>> pools = new LinkedHashMap<>();
    for (View view : views) {
      if (view.worker() && view.sound()) {
        pools.computeIfAbsent(view.poolKey(), key -> new ArrayList<>()).add(view);
      }
    }
    for (List<View> pool : pools.values()) {
      List<View> io = pool.stream().filter(view -> view.doing() == Doing.IO).toList();
      if (io.size() >= FEWEST_THREADS && io.size() >= SHARE * pool.size()) {
        claims.add(blockingIo(pool, io));
      }
    }
    return claims;
  }

  private static void borrowers(List<View> views, List<Claim> claims) {
    Map<String, List<View>> waiting = new LinkedHashMap<>();
    for (View view : views) {
      if (view.thread().state() == Thread.State.TIMED_WAITING
          || view.thread().state() == Thread.State.WAITING) {
        for (StackTraceElement frame : view.stack()) {
          if (BORROWS.contains(frame.getClassName() + '.' + frame.getMethodName())) {
            waiting.computeIfAbsent(frame.getClassName(), t -> new ArrayList<>()).add(view);
            break;
          }
        }
      }
    }
    waiting.forEach(
        (type, threads) -> {
          if (threads.size() >= FEWEST_THREADS) {
            claims.add(exhausted(type, threads));
          }
        });
  }

  private static Claim exhausted(String type, List<View> threads) {
    View first = threads.get(0);
    return new Claim(
        "connection-pool-exhausted",
        type + " at " + first.siteText(),
        Severity.WARNING,
        Certainty.PROVED,
        first.siteText(),
        "%s wait for a connection from %s"
            .formatted(
                Figures.plural(threads.size(), "thread"),
                type.substring(type.lastIndexOf('.') + 1).replaceFirst("\\$.*", "")),
        new Evidence()
            .put("pool", type)
            .put("waiting", threads.size())
            .list("sites", Names.counted(threads, View::siteText)),
        threads.size(),
        Map.of("minThreads", (double) FEWEST_THREADS),
        "See who holds the connections (the other threads in calls of this library) and shorten"
            + " that; then size the pool for the threads that need one.");
  }

  /** A future of a client library, completed by its own event loop. */
  private static void sendAndWait(List<View> views, List<Claim> claims) {
    Map<String, List<View>> sites = new LinkedHashMap<>();
    for (View view : views) {
      if (view.sound()
          && (view.awaits() == FutureKind.KAFKA
              || view.awaits() == FutureKind.NETTY
              || view.awaits() == FutureKind.HTTP_CLIENT_5)) {
        sites.computeIfAbsent(view.siteText(), site -> new ArrayList<>()).add(view);
      }
    }
    for (List<View> threads : sites.values()) {
      View first = threads.get(0);
      claims.add(
          new Claim(
              "submit-and-wait",
              first.siteText(),
              Severity.INFO,
              Certainty.LIKELY,
              first.siteText(),
              "%s%s %s in %s for what was just sent: one at a time instead of many in flight"
                  .formatted(
                      first.thread().label(),
                      threads.size() > 1 ? " and %s more".formatted(threads.size() - 1) : "",
                      threads.size() > 1 ? "wait" : "waits",
                      first.call() + "()"),
              new Evidence()
                  .put("call", first.call())
                  .put("threads", threads.size())
                  .put("pool", first.pool()),
              threads.size(),
              Map.of(),
              "Pass a callback, or collect the futures and wait for all of them at the end."));
    }
  }

  private static Claim blockingIo(List<View> pool, List<View> io) {
    Map<String, Object> most = Names.counted(io, View::siteText).get(0);
    View first =
        io.stream().filter(v -> v.siteText().equals(most.get("name"))).findFirst().orElseThrow();
    return new Claim(
        "blocking-io-pool",
        first.pool() + " at " + first.siteText(),
        Severity.INFO,
        Certainty.PROVED,
        first.siteText(),
        "%s of %s of %s are blocked in %s"
            .formatted(
                io.size(),
                Figures.plural(pool.size(), "thread"),
                first.pool(),
                Names.call(first.blockedIn())),
        new Evidence()
            .put("pool", first.pool())
            .put("threads", pool.size())
            .put("inIo", io.size())
            .list("sites", Names.counted(io, View::siteText)),
        io.size(),
        Map.of("minThreads", (double) FEWEST_THREADS, "minShare", SHARE),
        "If this is slow, the other side is, or the pool is too small for it."
            + " How to size it: "
            + RulePage.reference(RulePage.path("blocking-io-pool"))
            + '.');
  }
}
