package dev.snarl.observe;

import dev.snarl.snapshot.Need;
import dev.snarl.snapshot.ThreadRef;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.concurrent.SnarlSlot;
import org.jspecify.annotations.Nullable;

/** The threads met during one tick, and how rules may see them. The observer's thread only. */
final class Threads implements Resolver.Threads {

  private static final long FRESH = 2_000_000_000L;

  private final Recorder recorder;
  private final PoolWatch pools;
  private final Map<Long, Thread> byId = new HashMap<>();
  private final IdentityHashMap<Thread, SnarlSlot> slots = new IdentityHashMap<>();
  private final long now;

  Threads(Recorder recorder, PoolWatch pools, long now) {
    this.recorder = recorder;
    this.pools = pools;
    this.now = now;
  }

  void add(Thread thread, SnarlSlot slot) {
    slots.put(thread, slot);
  }

  @Nullable Thread byId(long id) {
    return byId.get(id);
  }

  ThreadRef ref(Thread thread) {
    byId.put(JdkCalls.id(thread), thread);
    Known pool = pools.poolOf(thread);
    String name = thread.getName();
    SnarlSlot slot = slots.get(thread);
    String group =
        slot != null && slot.extension instanceof Notes notes
            ? notes.group(thread, recorder.names)
            : recorder.names.group(name);
    return new ThreadRef(
        JdkCalls.id(thread), Names.cut(name), group, pool == null ? null : pool.id);
  }

  @Override
  public Need running(Object task, Thread thread) {
    SnarlSlot slot = slots.get(thread);
    Notes.Look look = slot != null && slot.extension instanceof Notes notes ? notes.look : null;
    if (look != null && now - look.at() >= FRESH) {
      look = null;
    }
    return new Need.Running(
        task.getClass().getName(),
        ref(thread),
        look == null ? null : look.blockedIn(),
        look == null ? null : look.site().text);
  }
}
