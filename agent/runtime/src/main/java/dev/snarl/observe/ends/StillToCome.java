package dev.snarl.observe.ends;

import dev.snarl.observe.code.CallsBack;
import dev.snarl.observe.code.InnerTasks;
import dev.snarl.observe.code.LaterCalls;
import dev.snarl.observe.code.LaterCalls.Skipped;
import dev.snarl.observe.code.LineCalls;
import dev.snarl.observe.code.Receivers;
import dev.snarl.observe.code.Receivers.Receiver;
import dev.snarl.observe.code.TaskCode;
import dev.snarl.observe.code.TaskCode.Touch;
import dev.snarl.observe.code.TaskCodes;
import dev.snarl.observe.code.TaskContents;
import dev.snarl.observe.code.ThreadWork;
import dev.snarl.observe.live.JdkCalls;
import dev.snarl.observe.sites.Sites;
import dev.snarl.observe.sites.ThreadLook.Seen;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Whether a thread will end a wait by the code that is still to come of the methods on its stack.
 * Reads class files and fields. The observer's thread only.
 */
final class StillToCome {

  /** Whether it ends it, as far as its code shows. */
  enum Ends {
    YES,
    NO,
    UNCLEAR,
    /** A class file is to be read first. */
    UNREAD
  }

  /**
   * A wait.
   *
   * @param at what the thread is parked at; the future that it waits for
   * @param work that it runs; null if none is known
   * @param calls the methods that end it
   */
  record Awaited(Object at, @Nullable Object work, Set<String> calls) {}

  /**
   * A call that ends a wait.
   *
   * @param index of its method on the stack
   */
  private record Later(int index, Skipped call) {}

  /** JDK threads that run nothing of the application's but what is in a queue of tasks. */
  private static final List<String> HARMLESS =
      List.of(
          "java.util.concurrent.ThreadPoolExecutor.getTask",
          "java.util.concurrent.ForkJoinPool.awaitWork",
          "java.lang.VirtualThread.takeVirtualThreadListToUnblock",
          "sun.nio.ch.Poller.",
          "java.lang.ref.",
          "jdk.jfr.internal.PlatformRecorder."); // and no stream, which has handlers

  /** What may end any wait. */
  private static final Set<String> ANY =
      Set.of("interrupt", "shutdownNow", "cancel", TaskCode.HANDS_OVER);

  private final Sites sites;
  private final LineCalls<List<Skipped>> ends = new LineCalls<>(LaterCalls::ends, List.of());
  private final TaskCodes codes;
  private final Receivers receivers = new Receivers();

  StillToCome(Sites sites, TaskCodes codes) {
    this.sites = sites;
    this.codes = codes;
  }

  /**
   * By the methods of the application that are on the stack, and not by those that they call.
   *
   * @param near a class whose loader has theirs
   */
  Ends directly(Seen seen, Class<?> near, Awaited awaited) {
    List<Later> calls = calls(seen, near);
    return calls == null ? Ends.UNREAD : directly(seen, calls, awaited);
  }

  private Ends directly(Seen seen, List<Later> calls, Awaited awaited) {
    Ends found = Ends.NO;
    for (Later each : calls) {
      if (awaited.calls.contains(name(each.call))) {
        Ends by = by(seen.thread, List.of(seen.stack), each.index, each.call, awaited);
        if (by == Ends.YES || by == Ends.UNREAD) {
          return by;
        }
        found = by == Ends.UNCLEAR ? by : found;
      }
    }
    return found;
  }

  /** The calls that end waits, by the application's methods; null where a file is to be read. */
  private @Nullable List<Later> calls(Seen seen, Class<?> near) {
    List<Later> calls = new ArrayList<>();
    List<StackTraceElement> stack = List.of(seen.stack);
    for (int i = 0; i < stack.size(); i++) {
      if (sites.application(stack.get(i).getClassName())) {
        List<Skipped> read = ends.at(near, stack, i);
        if (read == null) {
          return null;
        }
        for (Skipped call : read) {
          calls.add(new Later(i, call));
        }
      }
    }
    return calls;
  }

  private static String name(Skipped call) {
    boolean arrives = call.type().endsWith("CyclicBarrier") && call.call().equals("await");
    return arrives ? TaskCode.ARRIVES : call.call();
  }

  private Ends by(
      Thread thread, List<StackTraceElement> stack, int index, Skipped call, Awaited awaited) {
    Object work = ThreadWork.of(thread);
    Receiver found = work == null ? null : receivers.of(work, stack, index, call);
    if (work != null && receivers.unread()) {
      return Ends.UNREAD;
    }
    Object other = awaited.work;
    Touch touch = call.on();
    if (found == null && touch != null && touch.fixed() && other != null) {
      Object constant = TaskContents.constant(other.getClass(), touch);
      found = constant == null ? null : new Receiver(constant, true);
    }
    if (found != null) {
      Ends ends = same(found.object(), call.type(), awaited);
      return ends == Ends.NO && !found.exact() ? Ends.UNCLEAR : ends;
    }
    if (other == null) {
      return Ends.UNCLEAR;
    }
    if (touch != null) {
      Object on = touch.fixed() ? null : receivers.behind(other, touch);
      return same(on, call.type(), awaited) == Ends.YES ? Ends.YES : Ends.UNCLEAR;
    }
    Object given = receivers.of(other, call.given());
    boolean its = given != null && receivers.has(given, call.type(), awaited.at);
    return its ? Ends.YES : Ends.UNCLEAR;
  }

