package dev.snarl.observe.coroutines;

import dev.snarl.observe.sites.Looks;
import dev.snarl.observe.sites.Names;
import dev.snarl.observe.sites.Sites;
import dev.snarl.observe.slots.LoopKind;
import dev.snarl.observe.slots.LoopLine;
import dev.snarl.observe.slots.Notes;
import dev.snarl.snapshot.Coroutines;
import dev.snarl.snapshot.Pool;
import dev.snarl.stacks.Frames;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.SnarlCoroutines;
import java.util.concurrent.SnarlSlot;

/**
 * Follows coroutines from tick to tick: how many, on which dispatchers, who is detached and who
 * blocks. Threads of a library that was left alone have run no coroutine that was seen, and are not
 * looked at. The observer's thread only.
 */
public final class CoroutineWatch {

  private static final int TASKS_EACH_TICK = 32;

  private final Detached detached;
  private final Dispatchers dispatchers = new Dispatchers();
  private final LoopWatch loops;
  private long started;
  private long completed;

  // Of the tick that goes on.
  private long begun;
  private long over;
  private int tasks;
  private boolean crews;

  public CoroutineWatch(Frames frames, Sites sites, Names names, Detached detached) {
    this.detached = detached;
    this.loops = new LoopWatch(frames, sites, names);
  }

  /**
   * Begins a tick.
   *
   * @param crews whether to find out which threads run the coroutines of which dispatcher
   */
  public void begin(boolean crews) {
    this.crews = crews;
    dispatchers.begin();
    loops.begin();
    begun = SnarlCoroutines.coroutinesElsewhere(true);
    over = SnarlCoroutines.coroutinesElsewhere(false);
    tasks = TASKS_EACH_TICK;
  }

  /** One thread that lives. */
  public void slot(SnarlSlot slot, Thread owner) {
    begun += slot.coroutines(SnarlSlot.STARTED);
    over += slot.coroutines(SnarlSlot.COMPLETED);
    if ((tasks > 0 || crews) && slot.coroutineDepth > 0) {
      tasks--;
      meet(slot, owner);
    }
    visit(slot, owner);
  }

  /** After the slots. */
  public void look(Looks looks, long now, long elapsed) {
    started = Math.max(started, begun);
    completed = Math.max(completed, over);
    loops.look(looks, now, elapsed);
    detached.tick(now);
    dispatchers.end(now, elapsed);
  }

  /** After the looks. */
  public void end(long elapsed) {
    loops.end(elapsed);
  }

  /** Whether the last tick met threads on which nothing may block. */
  public boolean watches() {
    return loops.any();
  }

  private void visit(SnarlSlot slot, Thread owner) {
    if (owner.getClass() == Thread.class) {
      return;
    }
    Notes notes = Notes.of(slot);
    if (notes.loop == LoopKind.UNKNOWN) {
      notes.loop = LoopKind.of(owner);
    }
    switch (notes.loop) {
      case COROUTINES -> {
        long runs = slot.coroutines(SnarlSlot.RUNS);
        if (runs > 0) {
          Scheduler busy = dispatchers.worker(owner, runs);
          if (busy != null) {
            loops.worker(owner, busy.dispatcher(), busy.parallelism());
          }
        }
      }
      case NETTY, EVENT_LOOP -> loops.loop(owner, notes, null);
      case DECLARED -> {
        LoopLine line = LoopLine.of(owner.getClass());
        if (line != null && !line.mayBlock(owner)) {
          loops.loop(owner, notes, line);
        }
      }
      default -> {}
    }
  }

  /** Limited views are known once a coroutine was seen to run in one. */
  private void meet(SnarlSlot slot, Thread owner) {
    Object[] stack = slot.coroutines;
    Object running = stack == null ? null : stack[0];
    Object dispatcher = running == null ? null : detached.dispatcherOf(running);
    if (dispatcher != null) {
      dispatchers.runs(owner, dispatcher, slot.coroutines(SnarlSlot.RUNS));
    }
  }

  // ---- records ----

  public Coroutines record(long now) {
    List<Coroutines.Dispatcher> records = new ArrayList<>();
    for (Scheduler scheduler : dispatchers.schedulers()) {
      Coroutines.Dispatcher record = scheduler.record();
      if (record != null) {
        records.add(record);
      }
    }
    return new Coroutines(
        started,
        completed,
        records,
        dispatchers.views(),
        detached.records(dispatchers),
        loops.records(),
        crews ? dispatchers.pools().crewPools(now) : List.of());
  }

  /** The executors, and each scheduler as one more of them. */
  public List<Pool> withSchedulers(List<Pool> pools) {
    if (dispatchers.schedulers().isEmpty()) {
      return pools;
    }
    List<Pool> all = new ArrayList<>(pools);
    all.addAll(dispatchers.pools().schedulerPools());
    return all;
  }

  /** Each task that waits in a dispatcher, bounded. */
  void eachQueued(Dispatchers.Queued each) {
    dispatchers.each(each);
  }
}
