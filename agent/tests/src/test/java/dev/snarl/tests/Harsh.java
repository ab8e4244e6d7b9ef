package dev.snarl.tests;

import dev.snarl.tests.programs.EveryHook;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * One JVM of {@link HarshJvmTest}.
 *
 * @param says a pattern of the agent's lines beside the ready line
 * @param rare whether some JVMs do not know the flags
 */
record Harsh(
    String name,
    Class<?> program,
    List<Integer> jdks,
    List<String> flags,
    List<String> under,
    String says,
    boolean seldom,
    boolean rare)
    implements Matrix.Case {
  private static final List<Integer> EVERY = List.of(17, 21, 25);

  static Harsh with(String name, String... flags) {
    return new Harsh(
        name,
        EveryHook.class,
        EVERY,
        Arrays.asList(flags),
        List.of(),
        "nothing else",
        false,
        false);
  }

  Harsh running(Class<?> other) {
    return new Harsh(name, other, jdks, flags, under, says, seldom, rare);
  }

  Harsh on(Integer... others) {
    return new Harsh(name, program, List.of(others), flags, under, says, seldom, rare);
  }

  Harsh under(String shell) {
    List<String> command = List.of("sh", "-c", shell + " && exec \"$@\"", "sh");
    return new Harsh(name, program, jdks, flags, command, says, seldom, rare);
  }

  Harsh asUser(String shell) {
    List<String> command = new ArrayList<>(List.of("unshare", "-rm"));
    command.addAll(under(shell).under());
    return new Harsh(name, program, jdks, flags, command, says, seldom, rare);
  }

  Harsh saying(String pattern) {
    return new Harsh(name, program, jdks, flags, under, pattern, seldom, rare);
  }

  Harsh atLeisure() {
    return new Harsh(name, program, jdks, flags, under, says, true, rare);
  }

  Harsh whereKnown() {
    return new Harsh(name, program, jdks, flags, under, says, seldom, true);
  }

  /** Skips the running test where this JVM cannot be had. */
  void need(Jdk jdk) {
    if (!under.isEmpty()) {
      Commands.need(under);
    }
    if (rare) {
      List<String> command = new ArrayList<>(List.of(jdk.java().toString()));
      command.addAll(flags);
      if (Commands.run(command, "-version") != 0) {
        throw Skipped.because(jdk + " does not know " + String.join(" ", flags));
      }
    }
  }

  ForkedJvm start(Jdk jdk) {
    return ForkedJvm.asUsual(jdk)
        .flags(flags.toArray(String[]::new))
        .under(under.toArray(String[]::new));
  }

  @Override
  public String toString() {
    return name;
  }
}
