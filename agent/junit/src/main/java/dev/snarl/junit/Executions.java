package dev.snarl.junit;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Which tests ran when, for the last two minutes; written by the threads of the tests. */
final class Executions {
  private static final Duration KEPT = Duration.ofMinutes(2);

  private final Map<String, Execution> running = new LinkedHashMap<>();
  private final Map<Execution, Instant> ended = new LinkedHashMap<>();
  private @Nullable Instant first;

  synchronized void began(Execution execution) {
    running.put(execution.id(), execution);
    first = first == null ? execution.begin() : first;
  }

  /** What began under this id; null if nothing did. */
  synchronized @Nullable Execution ended(String id, Instant now) {
    Execution execution = running.remove(id);
    if (execution != null) {
      ended.put(execution, now);
    }
    Iterator<Instant> ends = ended.values().iterator();
    while (ends.hasNext() && ends.next().isBefore(now.minus(KEPT))) {
      ends.remove();
    }
    return execution;
  }

  /** For how long tests have run. */
  synchronized Duration since(Instant now) {
    return first == null ? Duration.ZERO : Duration.between(first, now);
  }

  /**
   * The tests that may have caused it: those that ran when its evidence became enough. A thread
   * that it names excludes the tests of other threads. Where no test ran, the classes whose set-up
   * did.
   */
  synchronized List<Execution> suspects(Tangle tangle) {
    Instant from = tangle.opened().minus(tangle.tipped());
    Set<Execution> ran = new HashSet<>();
    running.values().stream()
        .filter(execution -> !execution.begin().isAfter(tangle.opened()))
        .forEach(ran::add);
    ended.forEach(
        (execution, end) -> {
          if (!execution.begin().isAfter(tangle.opened()) && !end.isBefore(from)) {
            ran.add(execution);
          }
        });
    List<Execution> tests = new ArrayList<>(ran.stream().filter(Execution::test).toList());
    if (tests.isEmpty()) {
      return List.copyOf(ran);
    }
    if (tests.stream().anyMatch(test -> tangle.names(test.thread()))) {
      tests.removeIf(test -> !tangle.names(test.thread()));
    }
    return tests;
  }
}
