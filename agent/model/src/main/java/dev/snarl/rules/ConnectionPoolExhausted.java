package dev.snarl.rules;

import dev.snarl.rules.Window.Change;
import dev.snarl.snapshot.ConnectionPool;
import dev.snarl.snapshot.Snapshot;
import dev.snarl.snapshot.Timeline;
import dev.snarl.text.Figures;
import java.util.ArrayList;
import java.util.List;

/**
 * Callers wait for a connection of a pool all the time, or got none. If a pool is not full and
 * callers wait, the other side does not answer; the title says so. Linear in pools and snapshots.
 */
final class ConnectionPoolExhausted implements Rule {
  private static final Declaration DECLARATION =
      new Declaration(
          "connection-pool-exhausted",
          Family.LIMITS,
          "callers wait for a connection or object of a pool, or got none",
          Cost.threads("pending", "threads waiting for a connection", 1.0),
          Defaults.of("pendingSeconds", 10.0, "minTimeouts", 1.0, "windowSeconds", 60.0),
          Severity.WARNING,
          Severity.INFO);

  private static final String NESTED =
      "Only a time-out ends this: each caller holds a connection while it waits for another. Pass"
          + " the first one on, or give it back before the second is asked for. A pool of threads ×"
          + " (connections of each - 1) + 1 cannot stop so.";

  @Override
  public Declaration declaration() {
    return DECLARATION;
  }

  @Override
  public List<Verdict> judge(Timeline timeline, Thresholds thresholds) {
    Window window = Window.last(timeline, thresholds.get("windowSeconds"));
    List<Verdict> verdicts = new ArrayList<>();
    for (Change<ConnectionPool> change :
        window.changes(ConnectionPoolExhausted::pools, ConnectionPool::name)) {
      ConnectionPool pool = change.now().get(0);
      long timeouts = change.of(ConnectionPool::timeouts);
      boolean pending = pool.pendingSeconds() >= thresholds.get("pendingSeconds");
      if (pending || timeouts >= thresholds.get("minTimeouts")) {
        verdicts.add(verdict(pool, pending, timeouts, window));
      }
    }
    return verdicts;
  }

  private static List<ConnectionPool> pools(Snapshot snapshot) {
    return snapshot.vitals().host().connectionPools();
  }

  private static Verdict verdict(
      ConnectionPool pool, boolean pending, long timeouts, Window window) {
    String site = pool.waitingAt().isEmpty() ? pool.site() : pool.waitingAt().get(0).site();
    boolean full = pool.active() >= pool.max();
    boolean briefly = pool.briefly() && timeouts == 0;
    boolean nested = pending && pool.heldByItsCallers();
    String what =
        pending
            ? "%s waiting%s"
                .formatted(
                    Figures.plural(pool.pending(), "caller"),
                    nested
                        ? ", which hold all of them"
                        : briefly ? " at every look, each briefly" : "")
            : "";
    if (timeouts > 0) {
      what +=
          (pending ? ", " : "")
              + "%s in %s got none"
                  .formatted(Figures.number(timeouts), Figures.time(window.seconds()));
    }
    return new Verdict(
        pool.name(),
        briefly ? Severity.INFO : Severity.WARNING,
        site == null ? pool.name() : site,
        "%s: %s of %s %s in use, %s"
            .formatted(
                pool.name().equals(pool.library())
                    ? pool.name()
                    : "%s (%s)".formatted(pool.name(), pool.library()),
                Figures.number(pool.active()),
                pool.max() == Integer.MAX_VALUE ? "any number of" : Figures.number(pool.max()),
                pool.route() == null ? "connections" : "connections to " + pool.route(),
                what),
        new Evidence()
            .put("pool", pool.name())
            .put("library", pool.library())
            .put("active", pool.active())
            .put("idle", pool.idle())
            .put("size", pool.size())
            .put("max", pool.max())
            .put("pending", pool.pending())
            .number("pendingSeconds", pending ? pool.pendingSeconds() : Double.NaN)
            .put("briefly", briefly)
            .put("nested", pool.nested())
            .put("timeouts", timeouts)
            .list("waitingAt", pool.waitingAt().stream().map(row -> row.site()).toList())
            .list("heldAt", pool.heldAt().stream().map(ConnectionPool.Holding::text).toList())
            .put("route", pool.route())
            .put("poolSite", pool.site())
            .number("windowSeconds", window.seconds())
            .map(),
        Math.max(timeouts, pool.pending()),
        nested
            ? NESTED
            : full || pool.size() >= pool.max()
                ? "Find what holds the connections so long (heldAt): a slow query, a remote call inside"
                    + " a transaction, a connection or response that is not closed. Shorten that first; a"
                    + " larger pool moves the queue to the other side. Size: calls per second × seconds"
                    + " that a connection is held."
                : "The pool is not full, so connections cannot be made: the other side refuses them, is"
                    + " slow to answer or out of reach. Look at its log and its own limit of"
                    + " connections.");
  }
}
