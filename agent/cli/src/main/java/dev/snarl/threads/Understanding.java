package dev.snarl.threads;

import dev.snarl.stacks.Blocked;
import dev.snarl.stacks.Frames;
import dev.snarl.stacks.QueueMethods;
import dev.snarl.stacks.StackSite;
import dev.snarl.stacks.Wrappers;
import dev.snarl.text.Text;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Determines what the threads of a dump were doing, by the same rules for sites as the agent. When
 * in doubt a thread is idle, which never causes a finding.
 */
public final class Understanding {
  private static final Set<String> FOR_WORK = Set.of("getTask", "awaitWork", "idleJobPoll");
  private static final List<String> SERVERS =
      List.of(
          "org.apache.tomcat.",
          "org.apache.catalina.",
          "org.eclipse.jetty.",
          "io.undertow.",
          "jakarta.servlet.",
          "javax.servlet.",
          "sun.net.httpserver.",
          "io.grpc.internal.");
  private static final int LONGEST_POOL = 120;

  private final Frames frames;

  /** A dump has only names: none is known to be one. */
  private final Wrappers wrappers = new Wrappers();

  public Understanding(Frames frames) {
    this.frames = frames;
  }

  List<View> of(ThreadDump dump) {
    List<View> views = new ArrayList<>(dump.threads().size());
    for (DumpedThread thread : dump.threads()) {
      views.add(of(thread, false));
    }
    return views;
  }

  /**
   * What a thread was doing.
   *
   * @param inKernel whether it is known to be blocked in a call of the system although its state
   *     does not say so
   */
  public View of(DumpedThread thread, boolean inKernel) {
    List<StackTraceElement> stack = thread.stack();
    StackTraceElement[] frame = stack.toArray(new StackTraceElement[0]);
    StackSite site = StackSite.in(frame, frames, wrappers);
    List<StackTraceElement> above =
        stack.subList(0, site == null ? frame.length : stack.indexOf(site.frame()));
    Set<FutureKind> runs = FutureKind.running(stack);
    boolean worker = worker(stack);
    FutureKind awaits = waiting(thread) ? FutureKind.awaited(above) : null;
    Thread.State state = Objects.requireNonNullElse(thread.state(), Thread.State.RUNNABLE);
    String blockedIn =
        inKernel && frame.length > 0
            ? Blocked.entry(frame)
            : Objects.requireNonNullElse(Blocked.in(frame, state), "");
    Doing doing =
        doing(thread, above, site, awaits, !blockedIn.isEmpty(), !runs.isEmpty() || worker);
    return new View(
        thread,
        doing,
        site,
        doing.blocked() ? blockedIn : "",
        doing == Doing.FUTURE ? awaits : null,
        FutureKind.batch(above),
        runs,
        worker,
        entry(stack),
        pool(thread.name()),
        thread.container().isEmpty() ? counter(thread.name()) : thread.container());
  }

  private static boolean waiting(DumpedThread thread) {
    return thread.state() == Thread.State.WAITING || thread.state() == Thread.State.TIMED_WAITING;
  }

  private static Doing doing(
      DumpedThread thread,
      List<StackTraceElement> above,
      @Nullable StackSite site,
      @Nullable FutureKind awaits,
      boolean blocked,
      boolean task) {
    if (thread.stack().isEmpty()) {
      return Doing.JVM;
    }
    boolean own = site != null && site.application();
    if (site == null || forWork(above) || !(own || task)) {
      return locked(thread, above) && own ? Doing.LOCK : Doing.IDLE;
    }
    if (locked(thread, above)) {
      return Doing.LOCK;
    }
    if (!blocked) {
      return Doing.RUNNING;
    }
    if (awaits != null) {
      return Doing.FUTURE;
    }
    if (thread.state() == Thread.State.RUNNABLE || waitsForProcess(above)) {
      return Doing.IO;
    }
    if (!own) {
      // A library's own thread.
      return Doing.IDLE;
    }
    return sleeping(above) ? Doing.SLEEP : Doing.WAITING;
  }

