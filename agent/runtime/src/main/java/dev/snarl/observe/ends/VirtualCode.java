package dev.snarl.observe.ends;

import dev.snarl.observe.code.InnerTasks;
import dev.snarl.observe.code.Rest;
import dev.snarl.observe.code.TaskCode;
import dev.snarl.observe.code.TaskCodes;
import dev.snarl.observe.live.VirtualLens;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.SnarlLens;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What the virtual threads may do that run, or wait with a time-out, by the code of their tasks.
 * Where a task has come to is not asked: a running one's stack must not be read (see {@code
 * Looks}). The observer's thread only.
 */
final class VirtualCode {

  /** What a virtual thread does that goes on by itself. */
  private static final Set<Integer> ACT =
      Set.of(VirtualLens.ELSE, VirtualLens.PARKED_TIMED, VirtualLens.IN_OBJECT_TIMED);

  private final Predicate<Consumer<Thread>> threads;
  private final TaskCodes codes;

  /**
   * Of these threads.
   *
   * @param threads tells its argument all virtual threads; returns false if some were left out
   */
  VirtualCode(Predicate<Consumer<Thread>> threads, TaskCodes codes) {
    this.threads = threads;
    this.codes = codes;
  }

  /** One for each kind of task; null where a class file has to be read first. */
  @Nullable List<Rest> all() {
    IdentityHashMap<Class<?>, Boolean> kinds = new IdentityHashMap<>();
    boolean seenAll = threads.test(thread -> add(thread, kinds));
    List<Rest> rests = new ArrayList<>();
    for (Class<?> kind : kinds.keySet()) {
      TaskCode code = codes.read(kind);
      if (code == null) {
        return null;
      }
      rests.add(new Rest(code, entries(kind)));
    }
    if (!seenAll) {
      rests.add(Rest.ANY);
    }
    return rests;
  }

  private static void add(Thread thread, IdentityHashMap<Class<?>, Boolean> kinds) {
    boolean acts = ACT.contains(VirtualLens.doing(thread));
    Object task = acts ? VirtualLens.task(thread) : null;
    if (task != null) {
      kinds.put(InnerTasks.innermost(task).getClass(), true);
    }
  }

  private static Set<String> entries(Class<?> kind) {
    String method = SnarlLens.methodOf(kind);
    return method == null
        ? Set.of(kind.getName() + ".run", kind.getName() + ".call")
        : Set.of(method);
  }
}
