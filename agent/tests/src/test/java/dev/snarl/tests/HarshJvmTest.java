package dev.snarl.tests;

import static dev.snarl.tests.Harsh.with;
import static org.assertj.core.api.Assertions.assertThat;

import dev.snarl.tests.programs.Hello;
import dev.snarl.tests.programs.NearlyFull;
import dev.snarl.tests.programs.Overflow;
import dev.snarl.tests.programs.PretendedJava;
import dev.snarl.tests.programs.Starved;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * JVMs in which little is left or much is different: the application prints what it prints without
 * the agent and ends as it does, and the agent is ready.
 */
class HarshJvmTest {
  private static final String OVERFLOW =
      "an error of its own in a hook, going on: java.lang.StackOverflowError";

  private static String policy() {
    return Path.of("src/test/resources/all.policy").toAbsolutePath().toString();
  }

  /** The folder that scripts/faults has put its jars into; nothing without. */
  private static List<Harsh> graal() {
    String folder = System.getProperty("snarl.tests.graal");
    return folder == null
        ? List.of()
        : List.of(
            with(
                    "GraalVM's compiler",
                    "-XX:+UnlockExperimentalVMOptions",
                    "-XX:+EnableJVMCI",
                    "-XX:+UseJVMCICompiler",
                    "--upgrade-module-path=" + folder + "/compiler.jar",
                    "--module-path=" + folder + "/graal-sdk.jar:" + folder + "/truffle-api.jar")
                .on(17)
                .atLeisure());
  }

  static Stream<Arguments> jvms() {
    List<Harsh> all = new ArrayList<>(graal());
    all.addAll(
        List.of(
            with("stacks that overflow").running(Overflow.class).saying(OVERFLOW),
            with("stacks that overflow, compiled by C1", "-XX:TieredStopAtLevel=1")
                .running(Overflow.class)
                .saying(OVERFLOW)
                .atLeisure(),
            with("the smallest stacks", "-Xss256k", "-XX:CompilerThreadStackSize=512"),
            with("no file descriptor left")
                .under("ulimit -n 64")
                .running(Starved.class)
                .saying("no HTTP on .*|an error of its own in publish, going on: .*"),
            with("a read-only root").asUser("mount -o remount,bind,ro /").on(17, 25),
            with("no temporary folder", "-Djava.io.tmpdir=/nowhere/at/all"),
            with(
                "verification of all classes",
                "-XX:+UnlockDiagnosticVMOptions",
                "-XX:+BytecodeVerificationLocal"),
            with("no performance data", "-XX:-UsePerfData"),
            with("no class-data sharing", "-Xshare:off"),
            with("class-data sharing if it can be", "-Xshare:auto").atLeisure(),
            with("serial collector", "-XX:+UseSerialGC").atLeisure(),
            with("parallel collector", "-XX:+UseParallelGC").atLeisure(),
            with("G1", "-XX:+UseG1GC").atLeisure(),
            with("ZGC", "-XX:+UseZGC", "-Xmx256m"),
            with("generational ZGC", "-XX:+UseZGC", "-XX:+ZGenerational", "-Xmx256m")
                .on(21)
                .atLeisure(),
            with("Shenandoah", "-XX:+UseShenandoahGC", "-Xmx256m").on(17, 25),
            // Its advice at the start has a time in it.
            with(
                    "Epsilon",
                    "-XX:+UnlockExperimentalVMOptions",
                    "-XX:+UseEpsilonGC",
                    "-Xmx1g",
                    "-Xlog:gc+init=off")
                .atLeisure(),
            with("uncompressed references", "-XX:-UseCompressedOops").atLeisure(),
            with("interpreter only", "-Xint").atLeisure(),
            with("everything compiled", "-Xcomp").atLeisure(),
            with("no tiers", "-XX:-TieredCompilation").atLeisure(),
            with("no attaching", "-XX:+DisableAttachMechanism"),
            with("assertions in system classes", "-esa", "-ea").atLeisure(),
            with("a debugger", "-agentlib:jdwp=transport=dt_socket,server=y,suspend=n,quiet=y")
                .atLeisure(),
            with(
                    "a security manager that allows all",
                    "-Djava.security.manager",
                    "-Djava.security.policy==" + policy())
                .on(17)));
    all.addAll(JvmModes.all());
    return Matrix.of(all);
  }

  @ParameterizedTest(name = "{0} on {1}")
  @MethodSource("jvms")
  void theApplicationDoesNotNotice(Harsh jvm, Jdk jdk) {
    jvm.need(jdk);
    Unchanged.is(() -> jvm.start(jdk), jvm.program(), jvm.says());
  }

  /** The JVM itself refuses every agent then, and says so. */
  @OnJdk
  void aJvmThatDumpsItsArchiveEndsAsWithAnyAgent(Jdk jdk, @TempDir Path folder) {
    Exit other =
        dumping(jdk, folder.resolve("other.jsa"))
            .testAgent(folder, PretendedJava.class, "")
            .run(Hello.class);
    Exit ours = dumping(jdk, folder.resolve("ours.jsa")).agent().run(Hello.class);
    assertThat(ours).isEqualTo(other);
    assertThat(ours.out()).anyMatch(line -> line.contains("AllowArchivingWithJavaAgent"));
  }

  private static ForkedJvm dumping(Jdk jdk, Path archive) {
    return ForkedJvm.asUsual(jdk).flags("-Xshare:dump", "-XX:SharedArchiveFile=" + archive);
  }

  /** Its threads may meet an empty heap as the application's may. */
  @OnJdk
  void aHeapThatIsFullAgainAndAgainIsTheApplicationsOwn(Jdk jdk) {
    try (Running bare = ForkedJvm.asUsual(jdk).flags("-Xmx32m").start(NearlyFull.class);
        Running program =
            ForkedJvm.asUsual(jdk).flags("-Xmx32m").agent("port=0").start(NearlyFull.class)) {
      Exit without = bare.exit();
      Exit with = program.exit();
      assertThat(with.out()).endsWith("done").isEqualTo(without.out());
      assertThat(with.code()).isEqualTo(without.code());
      assertThat(with.err())
          .filteredOn(line -> line.startsWith("snarl: ") && !line.contains(" flight recorder "))
          .allMatch(
              line ->
                  line.matches(
                      "snarl: (ready in|WARNING|the JVM had no memory|the observer ended"
                          + "|no HTTP on \\S+ Java heap space"
                          + "|its thread \\S+ ended: java.lang.OutOfMemoryError"
                          // A part whose class found no memory when it was initialised is lost.
                          + "|an error of its own in \\w+, going on:"
                          + " java.lang.NoClassDefFoundError: Could not initialize class ).*"))
          .hasSizeLessThan(8);
    }
  }

  @OnJdk(17)
  void underASecurityManagerThatForbidsItTheAgentSaysSo(Jdk jdk) {
    ForkedJvm jvm = ForkedJvm.asUsual(jdk).flags("-Djava.security.manager").agent("port=0");
    Exit bare = ForkedJvm.asUsual(jdk).flags("-Djava.security.manager").run(Hello.class, "3");
    Exit exit = jvm.run(Hello.class, "3");
    assertThat(exit.out()).isEqualTo(bare.out());
    assertThat(exit.code()).isEqualTo(bare.code());
    assertThat(exit.err())
        .filteredOn(line -> line.startsWith("snarl: "))
        .singleElement()
        .asString()
        .startsWith("snarl: could not start, the application goes on without it: ");
  }
}
