package dev.snarl.tests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.snarl.tests.programs.Identity;

/** Tasks keep their identity and their order, and thread factories get what the JDK gives them. */
class NeverWrapTest {
  @OnJdk
  void tasksKeepTheirIdentityAndOrder(Jdk jdk) {
    Exit bare = ForkedJvm.on(jdk).run(Identity.class);
    assertThat(bare.out())
        .contains(
            "priority order [1, 2, 3, 4, 5]",
            "contains true",
            "removed true, again false",
            "left 3 same true true true java.util.concurrent.FutureTask",
            "invokeAll [0, 1, 2, 3]");
    Exit watched = ForkedJvm.on(jdk).agent().run(Identity.class);
    // In any order: an interrupted task prints while main goes on.
    assertThat(watched.out()).containsExactlyInAnyOrderElementsOf(bare.out());
    assertThat(watched.code()).isEqualTo(bare.code());
    assertThat(watched.err()).allMatch(line -> line.startsWith("snarl: "));
  }
}
