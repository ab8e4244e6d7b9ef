package dev.snarl.observe;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the observer remembers of one executor from look to look. Its thread only. */
final class PoolNotes {
  @Nullable String name;
  boolean nameIsFinal;
  int size;
  int active;
  long completed;
  Thread[] threads = new Thread[0];
  List<Long> threadIds = List.of();
  boolean[] busy = new boolean[0];
  long saturatedSince;
  long progressAt;
  long idleSince;
  int fed;
  int returns;
  @Nullable Object oldestTask;
  long oldestSince;
  long waitingSince;
  long taskBytes = -1;
  long measuredAt;
  long onCpu;
  long blocked;
  final PoolInput input = new PoolInput();
  final Map<String, long[]> blockedIn = new HashMap<>();
  int nextSample;

  /** Of everything that is the application's. */
  void letGo() {
    threads = new Thread[0];
    busy = new boolean[0];
    oldestTask = null;
  }
}
