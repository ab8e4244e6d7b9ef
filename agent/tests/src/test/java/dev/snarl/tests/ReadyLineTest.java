package dev.snarl.tests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.snarl.tests.programs.EveryHook;
import dev.snarl.tests.programs.Hello;
import dev.snarl.tests.programs.UsesFutures;
import java.time.Duration;
import java.util.regex.Pattern;

/** The first thing that a user sees, and that it is the only thing. */
class ReadyLineTest {
  static final Pattern READY =
      Pattern.compile(
          "snarl: ready in \\d+ ms on http://127\\.0\\.0\\.1:\\d+, \\d+ rules, \\d+ hooks");
  static final Pattern READY_WITHOUT_HTTP =
      Pattern.compile("snarl: ready in \\d+ ms, \\d+ rules, \\d+ hooks");

  @OnJdk
  void oneLineSaysWhereTheAgentIsAndNothingElseIsOnStderr(Jdk jdk) {
    try (Running hello = ForkedJvm.on(jdk).agent("port=0").start(Hello.class)) {
      hello.awaitErr(READY);
      Exit exit = hello.exit();
      assertThat(exit.err()).hasSize(1);
      assertThat(exit.out()).containsExactly("hello");
      assertThat(exit.code()).isZero();
    }
  }

  @OnJdk
  void withoutHttpItNamesNoAddress(Jdk jdk) {
    try (Running hello = ForkedJvm.on(jdk).agent("port=off").start(Hello.class, "3")) {
      hello.awaitErr(READY_WITHOUT_HTTP);
      Exit exit = hello.exit();
      assertThat(exit.err()).hasSize(1);
      assertThat(exit.code()).isEqualTo(3);
    }
  }

  @OnJdk
  void noJvmWarningAppearsWhenEveryHookIsPassed(Jdk jdk) {
    try (Running program = ForkedJvm.on(jdk).agent("port=0").start(EveryHook.class)) {
      program.awaitErr(READY);
      program.awaitOut("done");
      assertThat(program.exit().err()).allMatch(line -> line.startsWith("snarl: "));
    }
  }

  @OnJdk
  void everyHookOfTheSelfTestReports(Jdk jdk) {
    try (Running program = ForkedJvm.on(jdk).agent("port=0").start(Hello.class)) {
      String line = program.awaitErr(READY).group();
      int hooks = Integer.parseInt(line.replaceAll(".* (\\d+) hooks", "$1"));
      int rules = Integer.parseInt(line.replaceAll(".* (\\d+) rules, .*", "$1"));
      assertThat(hooks).isGreaterThanOrEqualTo(9);
      assertThat(rules).isGreaterThanOrEqualTo(10);
    }
  }

  @OnJdk
  void everyHookIsProvedOnceTheApplicationUsesFutures(Jdk jdk) {
    try (Running program = ForkedJvm.on(jdk).agent("port=0").start(UsesFutures.class)) {
      program.awaitErr(READY);
      Deadline.in(Duration.ofSeconds(20))
          .until(
              () -> program.get("/healthz"),
              () -> program.get("/healthz").contains("not yet used") ? null : "all used");
      assertThat(program.get("/healthz")).contains("proved").doesNotContain("failed");
    }
  }

  @OnJdk
  void switchedOffItSaysAndDoesNothing(Jdk jdk) {
    Exit exit = ForkedJvm.on(jdk).agent("enabled=false").run(EveryHook.class);
    assertThat(exit.err()).isEmpty();
    assertThat(exit.out()).endsWith("done");
  }
}
