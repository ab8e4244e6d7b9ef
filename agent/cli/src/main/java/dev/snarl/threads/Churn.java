package dev.snarl.threads;

import dev.snarl.rules.Evidence;
import dev.snarl.rules.Severity;
import dev.snarl.snapshot.Certainty;
import dev.snarl.text.Figures;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Threads that are started for one task each. In a series, threads of one line that are in one dump
 * and gone in the next are counted: proved. In a single dump, the sign is that all threads of a
 * line are young and far fewer than their numbers indicate: likely. Threads of pools, the JVM's own
 * and virtual ones do not count. Linear.
 */
final class Churn {
  private static final int ENOUGH = 10;
  private static final double YOUNG_SECONDS = 10;

  private final Map<String, Set<String>> ended = new HashMap<>();
  private Map<String, List<View>> before = Map.of();

  /** Adds a dump to those before it. */
  List<Claim> of(List<View> views, boolean sameJvm) {
    Set<String> alive = new HashSet<>();
    Map<String, List<View>> lines = new LinkedHashMap<>();
    for (View view : views) {
      alive.add(view.thread().identity());
      if (started(view)) {
        lines.computeIfAbsent(view.entryText(), line -> new ArrayList<>()).add(view);
      }
    }
    if (sameJvm) {
      before.forEach(
          (line, threads) -> {
            for (View view : threads) {
              if (young(view) && !alive.contains(view.thread().identity())) {
                ended.computeIfAbsent(line, l -> new HashSet<>()).add(view.thread().identity());
              }
            }
          });
    }
    Map<String, List<View>> latest = new LinkedHashMap<>(lines);
    before.forEach(latest::putIfAbsent);
    List<Claim> claims = new ArrayList<>();
    latest.forEach(
        (line, threads) -> {
          int gone = ended.getOrDefault(line, Set.of()).size();
          if (gone >= ENOUGH) {
            claims.add(proved(line, threads.get(0), gone));
          } else if (lines.containsKey(line) && fewOfMany(threads)) {
            claims.add(likely(line, threads));
          }
        });
    before = lines;
    return claims;
  }

  /** A platform thread outside pools with a task of the application. */
  private static boolean started(View view) {
    return view.sound()
        && !view.worker()
        && view.doing() != Doing.JVM
        && view.entry() != null
        && !view.thread().name().equals("main")
        && view.stack().size() > 1
        && view.stack().get(view.stack().size() - 1).getClassName().equals("java.lang.Thread")
        && (view.application() || !view.runs().isEmpty());
  }

  /** Without an age, being gone in the next dump suffices. */
  private static boolean young(View view) {
    double age = view.thread().elapsedSeconds();
    return Double.isNaN(age) || age < YOUNG_SECONDS;
  }

  /** All of them are young, and the numbers in their names show that there were many more. */
  private static boolean fewOfMany(List<View> threads) {
    return threads.stream().allMatch(v -> v.thread().elapsedSeconds() < YOUNG_SECONDS)
        && number(threads) >= Math.max(100, 5L * threads.size());
  }

  private static long number(List<View> threads) {
    long largest = 0;
    for (View view : threads) {
      String name = view.thread().name();
      int digits = name.length();
      while (digits > 0 && Character.isDigit(name.charAt(digits - 1))) {
        digits--;
      }
      // A number with a time in it is no counter.
      int length = name.length() - digits;
      if (length > 0 && length < 9) {
        largest = Math.max(largest, HeaderLine.whole(name.substring(digits)));
      }
    }
    return largest;
  }

  private static Claim proved(String line, View example, int gone) {
    return claim(
        line,
        Certainty.PROVED,
        "A new thread for each task: %s of this line ended within seconds, such as %s"
            .formatted(Figures.plural(gone, "thread"), example.thread().label()),
        new Evidence()
            .put("ended", gone)
            .put("pattern", example.pool())
            .put("factory", factory(example)),
        gone);
  }

  private static Claim likely(String line, List<View> threads) {
    View example = threads.get(0);
    long number = number(threads);
    return claim(
        line,
        Certainty.LIKELY,
        "A new thread for each task: %s are alive, all younger than %s, and their numbers go up to %s"
            .formatted(
                Figures.plural(threads.size(), "thread"),
                Figures.time(YOUNG_SECONDS),
                Figures.number(number)),
        new Evidence()
            .put("alive", threads.size())
            .put("highestNumber", number)
            .put("pattern", example.pool())
            .put("factory", factory(example)),
        threads.size());
  }

  private static String factory(View view) {
    return view.runs().contains(FutureKind.COMPLETABLE_FUTURE)
        ? "CompletableFuture.ThreadPerTaskExecutor"
        : "new Thread";
  }

  private static Claim claim(
      String line, Certainty certainty, String title, Evidence evidence, int count) {
    return new Claim(
        "thread-per-task",
        line,
        Severity.WARNING,
        certainty,
        line,
        title,
        evidence,
        count,
        Map.of("minEnded", (double) ENOUGH, "maxAgeSeconds", YOUNG_SECONDS),
        "Give the tasks a pool. CompletableFuture starts a thread for each where the common pool"
            + " has a parallelism of 1 (two processors or fewer, before Java 25): pass an executor.");
  }
}
