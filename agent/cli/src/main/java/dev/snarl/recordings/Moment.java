package dev.snarl.recordings;

import dev.snarl.snapshot.Certainty;
import dev.snarl.snapshot.Doing;
import dev.snarl.snapshot.Need;
import dev.snarl.snapshot.ThreadRef;
import dev.snarl.snapshot.Wait;
import dev.snarl.threads.View;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The waits of one moment, one of each thread, and for whom they are. Who held a monitor stands in
 * the event of a waiter, which ended after the holder's own wait for it: such chains have no
 * circle.
 *
 * @param at nanoseconds since 1970
 */
record Moment(long at, Map<Long, Interval> waits) {
  /** How deep waiters for a monitor stand behind one another. */
  private static final int DEEPEST = 64;

  /** Of two waits of a thread, one is inside the other. */
  static Moment of(long at, List<Interval> open) {
    Map<Long, Interval> waits = new HashMap<>();
    for (Interval wait : open) {
      waits.merge(wait.thread(), wait, (a, b) -> a.from() >= b.from() ? a : b);
    }
    return new Moment(at, waits);
  }

  List<View> views() {
    return waits.values().stream().map(Interval::view).toList();
  }

  /** What a thread was blocked in; null if it waited for nothing that was recorded. */
  @Nullable Interval of(long thread) {
    return waits.get(thread);
  }

  /** The thread that holds the monitor for which this one waits; -1 unknown. */
  long holder(Interval waiter) {
    Interval at = waiter;
    for (int i = 0; i < DEEPEST; i++) {
      long owner = at.kind() == Interval.Kind.ENTER ? at.other() : -1;
      Interval next = owner < 0 ? null : waits.get(owner);
      if (next == null
          || next.kind() != Interval.Kind.ENTER
          || !next.target().equals(at.target())) {
        return owner;
      }
      at = next;
    }
    return -1;
  }

  /** What a thread was seen doing; null if nothing tells. */
  @Nullable Doing doing(long thread) {
    Interval wait = waits.get(thread);
    return wait == null ? null : doing(wait);
  }

  static Doing doing(Interval wait) {
    return new Doing(wait.view().blockedIn(), wait.view().siteText(), wait.input());
  }

  /** Waits for other threads, in the model's form. */
  List<Wait> needs(Map<Long, Long> workers, Threads threads, Groups groups) {
    List<Wait> needs = new ArrayList<>();
    for (Interval wait : waits.values()) {
      if (!threads.counts(wait)) {
        continue;
      }
      Need need = need(wait, workers, threads);
      if (need != null) {
        View view = wait.view();
        boolean monitor = wait.kind() == Interval.Kind.ENTER;
        needs.add(
            new Wait(
                needs.size(),
                groups.ref(wait),
                view.siteText(),
                monitor ? wait.target() : view.call(),
                wait.target(),
                view.timed(),
                at - wait.from(),
                need));
      }
    }
    return needs;
  }

  private @Nullable Need need(Interval wait, Map<Long, Long> workers, Threads threads) {
    Long worker = workers.get(wait.thread());
    if (worker != null) {
      return new Need.Running(
          wait.target(), ref(worker, threads), doing(worker), Certainty.LIKELY, null);
    }
    return switch (wait.view().doing()) {
      case FUTURE ->
          new Need.Unknown(
              wait.view().awaits() != null && wait.view().awaits().completedByPeer(), false);
      case LOCK -> {
        long owner = holder(wait);
        yield owner < 0
            ? null
            : new Need.Held(
                wait.target(), ref(owner, threads), Need.How.HELD, Certainty.LIKELY, doing(owner));
      }
      case WAITING -> {
        boolean named = wait.kind() == Interval.Kind.WAIT && wait.other() >= 0;
        yield named
            ? new Need.Running(
                wait.target(),
                ref(wait.other(), threads),
                doing(wait.other()),
                Certainty.LIKELY,
                null)
            : null;
      }
      default -> null;
    };
  }

  private static ThreadRef ref(long thread, Threads threads) {
    View view = threads.last(thread);
    return view == null
        ? new ThreadRef(thread, "#" + thread, threads.group(thread), null)
        : new ThreadRef(thread, view.thread().label(), view.pool(), null);
  }
}
