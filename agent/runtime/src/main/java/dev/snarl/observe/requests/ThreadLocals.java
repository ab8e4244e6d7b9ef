package dev.snarl.observe.requests;

import dev.snarl.observe.live.Places;
import java.lang.ref.WeakReference;
import java.util.concurrent.SnarlLens;
import java.util.function.Consumer;

/**
 * The values of a thread's thread-locals, read field by field while the thread may write them: one
 * may be missed, and none is asked for anything. Inheritable ones are left out: a thread of a pool
 * keeps those of the request in which it was started. The observer's thread only.
 */
final class ThreadLocals {
  private static final int MOST = 1_024;
  private static final long MAP = SnarlLens.fieldOf(Thread.class, "threadLocals", Object.class);

  private ThreadLocals() {}

  static void each(Thread thread, Consumer<Object> use) {
    if (Places.object(SnarlLens.object(thread, MAP), "table") instanceof Object[] table) {
      for (int i = 0; i < Math.min(table.length, MOST); i++) {
        if (table[i] instanceof WeakReference<?> entry && !entry.refersTo(null)) {
          Object value = Places.object(entry, "value");
          if (value != null) {
            use.accept(value);
          }
        }
      }
    }
  }
}
