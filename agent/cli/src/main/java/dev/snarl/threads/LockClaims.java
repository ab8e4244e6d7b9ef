package dev.snarl.threads;

import dev.snarl.graph.Circle;
import dev.snarl.graph.WaitGraph;
import dev.snarl.rules.Evidence;
import dev.snarl.rules.Severity;
import dev.snarl.snapshot.Certainty;
import dev.snarl.text.Figures;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Circles of locks, and threads that queue for one. Both ends stand in the dump: a circle is
 * proved, and so is a queue whose owner is known. Linear.
 */
final class LockClaims {
  static final String DEADLOCK = "lock-deadlock";
  static final String CONTENTION = "lock-contention";

  private static final int MANY = 3;

  private LockClaims() {}

  static List<Claim> of(DumpWaits waits) {
    List<Claim> claims = new ArrayList<>();
    List<View> stuck = new ArrayList<>();
    for (Circle circle : waits.graph(DumpWaits.PROOF).circles()) {
      claims.add(deadlock(waits, circle));
      stuck.addAll(waits.views(circle));
    }
    claims.addAll(queues(waits, stuck));
    return claims;
  }

  private static Claim deadlock(DumpWaits waits, Circle found) {
    List<View> circle = waits.views(found);
    long victims =
        waits.locks().waiters().values().stream().mapToLong(List::size).sum() - circle.size();
    View first = circle.stream().filter(View::application).findFirst().orElse(circle.get(0));
    return new Claim(
        DEADLOCK,
        circle.stream().map(View::siteText).sorted().collect(Collectors.joining(" & ")),
        Severity.CRITICAL,
        Certainty.PROVED,
        first.siteText(),
        found.title(),
        new Evidence()
            .list("cycle", found.lines())
            .list(
                "sites",
                circle.stream().limit(Circle.PRINTED).map(View::siteText).distinct().toList())
            .put("stuckThreads", circle.size())
            .put("otherThreadsAtLocks", victims),
        circle.size(),
        Map.of(),
        found.remedy());
  }

  /** By the line at which the lock is held, so that it is the same claim in every dump. */
  private static List<Claim> queues(DumpWaits waits, List<View> stuck) {
    Locks locks = waits.locks();
    WaitGraph chains = waits.graph(DumpWaits.PROOF.untilDeadlines());
    Map<View, List<View>> byRoot = new LinkedHashMap<>();
    List<List<View>> ownerless = new ArrayList<>();
    locks
        .waiters()
        .forEach(
            (lock, waiting) -> {
              if (locks.ownerless(lock)) {
                ownerless.add(waiting);
              }
              for (View view : waiting) {
                if (locks.holder(view) != null) {
                  byRoot
                      .computeIfAbsent(waits.end(chains, view), root -> new ArrayList<>())
                      .add(view);
                }
              }
            });
    List<Claim> claims = new ArrayList<>();
    byRoot.forEach(
        (root, waiting) -> {
          if (waiting.size() >= MANY && !stuck.contains(root)) {
            claims.add(queue(locks, root, waiting));
          }
        });
    for (List<View> waiting : ownerless) {
      List<View> own = waiting.stream().filter(View::application).toList();
      if (own.size() >= MANY) {
        claims.add(ownerless(own));
      }
    }
    return claims;
  }

  private static Claim queue(Locks locks, View root, List<View> waiting) {
    boolean blocked =
        root.doing().blocked() || (root.doing() == Doing.IDLE && !leads(root, waiting));
    View first = waiting.get(0);
    long direct = waiting.stream().filter(view -> root.equals(locks.holder(view))).count();
    return claim(
        root.siteText() + " holds " + DumpWaits.lock(first),
        blocked ? Severity.WARNING : Severity.INFO,
        Certainty.PROVED,
        root.siteText(),
        "%s wait for a lock that %s holds%s"
            .formatted(
                Figures.plural(waiting.size(), "thread"),
                root.thread().label(),
                blocked && !root.blockedIn().isEmpty()
                    ? " while it is blocked in " + Names.call(root.blockedIn())
                    : ""),
        evidence(waiting)
            .put("owner", root.thread().label())
            .put("ownerBlockedIn", root.blockedIn().isEmpty() ? null : root.blockedIn())
            .put("directly", direct),
        waiting.size(),
        "Do what takes long (waiting, I/O, calls to elsewhere) outside the lock; hold it for the"
            + " data alone, or split it.");
  }

  /** Workers that take turns at waiting for work: each would do what the owner does. */
  private static boolean leads(View root, List<View> waiting) {
    Set<String> methods =
        root.stack().stream()
            .map(frame -> frame.getClassName() + '.' + frame.getMethodName())
            .collect(Collectors.toSet());
    return waiting.stream()
        .map(View::siteText)
        .allMatch(site -> methods.contains(site.substring(0, Math.max(0, site.indexOf('(')))));
  }

  private static Claim ownerless(List<View> waiting) {
    View first = waiting.get(0);
    return claim(
        first.siteText() + " waits for " + DumpWaits.lock(first),
        Severity.INFO,
        Certainty.LIKELY,
        first.siteText(),
        "%s wait for one %s; this dump does not say who holds it"
            .formatted(Figures.plural(waiting.size(), "thread"), simple(DumpWaits.lock(first))),
        evidence(waiting),
        waiting.size(),
        "Take the dump with jstack -l PID or jcmd PID Thread.print -l, which name the owners of"
            + " locks.");
  }

  private static String simple(String type) {
    int nested = type.indexOf('$');
    String outer = nested > 0 ? type.substring(0, nested) : type;
    return outer.substring(outer.lastIndexOf('.') + 1);
  }

  private static Evidence evidence(List<View> waiting) {
    return new Evidence()
        .put("lock", DumpWaits.lock(waiting.get(0)))
        .put("waiting", waiting.size())
        .list("waiterSites", Names.counted(waiting, View::siteText))
        .list("waiterPools", Names.counted(waiting, View::pool));
  }

  private static Claim claim(
      String key,
      Severity severity,
      Certainty certainty,
      @Nullable String site,
      String title,
      Evidence evidence,
      long count,
      String remedy) {
    return new Claim(
        CONTENTION,
        key,
        severity,
        certainty,
        site == null ? View.NO_SITE : site,
        title,
        evidence,
        count,
        Map.of("minThreads", (double) MANY),
        remedy);
  }
}
