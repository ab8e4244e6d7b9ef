package dev.snarl.observe.ends;

import dev.snarl.observe.code.InnerTasks;
import dev.snarl.observe.code.LaterCalls;
import dev.snarl.observe.code.LaterCalls.Skipped;
import dev.snarl.observe.code.LineCalls;
import dev.snarl.observe.code.Receivers;
import dev.snarl.observe.code.Receivers.Receiver;
import dev.snarl.observe.ends.Failures.Failure;
import dev.snarl.observe.sites.Sites;
import java.lang.ref.WeakReference;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Waits that a task would have ended, had it not thrown: it holds the latch, barrier, phaser or
 * future, and its code would have counted it down, arrived or completed it on a later line. The
 * observer's thread only.
 */
final class SkippedWakes {
  private static final int MOST = 64;
  private static final int UNREAD = 16;
  private static final int FRAMES = 16;

  /**
   * A wait that nobody will end, as it seems.
   *
   * @param at what its threads are parked at
   * @param type of what it would have been called on
   * @param group the thread's, with digits folded
   * @param in the method that would have ended it, as stacks name it
   * @param call what it would have called, and where
   */
  record Skip(
      WeakReference<Object> at,
      String type,
      Failure failure,
      String thread,
      String group,
      String in,
      String call) {}

  /**
   * A task that threw.
   *
   * @param work what the application gave to an executor or a thread
   * @param stack of the exception
   */
  record Thrown(
      Object work, List<StackTraceElement> stack, Failure failure, String thread, String group) {}

  private final LineCalls<List<Skipped>> lines = new LineCalls<>(LaterCalls::of, List.of());
  private final Receivers receivers = new Receivers();
  private final Deque<Thrown> unread = new ArrayDeque<>();
  private final Deque<Skip> skips = new ArrayDeque<>();

  void add(Thrown thrown) {
    if (unread.size() == UNREAD) {
      unread.removeFirst();
    }
    unread.addLast(thrown);
  }

  void tick() {
    skips.removeIf(skip -> skip.at.refersTo(null));
    while (!unread.isEmpty() && read(unread.getFirst())) {
      unread.removeFirst();
    }
  }

  /** What a task would have ended that threads wait for at this; null if none is known. */
  @Nullable Skip of(Object parkedAt) {
    for (Skip skip : skips) {
      if (skip.at.refersTo(parkedAt)) {
        return skip;
      }
    }
    return null;
  }

  /** Returns false where a class file has to be read first, and none may be now. */
  private boolean read(Thrown thrown) {
    Object work = InnerTasks.innermost(thrown.work);
    Class<?> type = work.getClass();
    if (type.getClassLoader() == null) {
      return true;
    }
    List<StackTraceElement> stack = thrown.stack;
    for (int i = 0; i < Math.min(stack.size(), FRAMES); i++) {
      if (!Sites.jdk(stack.get(i).getClassName())) {
        List<Skipped> skipped = lines.at(type, stack, i);
        if (skipped == null) {
          return false;
        }
        for (Skipped each : skipped) {
          Receiver on = receivers.of(work, stack, i, each);
          if (receivers.unread()) {
            return false;
          }
          if (on != null) {
            keep(thrown, on.object(), stack.get(i), each);
          }
        }
      }
    }
    return true;
  }

  private void keep(Thrown thrown, Object on, StackTraceElement frame, Skipped skipped) {
    Object at = Receivers.parkedAt(on, skipped.type());
    if (at == null || of(at) != null) {
      return;
    }
    if (skips.size() == MOST) {
      skips.removeFirst();
    }
    String type = skipped.type().substring(skipped.type().lastIndexOf('.') + 1);
    StackTraceElement call =
        new StackTraceElement(
            frame.getClassName(), frame.getMethodName(), frame.getFileName(), skipped.line());
    skips.addLast(
        new Skip(
            new WeakReference<>(at),
            skipped.type(),
            thrown.failure,
            thrown.thread,
            thrown.group,
            Receivers.in(frame),
            type + '.' + skipped.call() + "() at " + call));
  }
}
