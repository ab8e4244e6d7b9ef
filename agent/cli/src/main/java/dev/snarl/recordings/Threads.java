package dev.snarl.recordings;

import dev.snarl.recordings.Interval.Kind;
import dev.snarl.recordings.Recording.Start;
import dev.snarl.snapshot.StartSite;
import dev.snarl.stacks.Frames;
import dev.snarl.stacks.StackSite;
import dev.snarl.stacks.Wrappers;
import dev.snarl.text.Text;
import dev.snarl.threads.Blocker;
import dev.snarl.threads.Doing;
import dev.snarl.threads.DumpedThread;
import dev.snarl.threads.Understanding;
import dev.snarl.threads.View;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmc.common.IMCThread;

/**
 * The threads of a recording, understood as those of a thread dump are: a wait is judged by the
 * stack and the state that a dump would show during it.
 */
final class Threads {
  private static final int LONGEST_NAME = 200;
  private static final String HTTP_CLIENT = "jdk.internal.net.http.";

  /** A class that keeps threads for tasks by its name: all that a recording has of it. */
  private static final Pattern POOL =
      Pattern.compile(
          "(?:.*[.])?(?:\\w*(?:ForkJoinPool|EventExecutor|EventLoop\\w*|QueueExecutor)|\\w*ThreadPool\\w*)(?:[$].*)?");

  private record Key(
      long thread, String name, List<StackTraceElement> stack, Thread.State state, Kind kind) {}

  private final Frames frames;
  private final Understanding understanding;
  private final Wrappers wrappers = new Wrappers();
  private final Map<Key, View> views = new HashMap<>();
  private final Map<Long, View> names = new HashMap<>();

  /** Workers whose stack is cut off in some events show what they are in others. */
  private final Set<Long> workers = new HashSet<>();

  Threads(Frames frames) {
    this.frames = frames;
    this.understanding = new Understanding(frames);
  }

  static long id(@Nullable IMCThread thread) {
    Long id = thread == null ? null : thread.getThreadId();
    return id == null ? -1 : id;
  }

  /** The wait; null if the thread has nothing to do, or is one of the JVM's. */
  @Nullable Interval wait(
      Kind kind,
      IMCThread thread,
      List<StackTraceElement> stack,
      boolean timed,
      @Nullable Blocker blocker,
      long from,
      long to,
      String target,
      long other) {
    Thread.State state =
        kind.inKernel()
            ? Thread.State.RUNNABLE
            : kind == Kind.ENTER
                ? Thread.State.BLOCKED
                : timed ? Thread.State.TIMED_WAITING : Thread.State.WAITING;
    String name = name(thread);
    View view =
        views.computeIfAbsent(
            new Key(id(thread), name, stack, state, kind),
            key -> understanding.of(dumped(key, blocker), kind.inKernel()));
    names.put(id(thread), view);
    if (view.worker()) {
      workers.add(id(thread));
    }
    return view.doing().blocked()
        ? new Interval(kind, from, to, id(thread), view, Text.oneLine(target, LONGEST_NAME), other)
        : null;
  }

  private static DumpedThread dumped(Key key, @Nullable Blocker blocker) {
    List<StackTraceElement> stack = key.stack();
    boolean virtual =
        !stack.isEmpty()
            && (stack.get(stack.size() - 1).getClassName().startsWith("java.lang.VirtualThread")
                || stack
                    .get(stack.size() - 1)
                    .getClassName()
                    .equals("jdk.internal.vm.Continuation"));
    return new DumpedThread(
        key.name(),
        key.thread(),
        "",
        virtual,
        key.state(),
        Double.NaN,
        Double.NaN,
        stack,
        blocker,
        List.of(),
        "",
        false);
  }

  private static String name(IMCThread thread) {
    return Text.oneLine(String.valueOf(thread.getThreadName()), LONGEST_NAME);
  }

  /**
   * Whether a thread works for others, so that its waits count: a worker of a pool, or one that
   * runs a task; of others the waits that no pause is.
   */
  boolean counts(Interval wait) {
    View view = wait.view();
    Doing doing = view.doing();
    return view.platform()
        && (workers.contains(wait.thread())
            || !view.runs().isEmpty()
            || doing == Doing.FUTURE
            || doing == Doing.LOCK
            || doing == Doing.IO);
  }

  /** The folded name of a thread. */
  String group(long thread) {
    View view = names.get(thread);
    return view == null ? "a thread without a recorded wait" : view.pool();
  }

  /** How a thread was last understood; null for one without waits. */
  @Nullable View last(long thread) {
    return names.get(thread);
  }

  /** The library of a site; null for a line of the application. */
  @Nullable String library(String site) {
    return frames.libraryAt(site);
  }

  @Nullable StackSite site(List<StackTraceElement> stack) {
    return StackSite.in(stack.toArray(new StackTraceElement[0]), frames, wrappers);
  }

  Start start(IMCThread thread, long parent, List<StackTraceElement> stack, long at) {
    StackSite site = site(stack);
    int end = site == null ? stack.size() : stack.indexOf(site.frame());
    return new Start(
        id(thread),
        parent,
        at,
        Long.MAX_VALUE,
        site == null ? View.NO_SITE : site.text(),
        factory(stack.subList(0, Math.min(end + 1, stack.size()))),
        Text.folded(name(thread), LONGEST_NAME));
  }

  private static StartSite.Factory factory(List<StackTraceElement> above) {
    for (StackTraceElement frame : above) {
      switch (frame.getClassName()) {
        case "java.util.concurrent.CompletableFuture$ThreadPerTaskExecutor" -> {
          return above.stream().anyMatch(at -> at.getClassName().startsWith(HTTP_CLIENT))
              ? StartSite.Factory.HTTP_CLIENT
              : StartSite.Factory.COMPLETABLE_FUTURE;
        }
        case "java.util.concurrent.ForkJoinPool" -> {
          return StartSite.Factory.FORK_JOIN_WORKER;
        }
        case "java.util.concurrent.ThreadPoolExecutor" -> {
          return StartSite.Factory.POOL_WORKER;
        }
        case "java.util.concurrent.ThreadPerTaskExecutor" -> {
          return StartSite.Factory.THREAD_PER_TASK_EXECUTOR;
        }
        case "java.util.Timer" -> {
          return StartSite.Factory.TIMER;
        }
        default -> {
          if (POOL.matcher(frame.getClassName()).matches()) {
            return StartSite.Factory.POOL_WORKER;
          }
        }
      }
    }
    return StartSite.Factory.NEW_THREAD;
  }
}
