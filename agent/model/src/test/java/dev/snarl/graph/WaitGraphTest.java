package dev.snarl.graph;

import static dev.snarl.rules.Snapshots.aPool;
import static dev.snarl.rules.Snapshots.at;
import static dev.snarl.rules.Snapshots.blocked;
import static dev.snarl.rules.Snapshots.queued;
import static dev.snarl.rules.Snapshots.running;
import static org.assertj.core.api.Assertions.assertThat;

import dev.snarl.rules.Snapshots;
import dev.snarl.snapshot.Certainty;
import dev.snarl.snapshot.Need;
import dev.snarl.snapshot.Pool;
import dev.snarl.snapshot.Snapshot;
import dev.snarl.snapshot.ThreadRef;
import dev.snarl.snapshot.Wait;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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
  private static final List<Certainty> CERTAINTIES = List.of(Certainty.values());
  private static final Criteria PROOF = Criteria.proof(0.25);

  @Test
  void theFixedPointIsTheLargestSetOfThreadsThatRestsOnItself() {
    Random random = new Random(42);
    int nonEmpty = 0;
    for (int round = 0; round < 3_000; round++) {
      Snapshot snapshot = randomSnapshot(random);
      Criteria criteria = round % 2 == 0 ? PROOF : PROOF.likely();
      Set<Long> expected = largestSelfSupporting(snapshot, criteria.certainty());
      WaitGraph graph = new WaitGraph(snapshot, criteria);
      Set<Long> found =
          LongStream.range(0, THREADS).filter(graph::stuck).boxed().collect(Collectors.toSet());
      assertThat(found).as("round %d: %s", round, snapshot.waits()).isEqualTo(expected);
      nonEmpty += expected.isEmpty() ? 0 : 1;
    }
    assertThat(nonEmpty).as("rounds that tell something").isBetween(100, 2_900);
  }

  @Test
  void aCircleIsWhatIsStuckAndReachesItself() {
    Random random = new Random(43);
    int some = 0;
    for (int round = 0; round < 3_000; round++) {
      Snapshot snapshot = randomSnapshot(random);
      WaitGraph graph = new WaitGraph(snapshot, PROOF);
      Map<String, Set<String>> reach = reach(snapshot, graph);
      Set<Set<String>> expected = new HashSet<>();
      reach.forEach(
          (from, reached) -> {
            if (reached.contains(from)) {
              expected.add(
                  reached.stream()
                      .filter(to -> reach.getOrDefault(to, Set.of()).contains(from))
                      .collect(Collectors.toSet()));
            }
          });
      Set<Set<String>> withAllOfTheirPools = new HashSet<>();
      for (Set<String> set : expected) {
        Set<String> all = new HashSet<>(set);
        snapshot.pools().stream()
            .filter(pool -> set.contains(Node.pool(pool.id())))
            .forEach(pool -> pool.threads().forEach(id -> all.add(Node.thread(id))));
        withAllOfTheirPools.add(all);
      }
      Circles circles = new Circles(snapshot);
      Set<Set<String>> found = new HashSet<>();
      for (Circle circle : graph.circles()) {
        Set<String> members = new HashSet<>();
        circle.pools().forEach(pool -> members.add(Node.pool(pool.id())));
        circle.waits().forEach(wait -> members.add(Node.thread(wait.thread().id())));
        found.add(members);
      }
      String world = "round %d: %s".formatted(round, snapshot.waits());
      assertThat(found).as(world).isEqualTo(withAllOfTheirPools);
      for (Edge edge : Edge.of(snapshot.waits())) {
        assertThat(circles.forGood(edge))
            .as(world)
            .isEqualTo(
                expected.stream()
                    .anyMatch(set -> set.contains(edge.from()) && set.contains(edge.to())));
      }
      for (List<String> loop : circles.forGood()) {
        assertThat(expected).as(world).anyMatch(set -> set.containsAll(loop));
      }
      some += expected.isEmpty() ? 0 : 1;
    }
    assertThat(some).as("rounds with a circle").isBetween(100, 2_900);
  }

  /** What each stuck thread and each closed pool reaches along what cannot happen. */
  private static Map<String, Set<String>> reach(Snapshot snapshot, WaitGraph graph) {
    Map<String, Set<String>> reach = new HashMap<>();
    for (Wait wait : snapshot.waits()) {
      if (graph.stuck(wait.thread().id())) {
        Set<String> ends = new HashSet<>();
        addHopeless(wait, wait.need(), graph, ends);
        reach.put(Node.thread(wait.thread().id()), ends);
      }
    }
    for (Pool pool : snapshot.pools()) {
      if (graph.closed(pool.id())) {
        reach.put(
            Node.pool(pool.id()),
            pool.threads().stream().map(Node::thread).collect(Collectors.toSet()));
      }
    }
    for (int step = 0; step < THREADS + POOLS; step++) {
      reach
          .values()
          .forEach(
              ends ->
                  List.copyOf(ends).forEach(end -> ends.addAll(reach.getOrDefault(end, Set.of()))));
    }
    return reach;
  }

  private static void addHopeless(Wait wait, Need need, WaitGraph graph, Set<String> ends) {
    if (!graph.hopeless(need)) {
      return;
    }
    if (need instanceof Need.Step step) {
      ends.add(Objects.requireNonNull(new Edge(wait, "", step).to()));
    } else if (need instanceof Need.All all) {
      all.needs().forEach(part -> addHopeless(wait, part, graph, ends));
    } else if (need instanceof Need.Any any) {
      any.needs().forEach(part -> addHopeless(wait, part, graph, ends));
    }
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
    int kind = random.nextInt(depth > 0 ? 14 : 11);
    if (kind < 6) {
      return queued(random.nextInt(POOLS + 1));
    } else if (kind < 8) {
      return running(random.nextInt(THREADS));
    } else if (kind == 8) {
      return new Need.Unknown();
    } else if (kind < 11) {
      ThreadRef holder = ((Need.Running) running(random.nextInt(THREADS))).thread();
      Certainty certainty = CERTAINTIES.get(random.nextInt(CERTAINTIES.size()));
      return new Need.Held("java.lang.Object", holder, certainty);
    }
    List<Need> parts =
        IntStream.range(0, random.nextInt(3)).mapToObj(i -> randomNeed(random, depth - 1)).toList();
    return kind == 11 ? new Need.All(parts) : new Need.Any(parts);
  }

  private static Set<Long> largestSelfSupporting(Snapshot snapshot, Certainty certainty) {
    Set<Long> union = new HashSet<>();
    for (int bits = 0; bits < 1 << THREADS; bits++) {
      Set<Long> candidate = new HashSet<>();
      for (long id = 0; id < THREADS; id++) {
        if ((bits >> id & 1) == 1) {
          candidate.add(id);
        }
      }
      if (candidate.stream().allMatch(id -> supported(id, candidate, snapshot, certainty))) {
        union.addAll(candidate);
      }
    }
    return union;
  }

  private static boolean supported(
      long thread, Set<Long> set, Snapshot snapshot, Certainty certainty) {
    for (Wait wait : snapshot.waits()) {
      if (wait.thread().id() == thread) {
        return !wait.timed() && hopeless(wait.need(), set, snapshot, certainty);
      }
    }
    return false;
  }

  private static boolean hopeless(
      Need need, Set<Long> set, Snapshot snapshot, Certainty certainty) {
    if (need instanceof Need.Running running) {
      return set.contains(running.thread().id());
    } else if (need instanceof Need.Held held) {
      boolean counts =
          held.certainty() == Certainty.PROVED
              || (held.certainty() == Certainty.LIKELY && certainty == Certainty.LIKELY);
      return counts && set.contains(held.thread().id());
    } else if (need instanceof Need.Queued queued) {
      for (Pool pool : snapshot.pools()) {
        if (pool.id() == queued.pool()) {
          return !pool.canGrow() && !pool.threads().isEmpty() && set.containsAll(pool.threads());
        }
      }
      return false;
    } else if (need instanceof Need.All all) {
      return all.needs().stream().anyMatch(part -> hopeless(part, set, snapshot, certainty));
    } else if (need instanceof Need.Any any) {
      return !any.needs().isEmpty()
          && any.needs().stream().allMatch(part -> hopeless(part, set, snapshot, certainty));
    }
    return false;
  }
}
