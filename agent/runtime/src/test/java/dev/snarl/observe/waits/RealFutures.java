package dev.snarl.observe.waits;

import dev.snarl.observe.slots.Waiting;
import dev.snarl.rules.Snapshots;
import dev.snarl.snapshot.Need;
import dev.snarl.snapshot.Wait;
import dev.snarl.worlds.World;
import dev.snarl.worlds.World.Doing;
import dev.snarl.worlds.World.Worker;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.FutureTask;
import java.util.concurrent.SnarlSlot;
import java.util.concurrent.SnarlWaits;
import java.util.concurrent.TimeUnit;

/**
 * A world made of the JDK's own futures, and of slots as the woven JDK fills them, with threads
 * that are never started and tasks that nobody runs; and what the resolver makes of its waits.
 */
@SuppressWarnings("FutureReturnValueIgnored") // nobody is to run them
final class RealFutures implements AutoCloseable {
  private static final Field RUNNER = runner();

  private record Task(Object task, int executor) {}

  private final World world;
  private final Random random;
  private final List<Thread> threads = new ArrayList<>();
  private final List<SnarlSlot> slots = new ArrayList<>();
  private final List<Object> futures = new ArrayList<>();
  private final List<Task> queued = new ArrayList<>();

  RealFutures(World world, Random random) {
    this.world = world;
    this.random = random;
    for (int i = 0; i < world.threads().size(); i++) {
      Thread thread = new Thread("t-" + i);
      threads.add(thread);
      SnarlSlot slot = SnarlWaits.earlierWait(thread, thread, false);
      slot.waits = 0;
      slots.add(slot);
    }
    for (int i = 0; i < world.futures().size(); i++) {
      World.Future future = world.futures().get(i);
      Object made = make(future, sourceOfAnother(i) || future.deadline());
      if (future.deadline()) {
        ((CompletableFuture<?>) made).orTimeout(1, TimeUnit.HOURS);
      }
      futures.add(made);
    }
    for (int i = 0; i < slots.size(); i++) {
      park(world.threads().get(i), slots.get(i));
    }
  }

  /** Whether the slots have room for it: a thread remembers so many tasks that it runs, no more. */
  static boolean fit(World world) {
    int[] running = new int[world.threads().size()];
    for (World.Future future : world.futures()) {
      if (future.kind() == World.Kind.RUNNING && ++running[future.at()] > SnarlSlot.DEPTH) {
        return false;
      }
    }
    return true;
  }

  private boolean sourceOfAnother(int future) {
    return world.futures().stream().anyMatch(it -> it.sources().contains(future));
  }

  private Object make(World.Future future, boolean completable) {
    return switch (future.kind()) {
      case DONE -> CompletableFuture.completedFuture("done");
      case OUTSIDE -> new CompletableFuture<>();
      case QUEUED -> queued(future.at(), completable);
      case RUNNING -> running(future.at(), completable);
      case AFTER -> after(source(future, 0));
      case ALL -> all(future);
      case ANY -> any(future);
    };
  }

  private Object queued(int executor, boolean completable) {
    int form = random.nextInt(completable ? 2 : 4);
    if (form == 0) {
      return CompletableFuture.supplyAsync(() -> "late", into(executor));
    } else if (form == 1) {
      return CompletableFuture.completedFuture("x").thenApplyAsync(x -> x, into(executor));
    }
    Object task = form == 2 ? new FutureTask<>(() -> "late") : ForkJoinTask.adapt(() -> "late");
    queued.add(new Task(task, executor));
    return task;
  }

  private java.util.concurrent.Executor into(int executor) {
    return task -> queued.add(new Task(task, executor));
  }

  private Object running(int thread, boolean completable) {
    SnarlSlot slot = slots.get(thread);
    int form = random.nextInt(completable ? 2 : 3);
    if (form == 2) {
      FutureTask<String> task = new FutureTask<>(() -> "late");
      try {
        RUNNER.set(task, threads.get(thread));
      } catch (IllegalAccessException e) {
        throw new AssertionError(e);
      }
      return task;
    }
    CompletableFuture<Object> future = new CompletableFuture<>();
    if (form == 1 && slot.claimed == null) {
      slot.claimed = future;
    } else {
      slot.running[slot.runs++] = future;
    }
    return future;
  }

