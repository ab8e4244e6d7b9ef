import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;

/** What an application observes of a blocking wait, one line each: the same with the agent. */
final class Waits {
  interface Blocking {
    /** Waits in the way of a library for what completes this. */
    Object get(CompletableFuture<Object> source) throws Throwable;
  }

  private final Blocking blocking;

  private Waits(Blocking blocking) {
    this.blocking = blocking;
  }

  static void check(String name, Blocking blocking) throws Exception {
    Waits waits = new Waits(blocking);
    for (int i = 0; i < 3; i++) {
      System.out.println(name + " completed: " + waits.outcome(CompletableFuture.completedFuture("early")));
      waits.later(name + " later", source -> source.complete("late"));
      waits.later(name + " fails", source -> source.completeExceptionally(new IllegalStateException("boom")));
      waits.later(name + " interrupted", null);
    }
  }

  private interface End {
    void of(CompletableFuture<Object> source);
  }

  /** The other thread ends the wait once it goes on: null interrupts it. */
  private void later(String name, End end) throws Exception {
    CompletableFuture<Object> source = new CompletableFuture<>();
    List<String> order = new ArrayList<>();
    Thread waiter =
        new Thread(
            () -> {
              order.add(outcome(source));
              order.add("interrupted " + Thread.interrupted());
            });
    waiter.start();
    System.out.println(name + " waits in " + parked(waiter));
    if (end == null) {
      waiter.interrupt();
    } else {
      end.of(source);
    }
    waiter.join(10_000);
    System.out.println(name + ": " + order + " alive " + waiter.isAlive());
  }

  /** Its stack once that is the same at some looks in a row. */
  private static List<String> parked(Thread thread) {
    List<String> before = List.of();
    for (int same = 0; same < 20; ) {
      LockSupport.parkNanos(5_000_000);
      List<String> now = thread.getState() == Thread.State.WAITING ? frames(thread.getStackTrace()) : List.of();
      same = now.isEmpty() || !now.equals(before) ? 0 : same + 1;
      before = now;
    }
    return before;
  }

  private String outcome(CompletableFuture<Object> source) {
    try {
      return "got " + blocking.get(source);
    } catch (Throwable thrown) {
      StringBuilder said = new StringBuilder();
      for (Throwable each = thrown; each != null; each = each.getCause()) {
        said.append(each.getClass().getName()).append(": ").append(each.getMessage()).append(" at ").append(frames(each.getStackTrace())).append("; ");
      }
      return said.append(thrown.getSuppressed().length).append(" suppressed").toString();
    }
  }

  /** Hidden classes have another name each time. */
  private static List<String> frames(StackTraceElement[] stack) {
    List<String> frames = new ArrayList<>();
    for (StackTraceElement frame : stack) {
      frames.add((frame.getClassName() + '.' + frame.getMethodName()).replaceAll("\\$\\$Lambda.*", "Lambda"));
    }
    return frames;
  }
}
