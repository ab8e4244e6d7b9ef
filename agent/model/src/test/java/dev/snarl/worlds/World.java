package dev.snarl.worlds;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * One moment of an invented JVM: executors, threads and what they do, and the futures between them.
 * Executors, threads and futures are named by their place in these lists; a future rests only on
 * those before it.
 */
public record World(List<Executor> executors, List<Worker> threads, List<Future> futures) {
  public World {
    executors = List.copyOf(executors);
    threads = List.copyOf(threads);
    futures = List.copyOf(futures);
  }

  /**
   * An executor.
   *
   * @param grows whether it can still start a thread
   * @param strangers whether it has a thread that nobody knows
   * @param moved whether one of its threads has just begun or finished a task
   * @param completed tasks that it completed in the last 5 s
   */
  public record Executor(boolean grows, boolean strangers, boolean moved, int completed) {}

  public enum Doing {
    /** Idle, or on a CPU: it goes on by itself. */
    FREE,
    /** Blocked at a lock, which is no future: who holds it may let go. */
    AT_A_LOCK,
    /** In a wait, but running other tasks instead of being parked. */
    HELPING,
    WAITING,
    WAITING_TIMED,
    /** Parked so shortly that the look may be torn. */
    WAITING_BRIEFLY;

    public boolean parked() {
      return this == WAITING || this == WAITING_TIMED || this == WAITING_BRIEFLY;
    }
  }

  /**
   * A thread.
   *
   * @param executor whose worker it is, -1 for none
   * @param future what it waits for
   */
  public record Worker(int executor, Doing doing, int future) {}

  public enum Kind {
    DONE,
    /** Nobody known completes it. */
    OUTSIDE,
    /** Its task is executed by the thread {@code at}. */
    RUNNING,
    /** Its task lies in the queue of the executor {@code at}. */
    QUEUED,
    /** {@code thenApply}, {@code thenCompose} and their kin, on the one source. */
    AFTER,
    ALL,
    ANY
  }

  /** A future; {@code deadline} is what {@code orTimeout} gives it. */
  public record Future(Kind kind, int at, List<Integer> sources, boolean deadline) {
    public Future {
      sources = List.copyOf(sources);
    }
  }

  /** Up to so many of each; with {@code deadlines}, some futures have one. */
  public static World random(Random random, int executors, int threads, boolean deadlines) {
    List<Executor> pools = new ArrayList<>();
    int most = 1 + random.nextInt(executors);
    for (int i = 0; i < most; i++) {
      pools.add(new Executor(one(random, 10), one(random, 15), one(random, 15), random.nextInt(4)));
    }
    int workers = 1 + random.nextInt(threads);
    List<Future> futures = new ArrayList<>();
    int leaves = 1 + random.nextInt(workers + most);
    for (int i = 0; i < leaves; i++) {
      futures.add(leaf(random, pools.size(), workers, deadlines && one(random, 12)));
    }
    int derived = random.nextInt(workers + 2);
    for (int i = 0; i < derived; i++) {
      futures.add(derived(random, futures.size(), deadlines && one(random, 12)));
    }
    List<Worker> all = new ArrayList<>();
    for (int i = 0; i < workers; i++) {
      int executor = one(random, 6) ? -1 : random.nextInt(pools.size());
      all.add(new Worker(executor, doing(random), random.nextInt(futures.size())));
    }
    return new World(pools, all, futures);
  }

  private static boolean one(Random random, int in) {
    return random.nextInt(in) == 0;
  }

  private static Future leaf(Random random, int executors, int threads, boolean deadline) {
    int kind = random.nextInt(20);
    if (kind < 11) {
      return new Future(Kind.QUEUED, random.nextInt(executors), List.of(), deadline);
    } else if (kind < 18) {
      return new Future(Kind.RUNNING, random.nextInt(threads), List.of(), deadline);
    }
    return new Future(kind == 18 ? Kind.OUTSIDE : Kind.DONE, -1, List.of(), deadline);
  }

  private static Future derived(Random random, int before, boolean deadline) {
    Kind kind = List.of(Kind.AFTER, Kind.ALL, Kind.ANY).get(random.nextInt(3));
    int sources = kind == Kind.AFTER ? 1 : random.nextInt(4);
    return new Future(kind, -1, random.ints(sources, 0, before).boxed().toList(), deadline);
  }

