package dev.snarl.threads;

import dev.snarl.libraries.KnownLibraries;
import dev.snarl.rules.Finding;
import dev.snarl.stacks.Frames;
import dev.snarl.text.Figures;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** Judges thread dumps. Pure; linear in the dumps, except for sorting. */
public final class Triage {
  private final Understanding understanding;
  private final Instant now;

  /**
   * A triage.
   *
   * @param application prefixes of the application's packages; empty to guess
   * @param now the time of dumps without one
   */
  public Triage(List<String> application, Instant now) {
    this.understanding = new Understanding(new Frames(application, KnownLibraries.frames()));
    this.now = now;
  }

  /** The diagnosis; at least one dump must have been read. */
  public Diagnosis of(Dumps read) {
    List<ThreadDump> dumps = read.inOrder();
    List<String> notes = new ArrayList<>(read.missing());
    Verdicts verdicts = new Verdicts();
    Pairs pairs = new Pairs();
    Churn churn = new Churn();
    List<List<View>> series = new ArrayList<>();
    Map<String, View> before = Map.of();
    Instant at = now;
    for (ThreadDump dump : dumps) {
      List<View> views = understanding.of(dump);
      Map<String, View> threads = new HashMap<>();
      views.forEach(view -> threads.put(view.thread().identity(), view));
      boolean sameJvm = threads.keySet().stream().anyMatch(before::containsKey);
      if (!sameJvm) {
        before = Map.of();
      }
      if (!sameJvm && !series.isEmpty()) {
        notes.add(
            "the dumps are of different JVMs, or in different formats: nothing is compared from one"
                + " to the next");
        series.clear();
      }
      series.add(views);
      at = Objects.requireNonNullElse(dump.at(), now);
      boolean latest = dump.equals(dumps.get(dumps.size() - 1));
      DumpWaits waits = new DumpWaits(dump, views, before);
      StuckPools stuckPools = new StuckPools(waits);
      List<Claim> claims = new ArrayList<>(LockClaims.of(waits));
      if (latest) {
        // A thread that made progress meanwhile was not stuck.
        claims.addAll(stuckPools.claims());
      }
      claims.addAll(pairs.of(views, before, stuckPools));
      claims.addAll(churn.of(views, sameJvm));
      claims.addAll(Occupied.of(views));
      verdicts.dump(claims, at);
      before = threads;
    }
    verdicts.series(Lasting.of(series), at);
    List<View> last = series.get(series.size() - 1);
    locks(dumps.get(dumps.size() - 1), last, notes);
    List<Finding> findings = verdicts.findings(application(last));
    return new Diagnosis(
        summary(findings, last, dumps.size()),
        findings,
        Overview.groups(last),
        Overview.pools(last),
        dumps.stream().map(DumpFacts::of).toList(),
        notes.stream().distinct().toList());
  }

  /** What a dump does not show about locks. */
  private static void locks(ThreadDump dump, List<View> views, List<String> notes) {
    boolean json = dump.virtualThreads();
    if (json && views.stream().allMatch(view -> view.thread().blocker() == null)) {
      notes.add(
          "this format names no locks, so that a deadlock of locks does not show: jstack -l PID does");
    }
    long ownerless = new Locks(dump, views).ownerless();
    if (ownerless > 0) {
      notes.add(
          "%s for a lock whose owner this dump does not name: jstack -l PID does"
              .formatted(ownerless == 1 ? "1 thread waits" : ownerless + " threads wait"));
    }
  }

  /** The main class, if its thread is still in it. */
  private static String application(List<View> views) {
    for (View view : views) {
      List<StackTraceElement> stack = view.stack();
      if (view.thread().name().equals("main") && !stack.isEmpty()) {
        String type = stack.get(stack.size() - 1).getClassName();
        return type.substring(type.lastIndexOf('.') + 1);
      }
    }
    return "unknown";
  }

  private static String summary(List<Finding> findings, List<View> last, int dumps) {
    if (!findings.isEmpty()) {
      Finding worst = findings.get(0);
      return "%s, at %s (%s%s)"
          .formatted(
              worst.title(),
              worst.site(),
              worst.evidence().get("certainty"),
              findings.size() > 1 ? "; %s more below".formatted(findings.size() - 1) : "");
    }
    Map<String, Integer> doing = new TreeMap<>();
    int threads = 0;
    for (View view : last) {
      if (view.doing() != Doing.JVM) {
        threads++;
        doing.merge(view.doing().label(), 1, Integer::sum);
      }
    }
    StringBuilder words = new StringBuilder("Nothing is stuck as far as ");
    words
        .append(dumps == 1 ? "this dump shows" : "these dumps show")
        .append(": ")
        .append(Figures.plural(threads, "thread"));
    doing.forEach((label, count) -> words.append(", ").append(count).append(' ').append(label));
    if (dumps == 1) {
      words.append("; three dumps, 5 s apart, show what lasts");
    }
    return words.append('.').toString();
  }
}
