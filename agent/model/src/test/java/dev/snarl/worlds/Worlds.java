package dev.snarl.worlds;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Puts thousands of random worlds to two judges who must agree, and shows the smallest world on
 * which they do not.
 */
public final class Worlds {
  private static final long BASE = 20_261_121;

  private final int many;
  private final Function<Random, World> invent;

  public Worlds(int many, Function<Random, World> invent) {
    this.many = many;
    this.invent = invent;
  }

  /** Some worlds must have something to find, and some nothing, else this proves nothing. */
  public void agree(
      Function<World, Set<Set<Integer>>> truth, Function<World, Set<Set<Integer>>> judged) {
    int some = 0;
    for (int i = 0; i < many; i++) {
      long seed = BASE + i;
      World world = invent.apply(new Random(seed));
      Set<Set<Integer>> expected = truth.apply(world);
      if (!judged.apply(world).equals(expected)) {
        World small = smallest(world, candidate -> truth.apply(candidate), judged);
        Supplier<String> text = () -> "the pools judged, of the world with seed " + seed + small;
        assertThat(judged.apply(small)).as(text).isEqualTo(truth.apply(small));
      }
      some += expected.isEmpty() ? 0 : 1;
    }
    assertThat(some)
        .as("of %d worlds, those with something to find", many)
        .isBetween(many / 50, many * 9 / 10);
  }

  private static World smallest(
      World world,
      Function<World, Set<Set<Integer>>> truth,
      Function<World, Set<Set<Integer>>> judged) {
    for (World simpler : world.simpler()) {
      if (!judged.apply(simpler).equals(truth.apply(simpler))) {
        return smallest(simpler, truth, judged);
      }
    }
    return world;
  }
}