  private static Doing doing(Random random) {
    int doing = random.nextInt(40);
    return switch (doing) {
      case 0 -> Doing.FREE;
      case 1 -> Doing.AT_A_LOCK;
      case 2 -> Doing.HELPING;
      case 3 -> Doing.WAITING_BRIEFLY;
      case 4, 5 -> Doing.WAITING_TIMED;
      default -> Doing.WAITING;
    };
  }

  public List<Integer> threadsOf(int executor) {
    return IntStream.range(0, threads.size())
        .filter(thread -> threads.get(thread).executor() == executor)
        .boxed()
        .toList();
  }

  /** Whether the future is done already. */
  public boolean done(int future) {
    Future it = futures.get(future);
    return switch (it.kind()) {
      case DONE -> true;
      case OUTSIDE, RUNNING, QUEUED -> false;
      case AFTER, ALL -> it.sources().stream().allMatch(this::done);
      case ANY -> it.sources().stream().anyMatch(this::done);
    };
  }

  /** Whether a deadline will complete the future, whatever else does not happen. */
  public boolean endsByItself(int future) {
    Future it = futures.get(future);
    if (done(future)) {
      return false;
    }
    List<Integer> open = it.sources().stream().filter(source -> !done(source)).toList();
    return it.deadline()
        || (it.kind() == Kind.ANY && open.stream().anyMatch(this::endsByItself))
        || ((it.kind() == Kind.ALL || it.kind() == Kind.AFTER)
            && open.stream().allMatch(this::endsByItself));
  }

  /** Worlds that are a little simpler than this one. */
  public List<World> simpler() {
    List<World> all = new ArrayList<>();
    for (int i = 0; i < threads.size(); i++) {
      Worker thread = threads.get(i);
      if (thread.doing() != Doing.FREE) {
        all.add(new World(executors, with(threads, i, new Worker(-1, Doing.FREE, 0)), futures));
      }
      if (i == threads.size() - 1 && i > 0 && futures.stream().noneMatch(runsOn(i))) {
        all.add(new World(executors, threads.subList(0, i), futures));
      }
    }
    for (int i = 0; i < futures.size(); i++) {
      Future future = futures.get(i);
      if (future.kind() != Kind.DONE) {
        Future done = new Future(Kind.DONE, -1, List.of(), false);
        all.add(new World(executors, threads, with(futures, i, done)));
      }
      if (future.deadline()) {
        Future without = new Future(future.kind(), future.at(), future.sources(), false);
        all.add(new World(executors, threads, with(futures, i, without)));
      }
      for (int j = 0; j < future.sources().size() && future.sources().size() > 1; j++) {
        List<Integer> fewer = new ArrayList<>(future.sources());
        fewer.remove(j);
        Future smaller = new Future(future.kind(), future.at(), fewer, future.deadline());
        all.add(new World(executors, threads, with(futures, i, smaller)));
      }
    }
    return all;
  }

  private static Predicate<Future> runsOn(int thread) {
    return future -> future.kind() == Kind.RUNNING && future.at() == thread;
  }

  private static <T> List<T> with(List<T> list, int index, T value) {
    List<T> copy = new ArrayList<>(list);
    copy.set(index, value);
    return copy;
  }

  /** One line for each thing that matters. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < executors.size(); i++) {
      if (threadsOf(i).isEmpty()) {
        continue;
      }
      text.append("\n  pool-").append(i).append(": threads ").append(threadsOf(i));
      text.append(' ').append(executors.get(i));
    }
    for (int i = 0; i < threads.size(); i++) {
      Worker thread = threads.get(i);
      if (thread.doing() != Doing.FREE) {
        text.append("\n  t-").append(i).append(": ").append(thread.doing());
        text.append(" for f-").append(thread.future());
      }
    }
    for (int i = 0; i < futures.size(); i++) {
      Future future = futures.get(i);
      if (future.kind() != Kind.DONE) {
        text.append("\n  f-").append(i).append(": ").append(future.kind()).append(' ');
        text.append(future.at() >= 0 ? String.valueOf(future.at()) : "of " + future.sources());
        text.append(future.deadline() ? ", or a deadline" : "");
      }
    }
    return text.toString();
  }
}
