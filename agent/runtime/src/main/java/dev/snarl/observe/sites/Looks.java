package dev.snarl.observe.sites;

import dev.snarl.observe.live.JdkCalls;
import dev.snarl.observe.live.VirtualLens;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.SnarlProbe;

/**
 * The looks at threads that the parts of one tick ask for. All are taken together at the tick's
 * end, a thread that several ask for once: before JDK 19 each look stops the whole JVM, whether at
 * one thread or at many ({@code JdkCalls.stacks}). What a look found may ask for another, at whom
 * the first thread waits for: those are taken at once, and are the last. What was true of a thread
 * when it was asked for may be over by then; whoever asks checks that. At a virtual thread that may
 * have a carrier nobody looks: before JDK 26 the carrier may end while the stack is walked
 * (https://bugs.openjdk.org/browse/JDK-8361103), unless it has kept its carrier for long: a carrier
 * ends after it was idle for 30 seconds. The observer's thread only.
 */
public final class Looks {

  /** Is told what a thread was doing. */
  public interface Then {
    void seen(ThreadLook.Seen seen);
  }

  private record Asked(int thread, Then then) {}

  private record Parked(Thread thread, Then then) {}

  private static final long LONG = 500_000_000L;

  private List<Thread> threads = new ArrayList<>();
  private List<Asked> asked = new ArrayList<>();
  private final List<Parked> parked = new ArrayList<>();

  public void at(Thread thread, Then then) {
    if (!SnarlProbe.virtual(thread)) {
      asked.add(new Asked(indexOf(thread), then));
    }
  }

  /** The same, and also at a virtual one, if it is parked and has no carrier. */
  public void atAny(Thread thread, Then then) {
    if (SnarlProbe.virtual(thread)) {
      atParked(thread, 0, then);
    } else {
      at(thread, then);
    }
  }

  /** One that has been on its carrier for at least half a second. */
  public void atMounted(Thread virtual, Then then) {
    asked.add(new Asked(indexOf(virtual), then));
  }

  /**
   * One that has been parked for so long, in nanoseconds. If it has a carrier and has not been long
   * enough, nobody looks.
   */
  public void atParked(Thread virtual, long nanos, Then then) {
    if (!VirtualLens.mounted(virtual)) {
      parked.add(new Parked(virtual, then));
    } else if (nanos >= LONG) {
      atMounted(virtual, then);
    }
  }

  @SuppressWarnings("ReferenceEquality") // a thread's equals may be the application's
  private int indexOf(Thread thread) {
    for (int i = 0; i < threads.size(); i++) {
      if (threads.get(i) == thread) {
        return i;
      }
    }
    threads.add(thread);
    return threads.size() - 1;
  }

  /** Takes them, and tells those who asked, in the order in which they asked. */
  public void take() {
    try {
      for (Parked each : parked) {
        StackTraceElement[] stack = JdkCalls.parkedStack(each.thread);
        if (stack != null) {
          boolean blocked = VirtualLens.doing(each.thread) == VirtualLens.BLOCKED;
          Thread.State state = blocked ? Thread.State.BLOCKED : Thread.State.WAITING;
          each.then.seen(new ThreadLook.Seen(each.thread, stack, state));
        }
      }
      takeAsked();
      takeAsked();
    } finally {
      threads.clear();
      asked.clear();
      parked.clear();
    }
  }

  private void takeAsked() {
    if (asked.isEmpty()) {
      return;
    }
    List<Asked> all = asked;
    ThreadLook.Seen[] seen = ThreadLook.at(threads);
    asked = new ArrayList<>();
    threads = new ArrayList<>();
    for (Asked each : all) {
      each.then.seen(seen[each.thread]);
    }
  }
}
