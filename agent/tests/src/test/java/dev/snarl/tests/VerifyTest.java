package dev.snarl.tests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.snarl.tests.programs.EveryHook;

/** Every class that the agent changed is one that the JVM's own verifier accepts. */
class VerifyTest {
  @OnJdk
  void changedClassesPassFullVerification(Jdk jdk) {
    Exit exit = ForkedJvm.on(jdk).flags("-Xverify:all").agent().run(EveryHook.class);
    assertThat(exit.out()).endsWith("done");
    assertThat(exit.code()).isZero();
    assertThat(exit.err()).filteredOn(line -> !line.startsWith("snarl: ")).isEmpty();
  }

  @OnJdk
  void watchedProgramsPrintWhatTheyPrintUnwatched(Jdk jdk) {
    Exit bare = ForkedJvm.on(jdk).run(EveryHook.class);
    Exit watched = ForkedJvm.on(jdk).agent().run(EveryHook.class);
    assertThat(bare.out()).endsWith("done");
    assertThat(watched.out()).isEqualTo(bare.out());
  }
}
