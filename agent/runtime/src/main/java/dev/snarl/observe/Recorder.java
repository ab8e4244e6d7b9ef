package dev.snarl.observe;

import dev.snarl.observe.connections.ClientsBuilt;
import dev.snarl.observe.connections.Resources;
import dev.snarl.observe.coroutines.Detached;
import dev.snarl.observe.ends.Failures;
import dev.snarl.observe.pools.Known;
import dev.snarl.observe.pools.KnownExecutors;
import dev.snarl.observe.pools.TaskTimes;
import dev.snarl.observe.sites.Names;
import dev.snarl.observe.sites.Sites;
import dev.snarl.observe.slots.Tasks;
import dev.snarl.observe.slots.WaitsOver;
import dev.snarl.stacks.Frames;
import java.util.concurrent.SnarlPool;
import java.util.concurrent.SnarlSink;
import java.util.concurrent.SnarlSlot;
import org.jspecify.annotations.Nullable;

/**
 * Takes the probe's rare events, on the application's threads alone: a wait is over, a thread
 * starts or ends, an executor is built, stopped or refuses. What it hands them to walks a few
 * frames and adds to bounded tables; it holds no lock while it runs code that is not its own, and
 * whatever it throws the probe counts.
 */
final class Recorder extends SnarlSink {

  final Frames frames;
  final Sites sites;
  final Names names = new Names();
  final Tasks tasks;
  final WaitsOver waits;
  final KnownExecutors executors;
  final ThreadStarts threads;
  final ClientsBuilt clients = new ClientsBuilt();
  final Resources resources;
  final Detached detached;
  final Failures failures = new Failures();

  /** Threads started and ended, executors built and stopped, refusals. May lose a count. */
  int events;

  /** Whether a carrier of virtual threads was seen; those themselves start unseen. */
  volatile boolean virtualThreads;

  Recorder(Frames frames) {
    this.frames = frames;
    this.sites = new Sites(frames);
    this.tasks = new Tasks(frames);
    new TaskTimes().waited(0, 1); // loads its classes here rather than on a worker's first task
    this.waits = new WaitsOver(sites, names, tasks);
    this.executors = new KnownExecutors(sites);
    this.threads = new ThreadStarts(sites, names, executors);
    this.detached = new Detached(frames, sites);
    this.resources = new Resources(sites);
  }

  @Override
  public void waited(SnarlSlot slot, Object future, boolean timed, long parkedAt, long now) {
    waits.add(slot, future, parkedAt, now);
  }

  @Override
  public void coroutineStarting(SnarlSlot slot, Object coroutine, Object enclosing) {
    detached.starting(slot, coroutine, enclosing);
  }

  @Override
  public void blockStarting(String block) {
    detached.blockStarting(block);
  }

  @Override
  public void threadStarting(Thread thread) {
    events++;
    carrier(thread);
    threads.starting(thread);
  }

  void carrier(Thread thread) {
    if (!virtualThreads && thread.getClass().getName().equals("jdk.internal.misc.CarrierThread")) {
      virtualThreads = true;
    }
  }

  @Override
  public void threadEnding(SnarlSlot slot) {
    events++;
    Thread thread = slot.owner;
    if (thread != null) {
      threads.ended(slot, thread, System.nanoTime());
    }
  }

  @Override
  public void executorBuilt(Object executor) {
    events++;
    executors.built(executor);
  }

  @Override
  public void executorOwned(Object owner, Object executor) {
    executors.owned(owner, executor);
  }

  @Override
  public void clientBuilt(Object client, @Nullable Object core) {
    events++;
    clients.built(client, core, sites);
  }

  @Override
  public void resourceBuilt(Object resource) {
    events++;
    resources.built(resource, sites.here().site);
  }

  @Override
  public void notBorrowed(Object thrown, Object pool) {
    events++;
    resources.refused(thrown, pool);
  }

  @Override
  public void executing(@Nullable SnarlSlot slot, Object executor) {
    executors.fed(slot, executor);
  }

  @Override
  public void waitedInQueue(SnarlPool pool, long nanos, int tasks) {
    if (pool instanceof Known known) {
      known.times.waited(nanos, tasks);
    }
  }

  @Override
  public void ran(SnarlPool pool, long nanos, int tasks) {
    if (pool instanceof Known known) {
      known.times.ran(nanos, tasks);
    }
  }

  @Override
  public void executorStopping(Object executor) {
    events++;
    executors.stopping(executor);
  }

  @Override
  public void failed(Object task, Object thrown) {
    events++;
    failures.add(task, thrown);
  }

  @Override
  public void rejected(Object executor) {
    executors.rejected(executor);
    events++;
  }
}
