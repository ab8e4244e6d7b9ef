package dev.snarl.rules;

import dev.snarl.snapshot.DoubleHeld;
import dev.snarl.snapshot.Snapshot;
import dev.snarl.snapshot.StartSite;
import dev.snarl.text.Figures;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;

/**
 * One cause, one finding. A thread that repeatedly waits for what it has just submitted may also
 * hold two threads for one job, at the same line: both rules hold, and their advice differs. The
 * one that explains the waits stays. That is the pair if both threads were blocked for at least a
 * third of the time that the other rule calls lost: its advice frees a thread and avoids the wait.
 * Its evidence then includes what the other rule found. An open pair stays until it explains less
 * than 15 %, so that the two do not alternate. Otherwise the worker mostly computes, and {@code
 * submit-and-wait} stays.
 *
 * <p>Pairs are sampled, may be counted seconds later than the waits where the machine is busy, and
 * must last. {@code submit-and-wait} therefore opens only after it has held for {@link
 * #PATIENCE_SECONDS}; if pairs were seen at its line, after {@link #UNTIL_A_PAIR_SECONDS}. For the
 * same reason pairs have to explain only the time since they were first seen.
 *
 * <p>If pools or clients are built for each call, or a thread is started for each task, those are
 * the leak, and {@code thread-leak} is silent about their threads.
 *
 * <p>If the threads of a pool wait for permits that nobody gives back, that is why it is saturated
 * and why its tasks wait for longer than ever.
 *
 * <p>If the owner of a lock is in a deadlock, that is why others queue for it.
 *
 * <p>Belongs to the observer thread. Linear in the verdicts of these rules.
 */
final class OneCause {
  private static final String PAIR = "async-blocking-pair";
  private static final String SERIAL = "submit-and-wait";
  private static final String LEAK = "thread-leak";
  private static final String DEADLOCK = "lock-deadlock";
  private static final String EXECUTORS = "executor-per-call";
  private static final List<String> CAUSES_OF_LEAKS = List.of("client-per-call", "thread-per-task");
  private static final double ENOUGH = 1 / 3.0;
  private static final double HARDLY = 0.15;
  private static final double PATIENCE_SECONDS = 2;
  private static final double UNTIL_A_PAIR_SECONDS = 6;

  /** Since when {@code submit-and-wait} has held at a line with pairs. */
  private final Map<String, Long> heldBack = new HashMap<>();

  private final Set<String> superseded = new HashSet<>();

  /**
   * Removes verdicts that another verdict explains better.
   *
   * @param verdicts by rule; the lists of the two rules are replaced
   * @param open findings as of the last update
   */
  void settle(Map<String, List<Verdict>> verdicts, List<Finding> open, Snapshot now) {
    superseded.clear();
    settleLeaks(verdicts, open);
    settlePermits(verdicts);
    settleDeadlocks(verdicts, open);
    List<Verdict> serials = new ArrayList<>(verdicts.getOrDefault(SERIAL, List.of()));
    heldBack.keySet().retainAll(serials.stream().map(Verdict::site).toList());
    if (serials.isEmpty() || !verdicts.containsKey(PAIR)) {
      return;
    }
    List<Verdict> pairs = new ArrayList<>(verdicts.get(PAIR));
    Set<String> openPairs = sites(open, PAIR);
    Set<String> openSerials = sites(open, SERIAL);
    serials.removeIf(
        serial -> {
          String site = serial.site();
          boolean isPair = isPair(serial, pairs, openPairs.contains(site), now);
          if (isPair) {
            superseded.add(id(SERIAL, serial));
            pairs.replaceAll(pair -> pair.site().equals(site) ? both(pair, serial) : pair);
          } else {
            open.stream().filter(f -> isAt(f, PAIR, site)).forEach(f -> superseded.add(f.id()));
            pairs.removeIf(pair -> pair.site().equals(site));
          }
          boolean either = openSerials.contains(site) || openPairs.contains(site);
          return isPair || (!either && mayBecomeAPair(serial, now));
        });
    verdicts.put(SERIAL, serials);
    verdicts.put(PAIR, pairs);
  }

  /** Threads of what is built for each call, or started for each task, are its consequence. */
  private void settleLeaks(Map<String, List<Verdict>> verdicts, List<Finding> open) {
    Set<String> builders = sites(open, EXECUTORS);
    verdicts.getOrDefault(EXECUTORS, List.of()).forEach(verdict -> builders.add(verdict.site()));
    Set<String> causes = new HashSet<>(builders);
    for (String rule : CAUSES_OF_LEAKS) {
      causes.addAll(sites(open, rule));
      verdicts.getOrDefault(rule, List.of()).forEach(verdict -> causes.add(verdict.site()));
    }
    remove(
        verdicts,
        LEAK,
        leak -> {
          boolean workers = leak.key().endsWith(" by " + StartSite.Factory.POOL_WORKER);
          return causes.contains(leak.site()) || (workers && !builders.isEmpty());
        });
  }

