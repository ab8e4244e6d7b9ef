package dev.snarl.tests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.snarl.tests.programs.Interrupting;
import java.time.Duration;

/** The agent's threads are not in the application's way, nor it in theirs. */
class InterruptTest {
  @OnJdk
  void anApplicationThatInterruptsAllThreadsLosesNothingOfTheAgent(Jdk jdk) {
    try (Running bare = ForkedJvm.on(jdk).start(Interrupting.class);
        Running program = ForkedJvm.on(jdk).agent("port=0").start(Interrupting.class)) {
      bare.awaitOut("running");
      program.awaitOut("running");
      String ready = program.address().toString();
      for (int i = 1; i <= 20; i++) {
        program.say("");
        int times = i;
        Deadline.in(Duration.ofSeconds(30))
            .until(
                () -> program.out().toString(),
                () -> program.out().size() == 2 + times ? "again" : null);
        // On a busy machine a snapshot may be late.
        Deadline.in(Duration.ofSeconds(60))
            .until(
                () -> ready + " " + program.get("/healthz"),
                () -> program.get("/healthz").contains("\"status\":\"ok\"") ? "ok" : null);
      }
      HealthTest.assertNoErrors(program);
      assertThat(program.out().get(0)).as("threads of its own group").isEqualTo(bare.out().get(0));
    }
  }
}
