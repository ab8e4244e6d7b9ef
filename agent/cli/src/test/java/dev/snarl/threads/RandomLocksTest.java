package dev.snarl.threads;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Circles of locks in random dumps: each thread that meets itself on its way, and no other. */
class RandomLocksTest {
  private static final long BASE = 20_261_121;
  private static final int DUMPS = 400;

  @Test
  void exactlyTheCirclesOfLocksAreFound() throws IOException {
    int some = 0;
    for (long seed = BASE; seed < BASE + DUMPS; seed++) {
      Random random = new Random(seed);
      int threads = 2 + random.nextInt(7);
      int[] owner = random.ints(threads, -1, threads).toArray();
      int[] waitsFor = random.ints(threads, -1, threads).toArray();
      Set<Set<Integer>> expected = circles(owner, waitsFor);
      assertThat(found(owner, waitsFor))
          .as("seed %d: owners of the locks %s, waited for %s", seed, owner, waitsFor)
          .isEqualTo(expected);
      some += expected.isEmpty() ? 0 : 1;
    }
    assertThat(some).as("dumps with a circle").isBetween(DUMPS / 10, DUMPS * 9 / 10);
  }

  private static boolean blocked(int thread, int[] owner, int[] waitsFor) {
    int lock = waitsFor[thread];
    return lock >= 0 && owner[lock] >= 0 && owner[lock] != thread;
  }

  private static Set<Set<Integer>> circles(int[] owner, int[] waitsFor) {
    Set<Set<Integer>> circles = new HashSet<>();
    for (int start = 0; start < waitsFor.length; start++) {
      Set<Integer> path = new TreeSet<>();
      int at = start;
      while (path.add(at) && blocked(at, owner, waitsFor)) {
        at = owner[waitsFor[at]];
      }
      if (at == start && path.size() > 1) {
        circles.add(path);
      }
    }
    return circles;
  }

  private static Set<Set<Integer>> found(int[] owner, int[] waitsFor) throws IOException {
    DumpText dump = new DumpText(17);
    for (int i = 0; i < waitsFor.length; i++) {
      List<String> lines = new ArrayList<>();
      lines.add("com.acme.Bank.move(Bank.java:" + (10 + i) + ")");
      boolean blocked = blocked(i, owner, waitsFor);
      if (blocked) {
        lines.add(
            "- waiting to lock <0x00000000deadbe%02x> (a java.lang.Object)".formatted(waitsFor[i]));
      }
      for (int lock = 0; lock < owner.length; lock++) {
        if (owner[lock] == i) {
          lines.add("- locked <0x00000000deadbe%02x> (a java.lang.Object)".formatted(lock));
        }
      }
      String state = blocked ? "BLOCKED (on object monitor)" : "RUNNABLE";
      dump.thread(20 + i, "teller-" + i, state, lines.toArray(String[]::new));
    }
    Set<Set<Integer>> circles = new HashSet<>();
    for (var finding : Judged.of(dump).findings()) {
      if (finding.rule().equals(LockClaims.DEADLOCK)) {
        Set<Integer> circle = new TreeSet<>();
        for (Object line : (List<?>) Objects.requireNonNull(finding.evidence().get("cycle"))) {
          circle.add(Integer.valueOf(line.toString().replaceFirst("^teller-(\\d+).*$", "$1")));
        }
        circles.add(circle);
      }
    }
    return circles;
  }
}
