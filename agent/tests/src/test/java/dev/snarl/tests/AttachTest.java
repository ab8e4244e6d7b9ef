package dev.snarl.tests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.snarl.tests.programs.Deadlock;
import dev.snarl.tests.programs.LocksHung;
import dev.snarl.tests.programs.Serving;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The agent comes to a JVM that runs, and goes again, by the jar's own commands. */
class AttachTest {
  private static final Pattern CRITICAL =
      Pattern.compile("snarl: CRITICAL pool-deadlock at .*Deadlock\\.outer\\(Deadlock\\.java:.*");
  private static final Pattern OWN_BY_A_REQUEST =
      Pattern.compile(
          "defined (dev\\.snarl|java\\.util\\.concurrent\\.Snarl|java\\.lang\\.invoke).* by request.*");
  private static final Pattern DETACHED = Pattern.compile("snarl: detached");

  private static Running hung(Jdk jdk, String future) {
    Running program = ForkedJvm.on(jdk).attachable().start(Deadlock.class, future);
    program.awaitOut("stuck");
    return program;
  }

  @OnJdk
  void aPoolThatHungBeforeTheAgentCameIsNamed(Jdk jdk) {
    for (String future : List.of("task", "completable")) {
      try (Running program = hung(jdk, future)) {
        Exit attach = snarl("attach", Long.toString(program.pid()), "port=0");
        assertThat(attach.code()).as("exit code of attach: %s", attach).isZero();
        assertThat(attach.out())
            .singleElement()
            .asString()
            .matches("snarl: ready in \\d+ ms on http://127.0.0.1:\\d+, \\d+ rules, \\d+ hooks");
        program.awaitErr(CRITICAL);
        assertThat(program.exit().err()).allMatch(line -> line.startsWith("snarl: "));
      }
    }
  }

  /** One circle of each kind: locks, the end of a thread, a class, a queue. */
  @OnJdk
  void everyCircleOfLocksThatHungBeforeTheAgentCameIsNamed(Jdk jdk) {
    try (Running program = ForkedJvm.on(jdk).attachable().start(LocksHung.class)) {
      program.awaitOut("stuck");
      assertThat(snarl("attach", Long.toString(program.pid()), "port=0").code()).isZero();
      for (String method : List.of("monitors", "joins", "<clinit>", "flush")) {
        program.awaitErr(
            Pattern.compile(
                "snarl: CRITICAL lock-deadlock at .*LocksHung.*\\."
                    + Pattern.quote(method)
                    + "\\(LocksHung\\.java:.*"));
      }
      assertThat(program.exit().err()).allMatch(line -> line.startsWith("snarl: "));
    }
  }

  @OnJdk
  void afterDetachNothingIsLeftAndItCanComeAgain(Jdk jdk) {
    try (Running program = hung(jdk, "task")) {
      String pid = Long.toString(program.pid());
      for (int round = 0; round < 2; round++) {
        assertThat(snarl("attach", pid, "port=0").code()).isZero();
        Exit detach = snarl("detach", pid);
        assertThat(detach.code()).as("exit code of detach: %s", detach).isZero();
        assertThat(detach.out()).containsExactly("snarl: detached from " + pid);
        program.awaitErr(DETACHED);
        assertThat(program.threads()).noneMatch(name -> name.contains("snarl"));
        assertThat(program.openFiles())
            .as("the system loader alone keeps the jar, once")
            .filteredOn(file -> file.endsWith("snarl.jar"))
            .hasSizeLessThanOrEqualTo(1);
      }
    }
  }

  /** Requests would wait for the classes, all at the same time. */
  @OnJdk
  void noRequestLoadsTheAgent(Jdk jdk) throws InterruptedException {
    try (Running program = ForkedJvm.on(jdk).attachable().start(Serving.class)) {
      program.awaitOut("serving");
      assertThat(snarl("attach", Long.toString(program.pid()), "port=0", "jfr=off").code())
          .isZero();
      Thread.sleep(1_000); // they go on, in woven classes
      List<String> defined = program.exit().out();
      assertThat(defined)
          .as("the recording sees the agent's classes")
          .anyMatch(line -> line.startsWith("defined dev.snarl."));
      assertThat(defined).contains("next pool-1-thread-1");
      assertThat(defined).noneMatch(line -> OWN_BY_A_REQUEST.matcher(line).matches());
    }
  }

  @Test
  void aProcessThatIsNoJvmIsOneLineAndExitCode3() {
    Exit attach = snarl("attach", "999999999");
    assertThat(attach.code()).isEqualTo(3);
    assertThat(attach.err())
        .singleElement()
        .asString()
        .startsWith("snarl: cannot reach JVM 999999999");
  }

  private static Exit snarl(String... arguments) {
    return ForkedJvm.on(Jdk.of(17)).command(arguments);
  }
}
