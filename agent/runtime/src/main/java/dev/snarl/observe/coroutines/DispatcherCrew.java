package dev.snarl.observe.coroutines;

import dev.snarl.observe.live.JdkCalls;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/**
 * The threads that run the coroutines of one dispatcher, known only while a thread waits in {@code
 * runBlocking}: a dispatcher lends its threads task by task. The observer's thread only.
 */
final class DispatcherCrew {
  /** As that of an executor; never positive. */
  final long id;

  /** As the application calls it, and no other dispatcher of now. */
  final String name;

  private List<Thread> threads = new ArrayList<>();
  private Set<Thread> before = Set.of();
  private long runs;
  private long runsBefore;
  private long progressAt;

  DispatcherCrew(long id, String name) {
    this.id = id;
    this.name = name;
  }

  void begin() {
    before = Collections.newSetFromMap(new IdentityHashMap<>());
    before.addAll(threads);
    runsBefore = runs;
    threads = new ArrayList<>();
    runs = 0;
  }

  /** A thread that runs a coroutine of it, and how many it has begun to run. */
  void add(Thread thread, long begun) {
    threads.add(thread);
    runs += begun;
  }

  /** All its threads were added. */
  void end(long now) {
    boolean still =
        runs == runsBefore && threads.size() == before.size() && before.containsAll(threads);
    if (!still || progressAt == 0) {
      progressAt = now;
    }
  }

  int size() {
    return threads.size();
  }

  List<Long> threads() {
    return threads.stream().map(JdkCalls::id).toList();
  }

  /** For how long each of its threads has run the same coroutine. */
  long stuckNanos(long now) {
    return threads.isEmpty() ? 0 : now - progressAt;
  }
}