  private CompletableFuture<?> after(CompletableFuture<Object> source) {
    return switch (random.nextInt(6)) {
      case 0 -> source.thenApply(x -> x);
      case 1 -> source.thenCompose(CompletableFuture::completedFuture);
      case 2 -> CompletableFuture.completedFuture(1).thenCompose(x -> source);
      case 3 -> source.whenComplete((x, thrown) -> {});
      case 4 -> source.thenApplyAsync(x -> x, task -> {});
      default -> source.exceptionally(thrown -> thrown);
    };
  }

  private CompletableFuture<?> all(World.Future future) {
    int form = future.sources().size() == 2 ? random.nextInt(4) : 0;
    return switch (form) {
      case 1 -> source(future, 0).thenCombine(source(future, 1), (x, y) -> x);
      case 2 -> source(future, 0).thenAcceptBoth(source(future, 1), (x, y) -> {});
      case 3 -> source(future, 0).runAfterBoth(source(future, 1), () -> {});
      default -> CompletableFuture.allOf(sources(future));
    };
  }

  private CompletableFuture<?> any(World.Future future) {
    int form = future.sources().size() == 2 ? random.nextInt(3) : 0;
    return switch (form) {
      case 1 -> source(future, 0).applyToEither(source(future, 1), x -> x);
      case 2 -> source(future, 0).runAfterEither(source(future, 1), () -> {});
      default -> CompletableFuture.anyOf(sources(future));
    };
  }

  private CompletableFuture<?>[] sources(World.Future future) {
    return future.sources().stream()
        .map(source -> (CompletableFuture<?>) futures.get(source))
        .toArray(CompletableFuture<?>[]::new);
  }

  @SuppressWarnings("unchecked")
  private CompletableFuture<Object> source(World.Future future, int index) {
    return (CompletableFuture<Object>) futures.get(future.sources().get(index));
  }

  private void park(Worker thread, SnarlSlot slot) {
    if (thread.doing().parked() || thread.doing() == Doing.HELPING) {
      if (random.nextInt(4) == 0) {
        enter(slot, futures.get(random.nextInt(futures.size())), false, 0); // it helps meanwhile
      }
      long parkedAt = thread.doing() == Doing.HELPING ? 0 : 1;
      enter(slot, futures.get(thread.future()), thread.doing() == Doing.WAITING_TIMED, parkedAt);
    }
  }

  private static void enter(SnarlSlot slot, Object future, boolean timed, long parkedAt) {
    int depth = slot.waits;
    slot.waitedFor[depth] = future;
    slot.timed[depth] = timed;
    slot.parkedAt[depth] = parkedAt;
    slot.waits = depth + 1;
  }

  /** Adds what the observer would say of the waits. */
  void addTo(Snapshots snapshot) {
    Resolver resolver =
        new Resolver(
            (task, thread) -> Snapshots.running(threads.indexOf(thread)), new DecoratedTasks());
    for (int i = 0; i < slots.size(); i++) {
      resolver.addRunning(slots.get(i), threads.get(i));
    }
    queued.forEach(task -> resolver.addQueued(task.task(), task.executor()));
    resolver.link();
    for (SnarlSlot slot : slots) {
      Waiting waiting = Waiting.in(slot);
      if (waiting != null) {
        resolver.settle(List.of(waiting.future()));
      }
    }
    for (int i = 0; i < slots.size(); i++) {
      Waiting waiting = Waiting.in(slots.get(i));
      if (waiting != null) {
        boolean timed = waiting.timed() || resolver.hasDeadline(waiting.future());
        double seconds = world.threads().get(i).doing() == Doing.WAITING_BRIEFLY ? 0.1 : 1;
        Need need = resolver.need(waiting.future());
        Wait wait = Snapshots.blocked(i, need, timed, seconds);
        snapshot.waiting(wait);
      }
    }
  }

  /** Ends the deadlines, which else would keep everything for an hour. */
  @Override
  public void close() {
    for (Object future : futures) {
      if (future instanceof CompletableFuture<?> completable) {
        completable.cancel(false);
      }
    }
  }

  private static Field runner() {
    try {
      Field field = FutureTask.class.getDeclaredField("runner");
      field.setAccessible(true);
      return field;
    } catch (NoSuchFieldException e) {
      throw new AssertionError(e);
    }
  }
}
