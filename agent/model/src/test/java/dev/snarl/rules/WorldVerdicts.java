package dev.snarl.rules;

import static dev.snarl.rules.Snapshots.aPool;
import static dev.snarl.rules.Snapshots.at;
import static dev.snarl.rules.Snapshots.judge;

import dev.snarl.snapshot.Timeline;
import dev.snarl.worlds.World;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiConsumer;

/** What a rule says of a world: the pools of each verdict. */
public final class WorldVerdicts {
  private final Rule rule;
  private final BiConsumer<World, Snapshots> waits;

  /** {@code waits} adds the world's waits to a snapshot that has its pools. */
  private WorldVerdicts(Rule rule, BiConsumer<World, Snapshots> waits) {
    this.rule = rule;
    this.waits = waits;
  }

  public static WorldVerdicts deadlocks(BiConsumer<World, Snapshots> waits) {
    return new WorldVerdicts(new PoolDeadlock(), waits);
  }

  public static WorldVerdicts starvations(BiConsumer<World, Snapshots> waits) {
    return new WorldVerdicts(new PoolStarvation(), waits);
  }

  /** Judged from one snapshot. */
  public Set<Set<Integer>> atOnce(World world) {
    return pools(snapshot(world, 10, true).alone());
  }

  /** Judged from two, so that it is known how many tasks were completed in 5 s. */
  public Set<Set<Integer>> withProgress(World world) {
    Snapshots before = snapshot(world, 5, false);
    return pools(new Timeline(List.of(before.build(), snapshot(world, 10, true).build())));
  }

  private Set<Set<Integer>> pools(Timeline timeline) {
    Set<Set<Integer>> found = new HashSet<>();
    for (Verdict verdict : judge(rule, timeline)) {
      Set<Integer> pools = new TreeSet<>();
      for (Object row : (List<?>) Objects.requireNonNull(verdict.evidence().get("pools"))) {
        String name = String.valueOf(((Map<?, ?>) row).get("pool"));
        pools.add(Integer.valueOf(name.substring("pool-".length())));
      }
      found.add(pools);
    }
    return found;
  }

  private Snapshots snapshot(World world, double second, boolean completed) {
    Snapshots snapshot = at(second);
    for (int i = 0; i < world.executors().size(); i++) {
      World.Executor executor = world.executors().get(i);
      long[] threads = world.threadsOf(i).stream().mapToLong(id -> id).toArray();
      Snapshots.PoolBuilder pool = aPool(i).threads(threads);
      if (executor.strangers()) {
        pool.sizes(threads.length + 1, threads.length + 1, threads.length + 1);
      }
      if (executor.grows()) {
        pool.growing();
      }
      pool.stuck(executor.moved() ? 0 : 1).completed(completed ? executor.completed() : 0);
      snapshot.pool(pool);
    }
    waits.accept(world, snapshot);
    return snapshot;
  }
}
