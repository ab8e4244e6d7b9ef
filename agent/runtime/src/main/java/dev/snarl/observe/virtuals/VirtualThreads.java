package dev.snarl.observe.virtuals;

import dev.snarl.observe.live.VirtualLens;
import java.util.Collections;
import java.util.Iterator;
import java.util.concurrent.SnarlProbe;
import java.util.function.Consumer;

/**
 * Goes through the virtual threads that live, those of executors too, a part of them each tick: a
 * round through 2,000 or fewer takes one tick, a round through 100,000 ten seconds. The observer's
 * thread only.
 */
public final class VirtualThreads {
  private static final int EACH_TICK = 2_000;

  private Iterator<?> threads = Collections.emptyIterator();
  private Iterator<?> containers = Collections.emptyIterator();

  public void tick(Consumer<Thread> each) {
    if (!threads.hasNext() && !containers.hasNext()) {
      threads = VirtualLens.started();
      containers = VirtualLens.containers();
    }
    for (int i = 0; i < EACH_TICK; i++) {
      if (threads.hasNext()) {
        // Those of an executor may be platform threads.
        if (threads.next() instanceof Thread thread && SnarlProbe.virtual(thread)) {
          each.accept(thread);
        }
      } else if (containers.hasNext()) {
        threads = VirtualLens.threads(containers.next());
      } else {
        return;
      }
    }
  }
}
