package dev.snarl.observe.ends;

import dev.snarl.observe.code.Budget;
import dev.snarl.observe.code.HandedOn;
import dev.snarl.observe.code.InnerTasks;
import dev.snarl.observe.code.Paced;
import dev.snarl.observe.code.TaskContents;
import dev.snarl.observe.live.ClassFiles;
import dev.snarl.observe.live.JdkCalls;
import dev.snarl.observe.live.Places;
import dev.snarl.observe.locks.Monitors;
import dev.snarl.observe.pools.KnownExecutors;
import dev.snarl.observe.pools.QueuedTasks;
import dev.snarl.observe.sites.Names;
import dev.snarl.observe.sites.Sites;
import dev.snarl.snapshot.Need;
import java.lang.ref.WeakReference;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Waits that only certain tasks can end, as the code of the waiting method shows, each kind of
 * which was seen running: once no such task is left, nobody will. The observer's thread only.
 */
final class EndedTasks {
  private static final int MOST_KINDS = 256;
  private static final String WORKER = "java.util.concurrent.ThreadPoolExecutor$Worker";

  /**
   * A kind of task that was seen to have what threads wait for.
   *
   * @param near a class whose loader has its code
   */
  private record Kind(WeakReference<Class<?>> near, String group) {}

  /**
   * Who had it.
   *
   * @param kinds of all tasks that could end the wait
   * @param group of the threads that ran the first of them
   */
  record Had(List<String> kinds, String group) {

    /** The methods in which threads run them, as stacks name them. */
    List<String> methods() {
      return kinds.stream()
          .flatMap(kind -> Stream.of(kind, kind + ".run", kind + ".call"))
          .toList();
    }

    /**
     * What is gone.
     *
     * @param waitedFor null for an object of the application's
     */
    Need.Gone gone(String type, @Nullable Object waitedFor) {
      return new Need.Gone(type, group, kinds.get(0), null, null, left(waitedFor), false, null);
    }

    private static String left(@Nullable Object waitedFor) {
      if (waitedFor == null) {
        return "the wait goes on";
      }
      Object sync =
          waitedFor instanceof CountDownLatch ? Places.object(waitedFor, "sync") : waitedFor;
      int count = Places.integer(sync, "state");
      return count > 0 ? "its count is still " + count : "it is not completed";
    }
  }

  /** For looks at all tasks. */
  private final Budget budget = new Budget(1_000);

  private final AllTasks tasks;
  private final Names names;
  private final Predicate<Consumer<Thread>> virtual;
  private final Monitors monitors;
  private final TaskContents contents;
  private final Paced<Set<String>> handedOn = new Paced<>();
  private final Map<String, Kind> seen =
      new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Kind> eldest) {
          return size() > MOST_KINDS;
        }
      };

  EndedTasks(
      KnownExecutors executors,
      QueuedTasks tasks,
      TaskContents contents,
      Names names,
      Predicate<Consumer<Thread>> virtual,
      Monitors monitors) {
    this.contents = contents;
    this.virtual = virtual;
    this.monitors = monitors;
    this.tasks = new AllTasks(executors, tasks);
    this.names = names;
  }

  /** Whether threads that wait for this are known here. */
  static boolean may(@Nullable Object waitedFor) {
    String type = waitedFor == null ? "" : waitedFor.getClass().getName();
    return type.startsWith("java.util.concurrent.CountDownLatch")
        || type.equals("java.util.concurrent.CompletableFuture");
  }

  /**
   * Looks for tasks that run, do not wait for it themselves, and have what a thread waits for.
   *
   * @param all the platform threads
   */
  void tick(Thread[] all) {
    if (!budget.allows()) {
      return;
    }
    long begin = budget.begin();
    WaitedFor waitedFor = WaitedFor.byAll(all, monitors);
    if (waitedFor.any()) {
      BiConsumer<Object, Thread> look = (task, thread) -> look(task, thread, waitedFor);
      tasks.running(all, look);
      boolean unused = AllTasks.virtual(virtual, look); // of what is left out nothing is seen
    }
    budget.used(begin);
  }

  private void look(Object task, Thread thread, WaitedFor waitedFor) {
    if (isWorker(task) || waitedFor.by(thread)) {
      return;
    }
    contents.find(
        task,
        waitedFor,
        (held, kind, whole, code) -> {
          Class<?> near = InnerTasks.innermost(task).getClass();
          if (near.getClassLoader() != null) {
            String group = threads(names.group(thread.getName()));
            seen.put(TaskContents.task(kind), new Kind(new WeakReference<>(near), group));
          }
        });
  }

  /** The group of threads as it is said: virtual ones have no name as a rule. */
  static String threads(String group) {
    return group.isEmpty() ? "a virtual thread" : group;
  }

  /** Whether it is nobody's task, but the JDK's loop around tasks, or a thread without a target. */
  private static boolean isWorker(Object task) {
    return JdkCalls.jdks(task)
        && (task instanceof Thread || task.getClass().getName().equals(WORKER));
  }

  /**
   * Null unless all that could end the wait are known, and each was seen.
   *
   * @param own class of the application's object in whose method it waits to be notified; null for
   *     one of the JDK's
   * @param unread is called if code has to be read first, and may not be now
   */
  @Nullable Had of(@Nullable String own, StackTraceElement[] waiter, Runnable unread) {
    StackTraceElement called = null;
    for (StackTraceElement frame : waiter) {
      if (Sites.jdk(frame.getClassName())) {
        continue;
      }
      if (frame.getClassName().equals(own)) {
        called = frame;
        continue;
      }
      Class<?> near = (own == null) == (called == null) ? near(frame.getClassName()) : null;
      return near == null ? null : of(near, frame, called, unread);
    }
    return null;
  }

  private @Nullable Had of(
      Class<?> near, StackTraceElement frame, @Nullable StackTraceElement own, Runnable unread) {
    Set<String> all =
        handedOn.get(
            near,
            frame + " " + own,
            () -> HandedOn.of(name -> ClassFiles.read(near, name), frame, own));
    if (all == null) {
      unread.run();
    }
    return all == null || all.isEmpty() || !seen.keySet().containsAll(all)
        ? null
        : had(List.copyOf(all));
  }

  private Had had(List<String> kinds) {
    Kind first = seen.get(kinds.get(0));
    return new Had(kinds, first == null ? "" : first.group);
  }

  /** Of a kind that the class, or one inside it, is likely to have. */
  private @Nullable Class<?> near(String type) {
    for (Map.Entry<String, Kind> each : seen.entrySet()) {
      String kind = each.getKey();
      Class<?> near = each.getValue().near.get();
      if (near != null && (kind.startsWith(type + '.') || kind.startsWith(type + '$'))) {
        return near;
      }
    }
    return null;
  }
}
