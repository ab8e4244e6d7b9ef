package dev.snarl.observe.waits;

import static org.assertj.core.api.Assertions.assertThat;

import dev.snarl.rules.Snapshots;
import dev.snarl.rules.WorldVerdicts;
import dev.snarl.worlds.Truth;
import dev.snarl.worlds.World;
import dev.snarl.worlds.Worlds;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;

/** From the JDK's own futures to the verdict: nothing is missed, nothing is invented. */
class RandomFuturesTest {
  private final WorldVerdicts deadlocks = WorldVerdicts.deadlocks(RandomFuturesTest::addWaits);

  @Test
  void exactlyTheDeadlocksAreFoundAmongRealFutures() {
    new Worlds(5_000, random -> invent(random, false)).agree(Truth::deadlocks, deadlocks::atOnce);
  }

  @Test
  void aFutureWithADeadlineIsAWayOutWhereverItHelpsAndNowhereElse() {
    new Worlds(3_000, random -> invent(random, true)).agree(Truth::deadlocks, deadlocks::atOnce);
  }

  @Test
  void exactlyTheStarvationsAreFoundAmongRealFutures() {
    WorldVerdicts starvations = WorldVerdicts.starvations(RandomFuturesTest::addWaits);
    new Worlds(2_500, random -> invent(random, false))
        .agree(world -> Truth.starvations(world, true), starvations::withProgress);
  }

  @Test
  @Timeout(value = 20, threadMode = ThreadMode.SEPARATE_THREAD) // else a broken one would not end
  void aLatticeOfFuturesIsNotWalkedAlongEachOfItsPaths() {
    CompletableFuture<Object> future = new CompletableFuture<>();
    Resolver resolver = new Resolver((task, thread) -> Snapshots.running(1), new DecoratedTasks());
    resolver.addQueued(CompletableFuture.completedFuture(1).thenApplyAsync(x -> x, t -> {}), 1);
    CompletableFuture<Object> top = future;
    for (int i = 0; i < 60; i++) {
      top = top.thenCombine(top, (x, y) -> x);
    }
    resolver.walk(future);
    assertThat(resolver.need(top)).isNotNull();
    assertThat(resolver.hasDeadline(top)).isFalse();
    future.complete(1);
  }

  private static World invent(Random random, boolean deadlines) {
    World world = World.random(random, 3, 6, deadlines);
    while (!RealFutures.fit(world)) {
      world = World.random(random, 3, 6, deadlines);
    }
    return world;
  }

  private static void addWaits(World world, Snapshots snapshot) {
    try (RealFutures real = new RealFutures(world, new Random(world.toString().hashCode()))) {
      real.addTo(snapshot);
    }
  }
}