  /** What other rules say of a pool whose threads wait for permits, or of such a wait. */
  private void settlePermits(Map<String, List<Verdict>> verdicts) {
    List<Verdict> permits = verdicts.getOrDefault(PermitsExhausted.ID, List.of());
    if (permits.isEmpty()) {
      return;
    }
    remove(verdicts, "pool-saturated", v -> permits.stream().anyMatch(p -> samePool(p, v)));
    remove(
        verdicts,
        "stuck-task",
        v -> permits.stream().anyMatch(p -> samePool(p, v) && p.site().equals(v.site())));
  }

  /** Who queues for what a thread in a deadlock holds, also at a moment that proves it not anew. */
  private void settleDeadlocks(Map<String, List<Verdict>> verdicts, List<Finding> open) {
    Set<Object> stuck = new HashSet<>();
    verdicts.getOrDefault(DEADLOCK, List.of()).forEach(v -> stuck.addAll(sites(v.evidence())));
    open.stream()
        .filter(finding -> finding.rule().equals(DEADLOCK))
        .forEach(finding -> stuck.addAll(sites(finding.evidence())));
    remove(verdicts, "lock-contention", v -> stuck.contains(v.evidence().get("heldAt")));
  }

  /** The lines at which the threads of a deadlock wait. */
  private static List<Object> sites(Map<String, Object> evidence) {
    List<Object> sites = new ArrayList<>();
    if (evidence.get("sites") instanceof List<?> rows) {
      for (Object row : rows) {
        if (row instanceof Map<?, ?> named && named.get("site") != null) {
          sites.add(named.get("site"));
        }
      }
    }
    return sites;
  }

  private static boolean samePool(Verdict one, Verdict other) {
    return Objects.equals(one.evidence().get("pool"), other.evidence().get("pool"));
  }

  private void remove(
      Map<String, List<Verdict>> verdicts, String rule, Predicate<Verdict> explained) {
    List<Verdict> rest = new ArrayList<>(verdicts.getOrDefault(rule, List.of()));
    rest.stream().filter(explained).forEach(verdict -> superseded.add(id(rule, verdict)));
    if (rest.removeIf(explained)) {
      verdicts.put(rule, rest);
    }
  }

  /** Whether the last update removed a finding, so that it needs no grace. */
  boolean superseded(String id) {
    return superseded.contains(id);
  }

  /** Without a current verdict of the pair's rule, an open pair may come back within its grace. */
  private static boolean isPair(Verdict serial, List<Verdict> pairs, boolean open, Snapshot now) {
    List<Verdict> here = pairs.stream().filter(pair -> pair.site().equals(serial.site())).toList();
    double held = here.stream().mapToDouble(pair -> number(pair, "heldThreadSeconds")).sum();
    return here.isEmpty()
        ? open
        : held >= (open ? HARDLY : ENOUGH) * toExplain(serial, pairsAt(serial, now));
  }

  private boolean mayBecomeAPair(Verdict serial, Snapshot now) {
    long since = heldBack.computeIfAbsent(serial.site(), s -> now.nanos());
    return (now.nanos() - since) / Figures.NANOS
        < (pairsAt(serial, now).isEmpty() ? PATIENCE_SECONDS : UNTIL_A_PAIR_SECONDS);
  }

  private static List<DoubleHeld> pairsAt(Verdict serial, Snapshot now) {
    return now.pairs().stream().filter(pair -> pair.waiterSite().equals(serial.site())).toList();
  }

  /** Seconds that were lost, at most those since such a pair was first seen. */
  private static double toExplain(Verdict serial, List<DoubleHeld> pairs) {
    long seen = pairs.stream().mapToLong(DoubleHeld::lastedNanos).max().orElse(Long.MAX_VALUE);
    return Math.min(number(serial, "lostSeconds"), seen / Figures.NANOS);
  }

  /** The pair, with what the other rule found. */
  private static Verdict both(Verdict pair, Verdict serial) {
    Map<String, Object> also = new LinkedHashMap<>();
    also.put("rule", SERIAL);
    for (String name :
        List.of("waiter", "form", "waits", "meanWaitSeconds", "lostSeconds", "windowSeconds")) {
      also.put(name, serial.evidence().get(name));
    }
    Map<String, Object> evidence = new LinkedHashMap<>(pair.evidence());
    evidence.put("also", also);
    String remedy =
        "%s This thread makes %s of %s, one after the other: where the jobs do not need each other, submit them all first and wait once at the end."
            .formatted(
                pair.remedy(),
                Figures.plural(serial.count(), "wait"),
                Figures.time(number(serial, "meanWaitSeconds")));
    return new Verdict(
        pair.key(), pair.severity(), pair.site(), pair.title(), evidence, pair.count(), remedy);
  }

  private static Set<String> sites(List<Finding> open, String rule) {
    Set<String> sites = new HashSet<>();
    open.stream().filter(f -> f.rule().equals(rule)).forEach(f -> sites.add(f.site()));
    return sites;
  }

  private static boolean isAt(Finding finding, String rule, String site) {
    return finding.rule().equals(rule) && finding.site().equals(site);
  }

  private static String id(String rule, Verdict verdict) {
    return FindingId.of(rule, verdict.key());
  }

  private static double number(Verdict verdict, String name) {
    return verdict.evidence().get(name) instanceof Number number ? number.doubleValue() : 0;
  }
}