  /** Where another future is completed, this one may be too that depends on it. */
  @SuppressWarnings("ReferenceEquality") // they are identities
  private static Ends same(@Nullable Object on, String type, Awaited awaited) {
    if (on != null && Receivers.parkedAt(on, type) == awaited.at) {
      return Ends.YES;
    }
    return on != null && ThreadWork.hasStages(on) ? Ends.UNCLEAR : Ends.NO;
  }

  /**
   * By all that may still be called.
   *
   * @param near a class whose loader has theirs
   */
  Ends at(Seen seen, Class<?> near, Awaited awaited) {
    if (ofJdk(seen.stack)) {
      return harmless(seen) ? Ends.NO : Ends.UNCLEAR;
    }
    if (CallsBack.any(seen.stack)) {
      return Ends.UNCLEAR;
    }
    List<Later> calls = calls(seen, near);
    Ends direct = calls == null ? Ends.UNREAD : directly(seen, calls, awaited);
    TaskCode rest = codes.rest(near, List.of(seen.stack));
    if (calls == null || direct == Ends.UNREAD || rest == null) {
      return Ends.UNREAD;
    }
    boolean any = !Collections.disjoint(rest.calls().keySet(), ANY);
    if (!rest.complete() || any || direct == Ends.UNCLEAR || ThreadWork.goesOn(seen.thread)) {
      return Ends.UNCLEAR;
    }
    if (direct == Ends.YES) {
      return direct;
    }
    if (!TaskCode.ends(awaited.at).equals(TaskCode.FUTURE) && completes(seen, calls, rest)) {
      return Ends.UNCLEAR;
    }
    Set<String> in = called(rest, awaited.calls, seen);
    return in.isEmpty() ? Ends.NO : behind(seen.thread, in, rest.touches(), awaited);
  }

  /** The methods, but for those on the stack, that make such a call. */
  private Set<String> called(TaskCode rest, Set<String> calls, Seen seen) {
    Set<String> in = new HashSet<>();
    calls.forEach(call -> in.addAll(rest.calls().getOrDefault(call, Set.of())));
    for (StackTraceElement frame : seen.stack) {
      if (sites.application(frame.getClassName())) {
        in.remove(Receivers.in(frame));
      }
    }
    return in;
  }

  /** Whether it may complete a future on which others depend: what they run may do anything. */
  private boolean completes(Seen seen, List<Later> calls, TaskCode rest) {
    if (!called(rest, TaskCode.FUTURE, seen).isEmpty()) {
      return true;
    }
    Object work = ThreadWork.of(seen.thread);
    for (Later each : calls) {
      if (TaskCode.FUTURE.contains(each.call.call())) {
        Receiver on =
            work == null ? null : receivers.of(work, List.of(seen.stack), each.index, each.call);
        if (on == null || !on.exact() || ThreadWork.hasStages(on.object())) {
          return true;
        }
      }
    }
    return false;
  }

  /** By a task that is in a queue. */
  Ends queued(Object task, Awaited awaited) {
    Class<?> type = InnerTasks.innermost(task).getClass();
    if (type.getClassLoader() == null || ThreadWork.goesOn(task)) {
      return Ends.UNCLEAR;
    }
    TaskCode all = codes.read(type);
    if (all == null) {
      return Ends.UNREAD;
    }
    boolean may =
        !Collections.disjoint(all.calls().keySet(), ANY)
            || !Collections.disjoint(all.calls().keySet(), awaited.calls)
            || !Collections.disjoint(all.calls().keySet(), TaskCode.FUTURE);
    return may || !all.complete() ? Ends.UNCLEAR : Ends.NO;
  }

  /** By methods that are called later, on fields. */
  @SuppressWarnings("ReferenceEquality") // they are identities
  private Ends behind(Thread thread, Collection<String> in, List<Touch> touches, Awaited awaited) {
    List<Object> works = new ArrayList<>();
    for (Object work : new Object[] {ThreadWork.of(thread), awaited.work}) {
      if (work != null) {
        works.add(work);
      }
    }
    for (Touch touch : touches) {
      if (in.contains(touch.in()) && awaited.calls.contains(touch.call())) {
        for (Object work : works) {
          Object on =
              touch.fixed()
                  ? TaskContents.constant(work.getClass(), touch)
                  : receivers.behind(work, touch);
          if (on != null && Receivers.parkedAt(on, on.getClass().getName()) == awaited.at) {
            return Ends.YES;
          }
        }
      }
    }
    return Ends.UNCLEAR;
  }

  static boolean ofJdk(StackTraceElement[] stack) {
    for (StackTraceElement frame : stack) {
      if (!Sites.jdk(frame.getClassName())) {
        return false;
      }
    }
    return true;
  }

  /** Whether a thread of which all frames are the JDK's runs nothing of the application's. */
  static boolean harmless(Seen seen) {
    if (JdkCalls.jvms(seen.thread)) {
      return !seen.thread.getName().startsWith("process reaper"); // which completes futures
    }
    if (seen.stack.length == 0) {
      return seen.thread.getName().equals("DestroyJavaVM");
    }
    for (StackTraceElement frame : seen.stack) {
      String method = frame.getClassName() + '.' + frame.getMethodName();
      if (HARMLESS.stream().anyMatch(method::startsWith)) {
        return true;
      }
    }
    return false;
  }
}
