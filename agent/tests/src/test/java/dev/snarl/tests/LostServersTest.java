package dev.snarl.tests;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.snarl.tests.programs.IdleServers;

/** {@code lost} of an idle server: of threads that only wait for work, nobody is lost. */
class LostServersTest {
  @OnJdk
  void nothingOfAnIdleServerIsLost(Jdk jdk) {
    try (Running program =
        ForkedJvm.on(jdk)
            .with("tomcat-embed-core-10.1.48", "tomcat-juli-10.1.48", "HikariCP-4.0.3")
            .with("h2-2.3.232", "kafka-clients-4.1.0")
            .with("netty-transport-4.2.7.Final", "netty-common-4.2.7.Final")
            .with("netty-buffer-4.2.7.Final", "netty-resolver-4.2.7.Final")
            .with("jetty-util-12.1.14", "slf4j-api-2.0.17")
            .start(IdleServers.class)) {
      program.awaitOut("running 9");
      JsonObject report = LostTest.judged(program);
      assertThat(report.get("waiting").getAsInt()).as("%s", report).isGreaterThan(10);
      assertThat(report.getAsJsonArray("groups")).as("%s", report).isEmpty();
      LostTest.truth(jdk, "idle servers", 1, 0, 0, 0);
    }
  }
}
