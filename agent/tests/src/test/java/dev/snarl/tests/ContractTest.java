package dev.snarl.tests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.snarl.tests.contract.Contract;
import dev.snarl.tests.contract.Ending;
import dev.snarl.tests.contract.Meanwhile;
import dev.snarl.tests.contract.Permitted;
import dev.snarl.tests.programs.EveryHook;
import java.nio.file.Path;
import java.util.List;

/**
 * Whatever an application can observe is as it is without the agent: the same programs, line for
 * line. {@code scripts/behaviour} runs them beside another agent too.
 */
class ContractTest {
  private static final String[] PATHS = {
    "/metrics", "/api/findings", "/api/waits", "/api/executors", "/report"
  };

  private static final Path POLICY = Path.of("src/test/resources/contract.policy").toAbsolutePath();

  @OnJdk({17, 25})
  void everyCheckPrintsWhatItPrintsWithoutTheAgent(Jdk jdk) {
    Exit bare;
    try (Running watched = ForkedJvm.asUsual(jdk).agent().start(Contract.class)) {
      bare = ForkedJvm.asUsual(jdk).run(Contract.class);
      same(watched.exit(), bare);
    }
    assertThat(bare.out()).hasSizeGreaterThan(300).endsWith("all checks made");
  }

  /** While the agent observes, judges and is asked for everything that it has. */
  @OnJdk({17, 25})
  void nobodyLooksAtTheApplicationsObjectsOrKeepsThem(Jdk jdk) {
    meanwhile(jdk, "objects");
  }

  @OnJdk({17, 25})
  void whatIsSetLateStillCounts(Jdk jdk) {
    meanwhile(jdk, "settings");
  }

  private static void meanwhile(Jdk jdk, String what) {
    Exit bare = ForkedJvm.asUsual(jdk).run(Meanwhile.class, what);
    try (Running watched = ForkedJvm.asUsual(jdk).agent("port=0").start(Meanwhile.class, what)) {
      watched.awaitErr(ReadyLineTest.READY);
      watched.awaitOut("built");
      for (int i = 0; i < 3; i++) {
        for (String path : PATHS) {
          watched.get(path);
        }
      }
      same(watched.exit(), bare);
    }
  }

  @OnJdk({17, 25})
  void itEndsAsItEndsWithoutTheAgent(Jdk jdk) {
    for (String way :
        List.of("main-throws", "exit-in-pool", "hooks", "pool-keeps-it", "terminated")) {
      same(
          ForkedJvm.asUsual(jdk).agent().run(Ending.class, way),
          ForkedJvm.asUsual(jdk).run(Ending.class, way));
    }
  }

  /** The last JDK of the three that has a security manager. */
  @OnJdk({17})
  void rightsAreAsTheyAreWithoutTheAgent(Jdk jdk) {
    String[] recording = {"-Djava.security.manager=allow"};
    same(
        ForkedJvm.asUsual(jdk).flags(recording).agent().run(Permitted.class, "record"),
        ForkedJvm.asUsual(jdk).flags(recording).run(Permitted.class, "record"));
    for (Path granted : List.of(ForkedJvm.JAR, Path.of("/another.jar"))) {
      same(
          underThePolicy(jdk, granted).agent().run(Permitted.class),
          underThePolicy(jdk, granted).run(Permitted.class));
    }
  }

  @OnJdk({17})
  void whatAPolicyGrantsToItsJarIsEnoughForTheAgentOnAnyThread(Jdk jdk) {
    Exit bare = underThePolicy(jdk, ForkedJvm.JAR).run(EveryHook.class);
    try (Running watched =
        underThePolicy(jdk, ForkedJvm.JAR).agent("port=0").start(EveryHook.class)) {
      watched.awaitErr(ReadyLineTest.READY);
      watched.awaitOut("done");
      HealthTest.assertNoErrorsCounted(watched);
      same(watched.exit(), bare);
    }
  }

  private static ForkedJvm underThePolicy(Jdk jdk, Path granted) {
    return ForkedJvm.asUsual(jdk)
        .flags(
            "-Djava.security.manager",
            "-Djava.security.policy==" + POLICY,
            "-Dcontract.granted=" + granted);
  }

  private static void same(Exit watched, Exit bare) {
    assertThat(watched.out()).containsExactlyElementsOf(bare.out());
    assertThat(watched.code()).isEqualTo(bare.code());
    assertThat(watched.err())
        .filteredOn(line -> !line.startsWith("snarl: "))
        .containsExactlyElementsOf(bare.err());
  }
}
