package dev.snarl.worlds;

import dev.snarl.worlds.World.Doing;
import dev.snarl.worlds.World.Executor;
import dev.snarl.worlds.World.Future;
import dev.snarl.worlds.World.Kind;
import dev.snarl.worlds.World.Worker;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * What is true of a world, found by playing it on: whatever can happen happens, until nothing more
 * does. Threads that have not moved then never will. Cubic and naive on purpose: it shares nothing
 * with what it checks but the words of the definition.
 */
public final class Truth {
  /** How large a part of a pool must be stuck for its queue to be hopeless, in starvation. */
  private static final double SHARE = 0.75;

  private final World world;
  private final boolean proof;
  private final boolean[] moves;
  private final boolean[] runs;
  private final boolean[] completes;

  private Truth(World world, boolean proof) {
    this.world = world;
    this.proof = proof;
    this.moves = new boolean[world.threads().size()];
    this.runs = new boolean[world.executors().size()];
    this.completes = new boolean[world.futures().size()];
    while (step()) {}
  }

  /** The pools of each deadlock. */
  public static Set<Set<Integer>> deadlocks(World world) {
    return new Truth(world, true).circles();
  }

  /** The pools of each starvation: a circle with a way out that does not help in time. */
  public static Set<Set<Integer>> starvations(World world, boolean progressKnown) {
    Truth proven = new Truth(world, true);
    Truth likely = new Truth(world, false);
    Set<Set<Integer>> starved = new HashSet<>();
    for (Set<Integer> circle : likely.circles()) {
      boolean deadlock = circle.stream().anyMatch(pool -> !proven.runs[pool] && proven.asked(pool));
      if (!deadlock
          && (likely.untilATimeout(circle) || (progressKnown && likely.hardlyMoves(circle)))) {
        starved.add(circle);
      }
    }
    return starved;
  }

  private boolean step() {
    boolean before = false;
    for (int i = 0; i < moves.length; i++) {
      before |= !moves[i] && (moves[i] = canMove(world.threads().get(i)));
    }
    for (int i = 0; i < runs.length; i++) {
      before |= !runs[i] && (runs[i] = canRun(i));
    }
    for (int i = 0; i < completes.length; i++) {
      before |= !completes[i] && (completes[i] = canComplete(world.futures().get(i)));
    }
    return before;
  }

  private boolean canMove(Worker thread) {
    return switch (thread.doing()) {
      case FREE, AT_A_LOCK, HELPING, WAITING_BRIEFLY -> true;
      case WAITING -> completes[thread.future()];
      case WAITING_TIMED -> proof || completes[thread.future()];
    };
  }

  private boolean canRun(int pool) {
    Executor executor = world.executors().get(pool);
    List<Integer> threads = world.threadsOf(pool);
    if (threads.isEmpty() || executor.strangers()) {
      return true;
    }
    if (proof && (executor.grows() || executor.moved())) {
      return true;
    }
    long moving = threads.stream().filter(thread -> moves[thread]).count();
    return proof ? moving > 0 : threads.size() - moving < SHARE * threads.size();
  }

  private boolean canComplete(Future future) {
    if (proof && future.deadline()) {
      return true;
    }
    List<Integer> sources = future.sources();
    return switch (future.kind()) {
      case DONE, OUTSIDE -> true;
      case RUNNING -> moves[future.at()];
      case QUEUED -> runs[future.at()];
      case AFTER, ALL -> sources.stream().allMatch(source -> completes[source]);
      case ANY -> sources.isEmpty() || sources.stream().anyMatch(source -> completes[source]);
    };
  }

  // ---- circles: nodes are threads, then executors ----

  private int executor(int pool) {
    return moves.length + pool;
  }

  private Set<Set<Integer>> circles() {
    boolean[][] reaches = reaches();
    Set<Set<Integer>> circles = new HashSet<>();
    for (int pool = 0; pool < runs.length; pool++) {
      if (reaches[executor(pool)][executor(pool)]) {
        Set<Integer> circle = new TreeSet<>();
        for (int other = 0; other < runs.length; other++) {
          if (reaches[executor(pool)][executor(other)]
              && reaches[executor(other)][executor(pool)]) {
            circle.add(other);
          }
        }
        circles.add(circle);
      }
    }
    return circles;
  }

  private boolean[][] reaches() {
    int nodes = moves.length + runs.length;
    boolean[][] reaches = new boolean[nodes][nodes];
    for (int thread = 0; thread < moves.length; thread++) {
      if (!moves[thread]) {
        rests(world.threads().get(thread).future(), reaches[thread]);
      }
    }
    for (int pool = 0; pool < runs.length; pool++) {
      for (int thread : world.threadsOf(pool)) {
        reaches[executor(pool)][thread] = !runs[pool] && !moves[thread];
      }
    }
    for (int over = 0; over < nodes; over++) {
      for (int from = 0; from < nodes; from++) {
        for (int to = 0; to < nodes; to++) {
          reaches[from][to] |= reaches[from][over] && reaches[over][to];
        }
      }
    }
    return reaches;
  }

  /** Marks the threads and executors that keep this future from completing. */
  private void rests(int future, boolean[] on) {
    Future it = world.futures().get(future);
    if (completes[future]) {
      return;
    }
    if (it.kind() == Kind.RUNNING) {
      on[it.at()] = true;
    } else if (it.kind() == Kind.QUEUED) {
      on[executor(it.at())] = true;
    }
    it.sources().forEach(source -> rests(source, on));
  }

  private boolean asked(int pool) {
    boolean[] on = new boolean[moves.length + runs.length];
    for (Worker thread : world.threads()) {
      if (thread.doing() == Doing.WAITING) {
        rests(thread.future(), on);
      }
    }
    return on[executor(pool)];
  }

  // ---- starvation ----

  private boolean untilATimeout(Set<Integer> circle) {
    boolean allStuck =
        circle.stream()
            .allMatch(
                pool ->
                    !world.executors().get(pool).moved()
                        && world.threadsOf(pool).stream().noneMatch(thread -> moves[thread]));
    return allStuck && inside(circle).stream().anyMatch(this::timed);
  }

  private boolean timed(int thread) {
    Worker it = world.threads().get(thread);
    return it.doing() == Doing.WAITING_TIMED || world.endsByItself(it.future());
  }

  private boolean hardlyMoves(Set<Integer> circle) {
    return circle.stream()
        .allMatch(pool -> world.executors().get(pool).completed() < world.threadsOf(pool).size());
  }

  /** The stuck threads of these pools, and those between them. */
  private Set<Integer> inside(Set<Integer> circle) {
    boolean[][] reaches = reaches();
    Set<Integer> inside = new TreeSet<>();
    for (int thread = 0; thread < moves.length; thread++) {
      boolean[] row = reaches[thread];
      boolean member = circle.contains(world.threads().get(thread).executor());
      int self = thread;
      boolean between =
          circle.stream().anyMatch(pool -> row[executor(pool)] && reaches[executor(pool)][self]);
      if (!moves[thread] && (member || between)) {
        inside.add(thread);
      }
    }
    return inside;
  }

  @Override
  public String toString() {
    return "moves "
        + Arrays.toString(moves)
        + ", runs "
        + Arrays.toString(runs)
        + ", completes "
        + Arrays.toString(completes);
  }
}
