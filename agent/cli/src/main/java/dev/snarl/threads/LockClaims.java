package dev.snarl.threads;

import dev.snarl.rules.Evidence;
import dev.snarl.rules.Severity;
import dev.snarl.text.Figures;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
  private static final int PRINTED = 24;

  private LockClaims() {}

  static List<Claim> of(ThreadDump dump, List<View> views) {
    LockGraph graph = new LockGraph(dump, views);
    List<Claim> claims = new ArrayList<>();
    List<List<View>> circles = graph.circles();
    List<View> stuck = new ArrayList<>();
    for (List<View> circle : circles) {
      claims.add(deadlock(graph, circle));
      stuck.addAll(circle);
    }
    claims.addAll(queues(graph, stuck));
    return claims;
  }

  private static Claim deadlock(LockGraph graph, List<View> circle) {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < Math.min(PRINTED, circle.size()); i++) {
      View view = circle.get(i);
      View holder = circle.get((i + 1) % circle.size());
      lines.add(
          "%s → %s at %s → held by %s"
              .formatted(
                  view.thread().label(), lock(view), view.siteText(), holder.thread().label()));
    }
    long victims = graph.waiters().values().stream().mapToLong(List::size).sum() - circle.size();
    View first = circle.stream().filter(View::application).findFirst().orElse(circle.get(0));
    String names =
        circle.stream().limit(MANY).map(v -> v.thread().label()).collect(Collectors.joining(", "));
    return new Claim(
        DEADLOCK,
        circle.stream().map(View::siteText).sorted().collect(Collectors.joining(" & ")),
        Severity.CRITICAL,
        Certainty.PROVED,
        first.siteText(),
        circle.size() == 2
            ? "Deadlock: %s and %s wait for each other's locks"
                .formatted(circle.get(0).thread().label(), circle.get(1).thread().label())
            : "Deadlock: %s wait for one another's locks: %s%s"
                .formatted(
                    Figures.plural(circle.size(), "thread"),
                    names,
                    circle.size() > MANY ? ", …" : ""),
        new Evidence()
            .list("cycle", lines)
            .list("sites", circle.stream().limit(PRINTED).map(View::siteText).distinct().toList())
            .put("stuckThreads", circle.size())
            .put("otherThreadsAtLocks", victims),
        circle.size(),
        Map.of(),
        "These threads never go on: restart the JVM. Then take the locks in the same order"
            + " everywhere, or hold one lock only and call foreign code without it.");
  }

  private static String lock(View view) {
    Blocker on = view.thread().blocker();
    return on == null ? "a lock" : (on.type().isEmpty() ? "a lock" : on.type());
  }

  /** By the line at which the lock is held, so that it is the same claim in every dump. */
  private static List<Claim> queues(LockGraph graph, List<View> stuck) {
    Map<View, List<View>> byRoot = new LinkedHashMap<>();
    Map<String, List<View>> ownerless = new LinkedHashMap<>();
    graph
        .waiters()
        .forEach(
            (lock, waiting) -> {
              View owner = graph.owner(lock);
              for (View view : waiting) {
                if (owner == null) {
                  ownerless.computeIfAbsent(lock, id -> new ArrayList<>()).add(view);
                } else if (!view.equals(owner)) {
                  byRoot.computeIfAbsent(graph.root(view), root -> new ArrayList<>()).add(view);
                }
              }
            });
    List<Claim> claims = new ArrayList<>();
    byRoot.forEach(
        (root, waiting) -> {
          if (waiting.size() >= MANY && !stuck.contains(root)) {
            claims.add(queue(graph, root, waiting));
          }
        });
    for (List<View> waiting : ownerless.values()) {
      List<View> own = waiting.stream().filter(View::application).toList();
      if (own.size() >= MANY) {
        claims.add(ownerless(own));
      }
    }
    return claims;
  }

  private static Claim queue(LockGraph graph, View root, List<View> waiting) {
    boolean blocked = root.doing().blocked() || root.doing() == Doing.IDLE;
    View first = waiting.get(0);
    long direct = waiting.stream().filter(view -> root.equals(graph.next(view))).count();
    return claim(
        root.siteText() + " holds " + lock(first),
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

  private static Claim ownerless(List<View> waiting) {
    View first = waiting.get(0);
    return claim(
        first.siteText() + " waits for " + lock(first),
        Severity.INFO,
        Certainty.LIKELY,
        first.siteText(),
        "%s wait for one %s; this dump does not say who holds it"
            .formatted(Figures.plural(waiting.size(), "thread"), simple(lock(first))),
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
        .put("lock", lock(waiting.get(0)))
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
