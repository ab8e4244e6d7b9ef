package dev.snarl.rules;

import static dev.snarl.rules.Snapshots.blocked;
import static dev.snarl.rules.Snapshots.queued;
import static dev.snarl.rules.Snapshots.running;

import dev.snarl.snapshot.Need;
import dev.snarl.worlds.Truth;
import dev.snarl.worlds.World;
import dev.snarl.worlds.World.Doing;
import dev.snarl.worlds.World.Future;
import dev.snarl.worlds.World.Kind;
import dev.snarl.worlds.World.Worker;
import dev.snarl.worlds.Worlds;
import java.util.List;
import org.junit.jupiter.api.Test;

/** No deadlock of a pool is missed and none is invented; the same of starvation. */
class RandomWorldsTest {
  private final WorldVerdicts deadlocks = WorldVerdicts.deadlocks(RandomWorldsTest::addWaits);
  private final WorldVerdicts starvations = WorldVerdicts.starvations(RandomWorldsTest::addWaits);

  @Test
  void exactlyTheDeadlocksAreFound() {
    new Worlds(8_000, random -> World.random(random, 3, 6, false))
        .agree(Truth::deadlocks, deadlocks::atOnce);
  }

  @Test
  void exactlyTheDeadlocksOfLargerWorldsAreFound() {
    new Worlds(300, random -> World.random(random, 12, 40, false))
        .agree(Truth::deadlocks, deadlocks::atOnce);
  }

  @Test
  void exactlyTheStarvationsAreFound() {
    new Worlds(4_000, random -> World.random(random, 3, 8, false))
        .agree(world -> Truth.starvations(world, false), starvations::atOnce);
  }

  @Test
  void exactlyTheStarvationsAreFoundWhenProgressIsKnown() {
    new Worlds(4_000, random -> World.random(random, 3, 8, false))
        .agree(world -> Truth.starvations(world, true), starvations::withProgress);
  }

  private static void addWaits(World world, Snapshots snapshot) {
    for (int i = 0; i < world.threads().size(); i++) {
      Worker thread = world.threads().get(i);
      if (thread.doing().parked()) {
        double seconds = thread.doing() == Doing.WAITING_BRIEFLY ? 0.1 : 1;
        boolean timed = thread.doing() == Doing.WAITING_TIMED;
        snapshot.waiting(blocked(i, need(world, thread.future()), timed, seconds));
      }
    }
  }

  private static Need need(World world, int future) {
    Future it = world.futures().get(future);
    List<Need> sources = it.sources().stream().map(source -> need(world, source)).toList();
    if (it.kind() == Kind.QUEUED) {
      return queued(it.at());
    } else if (it.kind() == Kind.RUNNING) {
      return running(it.at());
    } else if (it.kind() == Kind.AFTER) {
      return sources.get(0);
    } else if (it.kind() == Kind.ALL) {
      return new Need.All(sources);
    }
    return it.kind() == Kind.ANY ? new Need.Any(sources) : new Need.Unknown();
  }
}
