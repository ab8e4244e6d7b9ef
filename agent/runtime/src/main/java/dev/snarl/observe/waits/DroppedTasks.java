package dev.snarl.observe.waits;

import dev.snarl.observe.pools.KnownExecutors;
import dev.snarl.observe.slots.Notes;
import dev.snarl.observe.slots.Waiting;
import dev.snarl.snapshot.Need;

/**
 * Waits for tasks that nobody will run: a policy dropped them when they were submitted, or {@code
 * shutdownNow} took them out of the queue of a pool that has ended since. The observer's thread.
 */
final class DroppedTasks {
  private final KnownExecutors executors;

  DroppedTasks(KnownExecutors executors) {
    this.executors = executors;
  }

  /** What a wait needs, unless its task was dropped. */
  Need unlessDropped(Waiting wait, Notes notes, Need need) {
    if (need instanceof Need.Queued queued) {
      notes.queuedWait = wait.count();
      notes.queuedIn = queued.queue();
    }
    if (!(need instanceof Need.Unknown)) {
      return need;
    }
    boolean dropped =
        notes.droppedWait == wait.count()
            || wait.slot().dropped == wait.future()
            || (notes.queuedWait == wait.count() && ended(notes.queuedIn));
    if (dropped) {
      notes.droppedWait = wait.count();
    }
    return dropped ? new Need.Unknown(false, true) : need;
  }

  /** A pool is forgotten once it has been shut down and has no thread. */
  private boolean ended(long pool) {
    return executors.all.keySet().stream().noneMatch(known -> known.id == pool);
  }
}
