package dev.snarl.observe.live;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What a thread of ours must never be to the application. */
class AgentThreadTest {
  private static final InheritableThreadLocal<String> ITS_OWN = new InheritableThreadLocal<>();

  private String inherited = "not run";

  @Test
  void itKeepsNoJvmAliveAndInheritsNothing() throws InterruptedException {
    ITS_OWN.set("of the application");
    AgentThread thread = new AgentThread(() -> inherited = "saw " + ITS_OWN.get(), "snarl-test");
    thread.start();
    thread.join();
    assertThat(thread.isDaemon()).isTrue();
    assertThat(thread.getContextClassLoader()).isNull();
    assertThat(inherited).isEqualTo("saw null");
  }
}
