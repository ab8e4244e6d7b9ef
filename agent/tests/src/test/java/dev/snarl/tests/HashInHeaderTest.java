package dev.snarl.tests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.snarl.tests.programs.HashInHeader;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The probe finds the identity hash code in the object headers of every layout. Times in queues
 * stay right without it, but each task costs a look-up then, so no other test notices.
 */
class HashInHeaderTest {
  private record Layout(List<Integer> jdks, List<String> flags) implements Matrix.Case {
    /** 31 bits, behind those of lock and age; from 24 on in the same place in every layout. */
    static String bits(Jdk jdk) {
      return Long.toHexString(0x7fff_ffffL << (jdk.feature() < 24 ? 8 : 11));
    }

    @Override
    public String toString() {
      return String.join(" ", flags);
    }
  }

  static Stream<Arguments> layouts() {
    List<Integer> every = List.of(17, 21, 25);
    List<Layout> all = new ArrayList<>();
    for (String collector : List.of("Serial", "Parallel", "G1", "Z", "Shenandoah")) {
      String flag = "-XX:+Use" + collector + "GC";
      List<Integer> jdks = collector.equals("Shenandoah") ? List.of(17, 25) : every;
      all.add(new Layout(jdks, List.of(flag)));
      all.add(new Layout(List.of(25), List.of("-XX:+UseCompactObjectHeaders", flag)));
    }
    all.add(new Layout(every, List.of("-XX:-UseCompressedOops")));
    all.add(new Layout(every, List.of("-XX:-UseCompressedClassPointers")));
    for (int mode = 0; mode <= 2; mode++) {
      all.add(
          new Layout(
              List.of(21, 25),
              List.of("-XX:+UnlockExperimentalVMOptions", "-XX:LockingMode=" + mode)));
    }
    return Matrix.of(all);
  }

  @ParameterizedTest(name = "{0} on {1}")
  @MethodSource("layouts")
  void itIsWhereTheProbeLooks(Layout layout, Jdk jdk) {
    Exit exit =
        ForkedJvm.on(jdk)
            .flags(layout.flags().toArray(String[]::new))
            .flags("--add-opens=java.base/java.util.concurrent=ALL-UNNAMED", "-Xlog:disable")
            .agent()
            .run(HashInHeader.class);
    assertThat(exit.out()).as("%s", exit).containsExactly(Layout.bits(jdk));
  }
}
