package dev.snarl.tests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.snarl.tests.programs.Encapsulation;

/** The application can reach no more of the JDK than without the agent, and nothing of ours. */
class EncapsulationTest {
  @OnJdk
  void theJdkIsAsClosedAsWithoutTheAgentAndOurClassesAreInvisible(Jdk jdk) {
    Exit bare = ForkedJvm.on(jdk).run(Encapsulation.class);
    assertThat(bare.out())
        .contains("ctl java.lang.reflect.InaccessibleObjectException")
        .noneMatch(line -> line.contains("is open") || line.contains("visible from"));
    try (Running program = ForkedJvm.on(jdk).agent("port=0").start(Encapsulation.class)) {
      program.awaitErr(ReadyLineTest.READY);
      Exit watched = program.exit();
      assertThat(watched.out())
          .filteredOn(line -> !line.startsWith("packages "))
          .isEqualTo(bare.out().stream().filter(line -> !line.startsWith("packages ")).toList());
    }
  }
}