  /** In its pool's queue, in its own queue, in accept, or at a selector. */
  private static boolean forWork(List<StackTraceElement> above) {
    for (StackTraceElement frame : above) {
      String type = frame.getClassName();
      String method = frame.getMethodName();
      boolean queue =
          type.startsWith("java.util.concurrent.")
              && (type.endsWith("Queue") || type.endsWith("Deque"))
              && QueueMethods.AWAIT.contains(method);
      boolean selector = type.startsWith("sun.nio.ch.") && type.contains("Selector");
      boolean poll =
          type.startsWith("sun.nio.ch.") && method.toLowerCase(Locale.ROOT).endsWith("wait");
      boolean door =
          network(type)
              && (method.startsWith("accept")
                  || method.endsWith("Accept")
                  || method.equals("waitForNewConnection"));
      boolean reference = type.startsWith("java.lang.ref.ReferenceQueue");
      if (queue || selector || poll || door || reference || FOR_WORK.contains(method)) {
        return true;
      }
    }
    return false;
  }

  private static boolean network(String type) {
    return type.startsWith("java.net.") || type.startsWith("sun.nio.ch.");
  }

  private static boolean locked(DumpedThread thread, List<StackTraceElement> above) {
    if (thread.state() == Thread.State.BLOCKED
        || (thread.blocker() != null && thread.blocker().lock())) {
      return true;
    }
    for (StackTraceElement frame : above) {
      String type = frame.getClassName();
      if (type.startsWith("java.util.concurrent.locks.")
          && !type.contains("Condition")
          && (type.contains("Reentrant") || type.contains("StampedLock"))
          && waiting(thread)) {
        return true;
      }
    }
    return false;
  }

  private static boolean sleeping(List<StackTraceElement> above) {
    return !above.isEmpty()
        && above.stream()
            .anyMatch(
                frame ->
                    frame.getClassName().equals("java.lang.Thread")
                        && frame.getMethodName().startsWith("sleep"));
  }

  private static boolean waitsForProcess(List<StackTraceElement> above) {
    return above.stream()
        .anyMatch(
            frame ->
                frame.getMethodName().startsWith("waitFor")
                    && (frame.getClassName().equals("java.lang.Process")
                        || frame.getClassName().equals("java.lang.ProcessImpl")
                        || frame.getClassName().equals("java.lang.UNIXProcess")));
  }

  private static boolean worker(List<StackTraceElement> stack) {
    for (StackTraceElement frame : stack) {
      String type = frame.getClassName();
      boolean runs = frame.getMethodName().equals("runWorker");
      if ((runs && type.endsWith("ThreadPoolExecutor"))
          || type.equals("java.util.concurrent.ForkJoinWorkerThread")
          || type.startsWith("kotlinx.coroutines.scheduling.CoroutineScheduler$Worker")
          || type.equals("org.eclipse.jetty.util.thread.QueuedThreadPool$Runner")) {
        return true;
      }
    }
    return false;
  }

  /** Whether it serves a request, so that its work is repeated. */
  static boolean request(View view) {
    for (StackTraceElement frame : view.stack()) {
      for (String server : SERVERS) {
        if (frame.getClassName().startsWith(server)) {
          return true;
        }
      }
    }
    return false;
  }

  /** Where the work began: the outermost frame of the application, otherwise of a library. */
  private @Nullable StackTraceElement entry(List<StackTraceElement> stack) {
    StackTraceElement library = null;
    for (int i = stack.size() - 1; i >= 0; i--) {
      StackTraceElement frame = stack.get(i);
      if (frames.application(frame.getClassName())) {
        return frame;
      }
      if (library == null && !Frames.jdk(frame.getClassName())) {
        library = frame;
      }
    }
    return library;
  }

  /** As in findings: {@link Text#folded}. */
  private static String pool(String name) {
    return Text.oneLine(Text.folded(plain(name), LONGEST_POOL), LONGEST_POOL);
  }

  /** Only the last number is the thread's; those before distinguish pools. */
  static String counter(String name) {
    String plain = plain(name);
    int end = plain.length();
    while (end > 0 && !digit(plain.charAt(end - 1))) {
      end--;
    }
    int begin = end;
    while (begin > 0 && digit(plain.charAt(begin - 1))) {
      begin--;
    }
    return begin == end ? plain : plain.substring(0, begin) + '#' + plain.substring(end);
  }

  /** In debug mode a coroutine's name is appended to its thread's. */
  private static String plain(String name) {
    int coroutine = name.indexOf(" @");
    return coroutine > 0 ? name.substring(0, coroutine) : name;
  }

  private static boolean digit(char c) {
    return c >= '0' && c <= '9';
  }
}
