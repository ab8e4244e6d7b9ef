package dev.snarl.observe.pools;

import dev.snarl.libraries.KnownLibraries;
import dev.snarl.observe.sites.Names;
import dev.snarl.snapshot.Pool;
import dev.snarl.snapshot.Pool.Activity;
import dev.snarl.snapshot.Pool.BlockedCall;
import dev.snarl.snapshot.Pool.Rejections;
import dev.snarl.snapshot.Pool.SiteCount;
import dev.snarl.snapshot.Pool.WaitedFor;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadPoolExecutor;

/** What {@link PoolWatch} noted of the known executors, as records. The observer's thread only. */
public final class PoolRecords {

  private static final long SECOND = 1_000_000_000L;

  private final KnownExecutors executors;
  private final Names names;

  public PoolRecords(KnownExecutors executors, Names names) {
    this.executors = executors;
    this.names = names;
  }

  public List<Pool> at(long now) {
    Map<String, Integer> taken = new HashMap<>();
    List<Pool> pools = new ArrayList<>();
    List<Known> inOrder = new ArrayList<>(executors.all.keySet());
    inOrder.sort(Comparator.comparingLong((Known known) -> known.id));
    for (BuildCell build : executors.builds.all()) {
      build.alive = 0;
      build.threads = 0;
      build.livePerCall = 0;
    }
    for (Known known : inOrder) {
      Object executor = known.get();
      Pool.Kind kind = executor == null ? null : PoolTypes.of(executor).kind(executor);
      boolean unused = kind == Pool.Kind.LIMITER && known.notes.waitingTasks == null;
      if (executor != null && kind != null && !unused) {
        count(known, executor, now);
        pools.add(record(known, executor, kind, taken, now));
      }
    }
    return pools;
  }

  private static void count(Known known, Object executor, long now) {
    BuildCell build = known.build;
    if (build == null) {
      return;
    }
    if (!PoolTypes.of(executor).shutdown(executor)) {
      build.alive++;
    }
    PoolNotes notes = known.notes;
    build.threads += notes.size;
    int fed = known.fed.get();
    // What came since the last look has not been seen to run.
    boolean idle = notes.idleSince != 0 && now - notes.idleSince >= SECOND && fed == notes.fed;
    if ((known.stopping || idle) && fed > 0 && !known.fedByOther) {
      build.livePerCall++;
    }
  }

  private Pool record(
      Known known, Object executor, Pool.Kind kind, Map<String, Integer> taken, long now) {
    PoolNotes notes = known.notes;
    String name = PoolNames.unique(PoolNames.of(known, executor, names), taken);
    int length = PoolTypes.of(executor).length(executor);
    Object queue = PoolTypes.of(executor).queue(executor);
    return new Pool(
        known.id,
        name,
        kind,
        executor.getClass().getName(),
        known.site == null ? null : known.site.text,
        notes.size,
        notes.active,
        PoolTypes.of(executor).core(executor, notes.size),
        PoolTypes.of(executor).max(executor),
        PoolTypes.of(executor).canGrow(executor, notes.size),
        length,
        Math.max(0, PoolTypes.of(executor).capacity(executor)),
        queue == null ? "" : queue.getClass().getName(),
        notes.completed,
        rejections(known, executor, name),
        PoolTypes.of(executor).shutdown(executor),
        notes.saturatedSince == 0 ? 0 : now - notes.saturatedSince,
        notes.progressAt == 0 ? 0 : now - notes.progressAt,
        waitingFor(notes, now),
        notes.taskBytes,
        activity(notes),
        known.times.timing(known, now),
        notes.threadIds);
  }

  /** The first task that is timed, or the queue's head since it was first seen there. */
  private static long waitingFor(PoolNotes notes, long now) {
    return notes.oldestTask() == null
        ? 0
        : Math.max(now - notes.oldestSince, now - notes.waitingSince);
  }

  private static Rejections rejections(Known known, Object executor, String name) {
    String policy = "";
    boolean callerRuns = false;
    Object handler = PoolTypes.of(executor).handler(executor);
    if (handler != null) {
      Class<?> type = handler.getClass();
      policy =
          type.getEnclosingClass() == ThreadPoolExecutor.class
              ? type.getSimpleName()
              : type.getName();
      callerRuns = handler instanceof ThreadPoolExecutor.CallerRunsPolicy;
    }
    // Read in this order: a rejection is counted after its site and the pool's state are noted.
    long count = known.rejected.get();
    List<SiteCount> sites = new ArrayList<>();
    known.rejectedAt.forEach((site, times) -> sites.add(new SiteCount(site.text, times.get())));
    sites.sort(Comparator.comparingLong(SiteCount::count).reversed());
    return new Rejections(
        count,
        known.rejectedLost.get(),
        policy,
        callerRuns,
        KnownLibraries.surplus(policy, name),
        known.rejectedState,
        sites);
  }

  private static Activity activity(PoolNotes notes) {
    if (notes.onCpu + notes.blocked == 0) {
      return Activity.NONE;
    }
    List<BlockedCall> in = new ArrayList<>();
    notes.blockedIn.forEach((what, count) -> in.add(new BlockedCall(what, count)));
    in.sort(Comparator.comparingLong(BlockedCall::count).reversed());
    List<WaitedFor> waited = new ArrayList<>();
    notes.waitedFor.forEach(
        (what, actors) ->
            actors.forEach((actor, count) -> waited.add(new WaitedFor(what, actor, count))));
    return new Activity(notes.onCpu, notes.blocked, in, waited);
  }
}
