package dev.snarl.hypotheses;

import dev.snarl.snapshot.BuildSite;
import dev.snarl.snapshot.Coroutines.Detached;
import dev.snarl.snapshot.LibraryUse.ClientSite;
import dev.snarl.snapshot.LibraryUse.ConsumerSite;
import dev.snarl.snapshot.SerialWait;
import dev.snarl.snapshot.Snapshot;
import dev.snarl.text.Figures;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Suspicions about how clients, brokers and coroutines are used. */
final class UseSuspicions {
  /** Fewer of them built in a minute are no pattern. */
  private static final long A_FEW = 3;

  private static final long ENOUGH_CALLS = 20;
  private static final double SELDOM = 0.3;

  static final List<Suspicion> ALL =
      List.of(
          new Suspicion(
              "built-per-call",
              "a client or an executor is built for every call",
              "/api/executors",
              "docs/findings/client-per-call.md",
              List.of("client-per-call", "executor-per-call"),
              UseSuspicions::built),
          new Suspicion(
              "one-by-one",
              "one thread sends one by one and waits for each answer",
              "/api/waits",
              "docs/findings/serial-blocking.md",
              List.of("serial-blocking", "submit-and-wait"),
              UseSuspicions::serial),
          new Suspicion(
              "detached-coroutines",
              "coroutines are launched out of their scope, and nothing holds them back",
              "/api/executors",
              "docs/findings/nested-scope.md",
              List.of("nested-scope"),
              UseSuspicions::detached));

  private UseSuspicions() {}

  private static Opinion built(Facts facts) {
    if (!facts.someWork()) {
      return Opinion.notSeen("too little was done in the last minute");
    }
    long clients = facts.grew(now -> now.libraries().clients(), ClientSite::built);
    long executors = facts.grew(Snapshot::builds, BuildSite::perCall);
    return Opinion.over(
        facts.seconds(),
        clients + executors < A_FEW ? Answer.FALSE : Answer.NOT_SEEN,
        "%s of the libraries that are known and %s for one call were built"
            .formatted(Figures.plural(clients, "client"), Figures.plural(executors, "executor")));
  }

  private static Opinion serial(Facts facts) {
    Map<String, ConsumerSite> before = new HashMap<>();
    facts.start().libraries().consumers().forEach(row -> before.put(key(row), row));
    double most = 0;
    for (ConsumerSite row : facts.latest().libraries().consumers()) {
      ConsumerSite then = before.get(key(row));
      long calls = row.calls() - (then == null ? 0 : then.calls());
      long nanos = row.nanos() - (then == null ? 0 : then.nanos());
      most = calls < ENOUGH_CALLS ? most : Math.max(most, nanos / Figures.NANOS / facts.seconds());
    }
    for (SerialWait wait : facts.latest().serialWaits()) {
      double share = (double) wait.waitNanos() / Math.max(1, wait.windowNanos());
      most = wait.waits() < ENOUGH_CALLS ? most : Math.max(most, share);
    }
    boolean any =
        !facts.latest().libraries().consumers().isEmpty()
            || !facts.latest().serialWaits().isEmpty();
    return any
        ? Opinion.over(
            facts.seconds(),
            most < SELDOM ? Answer.FALSE : Answer.NOT_SEEN,
            "the busiest such thread waited for calls made one by one %s of the time"
                .formatted(Figures.percent(Math.min(1, most))))
        : Opinion.notSeen("no consumer of a broker, and none that waits for what it just sent");
  }

  private static String key(ConsumerSite row) {
    return row.thread() + " " + row.site();
  }

  private static Opinion detached(Facts facts) {
    long started = facts.latest().coroutines().started() - facts.start().coroutines().started();
    if (started < ENOUGH_CALLS) {
      return Opinion.notSeen("no coroutines were started in the last minute");
    }
    long roots =
        facts.grew(now -> now.coroutines().detached(), Detached::newRoots)
            - facts.grew(now -> now.coroutines().detached(), Detached::returned);
    long alive = facts.grew(now -> now.coroutines().detached(), Detached::live);
    return Opinion.over(
        facts.seconds(),
        roots < A_FEW && alive < ENOUGH_CALLS ? Answer.FALSE : Answer.NOT_SEEN,
        "%s started, %s by running ones in new scopes"
            .formatted(Figures.plural(started, "coroutine"), Figures.number(Math.max(0, roots))));
  }
}
