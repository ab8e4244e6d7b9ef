package dev.snarl.graph;

import static dev.snarl.rules.Snapshots.aPool;
import static dev.snarl.rules.Snapshots.at;
import static dev.snarl.rules.Snapshots.blocked;
import static dev.snarl.rules.Snapshots.queued;
import static dev.snarl.rules.Snapshots.running;
import static org.assertj.core.api.Assertions.assertThat;

import dev.snarl.rules.Snapshots;
import dev.snarl.snapshot.Need;
import dev.snarl.snapshot.Pool;
import dev.snarl.snapshot.Snapshot;
import dev.snarl.snapshot.Wait;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** The network against the definition, read literally: the largest set that rests on itself. */
class WaitGraphTest {
  private static final int THREADS = 7;
  private static final int POOLS = 3;

  @Test
  void theFixedPointIsTheLargestSetOfThreadsThatRestsOnItself() {
    Random random = new Random(42);
    int nonEmpty = 0;
    for (int round = 0; round < 3_000; round++) {
      Snapshot snapshot = randomSnapshot(random);
      Set<Long> expected = largestSelfSupporting(snapshot);
      WaitGraph graph = new WaitGraph(snapshot, Criteria.proof(0.25));
      Set<Long> found =
          LongStream.range(0, THREADS).filter(graph::stuck).boxed().collect(Collectors.toSet());
      assertThat(found).as("round %d: %s", round, snapshot.waits()).isEqualTo(expected);
      nonEmpty += expected.isEmpty() ? 0 : 1;
    }
    assertThat(nonEmpty).as("rounds that tell something").isBetween(100, 2_900);
  }

  private static Snapshot randomSnapshot(Random random) {
    Snapshots snapshot = at(0);
    int thread = 0;
    for (int pool = 0; pool < POOLS; pool++) {
      int size = random.nextInt(3);
      Snapshots.PoolBuilder builder =
          aPool(pool).threads(LongStream.range(thread, thread + size).toArray());
      thread += size;
      snapshot.pool(random.nextInt(8) == 0 ? builder.growing() : builder);
    }
    for (int id = 0; id < THREADS; id++) {
      if (random.nextInt(8) != 0) {
        snapshot.waiting(blocked(id, randomNeed(random, 2), random.nextInt(10) == 0, 1));
      }
    }
    return snapshot.build();
  }

  private static Need randomNeed(Random random, int depth) {
    int kind = random.nextInt(depth > 0 ? 12 : 9);
    if (kind < 6) {
      return queued(random.nextInt(POOLS + 1));
    } else if (kind < 8) {
      return running(random.nextInt(THREADS));
    } else if (kind == 8) {
      return new Need.Unknown();
    }
    List<Need> parts =
        IntStream.range(0, random.nextInt(3)).mapToObj(i -> randomNeed(random, depth - 1)).toList();
    return kind == 9 ? new Need.All(parts) : new Need.Any(parts);
  }

  private static Set<Long> largestSelfSupporting(Snapshot snapshot) {
    Set<Long> union = new HashSet<>();
    for (int bits = 0; bits < 1 << THREADS; bits++) {
      Set<Long> candidate = new HashSet<>();
      for (long id = 0; id < THREADS; id++) {
        if ((bits >> id & 1) == 1) {
          candidate.add(id);
        }
      }
      if (candidate.stream().allMatch(id -> supported(id, candidate, snapshot))) {
        union.addAll(candidate);
      }
    }
    return union;
  }

  private static boolean supported(long thread, Set<Long> set, Snapshot snapshot) {
    for (Wait wait : snapshot.waits()) {
      if (wait.thread().id() == thread) {
        return !wait.timed() && hopeless(wait.need(), set, snapshot);
      }
    }
    return false;
  }

  private static boolean hopeless(Need need, Set<Long> set, Snapshot snapshot) {
    if (need instanceof Need.Running running) {
      return set.contains(running.thread().id());
    } else if (need instanceof Need.Queued queued) {
      for (Pool pool : snapshot.pools()) {
        if (pool.id() == queued.pool()) {
          return !pool.canGrow() && !pool.threads().isEmpty() && set.containsAll(pool.threads());
        }
      }
      return false;
    } else if (need instanceof Need.All all) {
      return all.needs().stream().anyMatch(part -> hopeless(part, set, snapshot));
    } else if (need instanceof Need.Any any) {
      return !any.needs().isEmpty()
          && any.needs().stream().allMatch(part -> hopeless(part, set, snapshot));
    }
    return false;
  }
}
