package dev.snarl.tests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.snarl.tests.contract.Contract;
import dev.snarl.tests.contract.Ending;
import dev.snarl.tests.contract.Meanwhile;
import dev.snarl.tests.contract.Permitted;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;

/**
 * Whatever an application can observe is as it is without the agent: the same programs, line for
 * line. {@code scripts/behaviour} runs them beside another agent too.
 */
class ContractTest {
  private static final String[] PATHS = {
    "/metrics", "/api/findings", "/api/waits", "/api/executors", "/report"
  };

  @TempDir
  @SuppressWarnings("NullAway") // JUnit sets it.
  Path folder;

  @OnJdk({17, 25})
  void everyCheckPrintsWhatItPrintsWithoutTheAgent(Jdk jdk) {
    Exit bare;
    try (Running watched = ForkedJvm.on(jdk).agent().start(Contract.class)) {
      bare = ForkedJvm.on(jdk).run(Contract.class);
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
    Exit bare = ForkedJvm.on(jdk).run(Meanwhile.class, what);
    try (Running watched = ForkedJvm.on(jdk).agent("port=0").start(Meanwhile.class, what)) {
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
          ForkedJvm.on(jdk).agent().run(Ending.class, way),
          ForkedJvm.on(jdk).run(Ending.class, way));
    }
  }

  /** The last JDK on which a security manager needs no flag to be allowed. */
  @OnJdk({17})
  void rightsAreAsTheyAreWithoutTheAgent(Jdk jdk) throws IOException {
    String[] recording = {"-Djava.security.manager=allow"};
    same(
        ForkedJvm.on(jdk).flags(recording).agent().run(Permitted.class, "record"),
        ForkedJvm.on(jdk).flags(recording).run(Permitted.class, "record"));
    String[] strict = {"-Djava.security.manager", "-Djava.security.policy==" + policy()};
    same(
        ForkedJvm.on(jdk).flags(strict).agent().run(Permitted.class),
        ForkedJvm.on(jdk).flags(strict).run(Permitted.class));
  }

  private Path policy() throws IOException {
    return Files.writeString(
        folder.resolve("contract.policy"),
        """
        grant codeBase "file:%s" { permission java.security.AllPermission; };
        grant {
          permission java.util.PropertyPermission "java.version", "read";
          permission java.lang.RuntimePermission "modifyThread";
        };
        """
            .formatted(ForkedJvm.JAR));
  }

  private static void same(Exit watched, Exit bare) {
    assertThat(watched.out()).containsExactlyElementsOf(bare.out());
    assertThat(watched.code()).isEqualTo(bare.code());
    assertThat(watched.err())
        .filteredOn(line -> !line.startsWith("snarl: "))
        .containsExactlyElementsOf(bare.err());
  }
}
