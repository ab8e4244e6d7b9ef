package dev.snarl.threads;

import java.lang.Thread.State;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A thread whose lines are being read. */
final class Draft {
  String name = "";
  long id = -1;
  String mark = "";
  boolean virtual;
  @Nullable State state;
  double cpuSeconds = Double.NaN;
  double elapsedSeconds = Double.NaN;
  final List<StackTraceElement> stack = new ArrayList<>();
  @Nullable Blocker blocker;
  final List<Held> held = new ArrayList<>();
  String container = "";
  boolean damaged;

  /**
   * Whether it is a thread of the JVM itself rather than of Java: it has neither a number nor a
   * state.
   */
  boolean internal() {
    return id < 0 && state == null && stack.isEmpty();
  }

  void state(String word) {
    for (State each : State.values()) {
      if (each.name().equals(word)) {
        state = each;
      }
    }
  }

  /** The first one: entries further down the stack are older. */
  void blocker(Blocker found) {
    blocker = blocker == null ? found : blocker;
  }

  DumpedThread thread(Intake intake) {
    Blocker on = blocker;
    @Nullable State was = state == null ? guessedState() : state;
    if (on != null && on.how() == Blocker.How.WAIT && was == State.BLOCKED) {
      // Notified and re-entering the monitor; HotSpot of Java 8 has no other form for it.
      on = Blocker.of(Blocker.How.ENTER, on.id(), on.type());
    }
    List<StackTraceElement> frames = intake.stack(stack);
    if (!frames.isEmpty()) {
      StackTraceElement last = frames.get(frames.size() - 1);
      virtual |= last.getClassName().startsWith("java.lang.VirtualThread") || continuation(last);
    }
    return new DumpedThread(
        intake.text(Intake.name(name)),
        id,
        intake.text(Intake.name(mark)),
        virtual,
        was,
        cpuSeconds,
        elapsedSeconds,
        frames,
        on,
        on == null && inObjectWait(frames) ? List.of() : Intake.really(held, on),
        intake.text(Intake.name(container)),
        damaged);
  }

  /**
   * Such a thread has given back the monitor that it waits on. Where the dump does not say which
   * one that is, none of those that it lists as owned is believed.
   */
  private static boolean inObjectWait(List<StackTraceElement> frames) {
    return !frames.isEmpty()
        && frames.get(0).getClassName().equals("java.lang.Object")
        && frames.get(0).getMethodName().startsWith("wait");
  }

  private static boolean continuation(StackTraceElement last) {
    return last.getClassName().equals("jdk.internal.vm.Continuation")
        && last.getMethodName().startsWith("enter");
  }

  /** JSON dumps before Java 25 have no states; the top of the stack shows a wait. */
  private @Nullable State guessedState() {
    if (stack.isEmpty()) {
      return null;
    }
    String type = stack.get(0).getClassName();
    String method = stack.get(0).getMethodName();
    if (type.equals("java.lang.Object") && method.startsWith("wait")) {
      return State.WAITING;
    }
    if (type.equals("java.lang.Thread") && method.toLowerCase(Locale.ROOT).startsWith("sleep")) {
      return State.TIMED_WAITING;
    }
    boolean virtualPark = type.equals("java.lang.VirtualThread") && method.startsWith("park");
    if (virtualPark || (type.endsWith("misc.Unsafe") && method.equals("park"))) {
      return timedPark() ? State.TIMED_WAITING : State.WAITING;
    }
    return State.RUNNABLE;
  }

  private boolean timedPark() {
    for (StackTraceElement frame : stack.subList(0, Math.min(3, stack.size()))) {
      String method = frame.getMethodName();
      if (method.equals("parkNanos") || method.equals("parkUntil")) {
        return true;
      }
    }
    return false;
  }
}
