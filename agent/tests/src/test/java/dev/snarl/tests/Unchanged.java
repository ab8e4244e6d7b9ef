package dev.snarl.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.Supplier;
import java.util.regex.Pattern;

/** Runs a program with the agent and without it, side by side, and compares what is seen of it. */
final class Unchanged {
  private static final Pattern READY = Pattern.compile("snarl: ready in .*");
  static final Pattern FINDING = Pattern.compile("snarl: (WARNING|CRITICAL) .*");

  /** Of the JVM: the stack ended before any transformer, of whatever agent, could be called. */
  private static final String NO_STACK_LEFT =
      "*** java.lang.instrument ASSERTION FAILED ***: \"!errorOutstanding\" with message transform";

  /**
   * Of JDK 17 with {@code -Xcheck:jni}, on standard output, once an agent asks for the loaded
   * classes: a limit that its native code need not keep,
   * https://bugs.openjdk.org/browse/JDK-8297106.
   */
  private static final Pattern LOCAL_REFERENCES =
      Pattern.compile("WARNING: JNI local refs: \\d+, exceeds capacity: \\d+|\t(at|- locked) .*");

  private Unchanged() {}

  /**
   * The same lines on both streams and the same exit code; of the agent the ready line and nothing
   * else.
   *
   * @param jvm makes the JVM; twice
   * @param but a pattern of what else the agent may say, after its mark
   */
  static void is(Supplier<ForkedJvm> jvm, Class<?> type, String but) {
    try (Running bare = jvm.get().start(type);
        Running program = jvm.get().agent("port=0").start(type)) {
      program.awaitErr(READY);
      Exit without = bare.exit();
      Exit with = program.exit();
      assertThat(with.out())
          .filteredOn(line -> !LOCAL_REFERENCES.matcher(line).matches())
          .isEqualTo(without.out());
      assertThat(with.code()).as("%s", with).isEqualTo(without.code());
      assertThat(with.err()).filteredOn(READY.asMatchPredicate()).hasSize(1);
      assertThat(with.err())
          .filteredOn(line -> !line.startsWith("snarl: ") && !line.startsWith(NO_STACK_LEFT))
          .isEqualTo(without.err());
      assertThat(with.err())
          .filteredOn(line -> line.startsWith("snarl: ") && !READY.matcher(line).matches())
          .filteredOn(line -> !FINDING.matcher(line).matches())
          .allMatch(line -> line.matches("snarl: (the flight recorder stays off, .*|" + but + ")"));
    }
  }
}
