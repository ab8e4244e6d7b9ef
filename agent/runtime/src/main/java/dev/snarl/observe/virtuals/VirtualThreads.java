package dev.snarl.observe.virtuals;

import dev.snarl.observe.live.VirtualLens;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.SnarlProbe;
import java.util.function.Consumer;

/**
 * Goes through the virtual threads that live, those of executors and of task scopes too, a part of
 * them each tick: a round through 2,000 or fewer takes one tick, a round through 100,000 ten
 * seconds. The observer's thread only.
 */
public final class VirtualThreads {
  private static final int EACH_TICK = 2_000;
  private static final int MOST_TICKS = 10;

  private final Deque<Iterator<?>> open = new ArrayDeque<>();
  private Iterator<?> containers = Collections.emptyIterator();

  /** A round at once; false if they are too many, and some were left out. */
  public static boolean all(List<Object> scopes, Consumer<Thread> each) {
    VirtualThreads round = new VirtualThreads();
    int ticks = 0;
    do {
      round.tick(scopes, each);
      ticks++;
    } while (!round.over() && ticks < MOST_TICKS);
    return round.over();
  }

  /** Whether the round is over. */
  public boolean over() {
    return open.isEmpty() && !containers.hasNext();
  }

  /**
   * Goes on.
   *
   * @param scopes those that platform threads have opened
   */
  public void tick(List<Object> scopes, Consumer<Thread> each) {
    if (over()) {
      scopes.forEach(scope -> open.push(VirtualLens.subtasks(scope)));
      open.push(VirtualLens.started());
      containers = VirtualLens.containers();
    }
    for (int i = 0; i < EACH_TICK; i++) {
      Iterator<?> threads = open.peek();
      if (threads == null) {
        if (!containers.hasNext()) {
          return;
        }
        open.push(VirtualLens.threads(containers.next()));
      } else if (!threads.hasNext()) {
        open.pop();
      } else if (threads.next() instanceof Thread thread) {
        // Those of an executor or a scope may be platform threads.
        if (SnarlProbe.virtual(thread)) {
          each.accept(thread);
        }
        Object scope = VirtualLens.scope(thread);
        while (scope != null) {
          open.push(VirtualLens.subtasks(scope));
          scope = VirtualLens.outer(scope);
        }
      }
    }
  }
}
