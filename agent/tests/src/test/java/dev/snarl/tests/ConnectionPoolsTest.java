package dev.snarl.tests;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.snarl.tests.programs.ConnectionPools;
import dev.snarl.tests.programs.TomcatServer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Pools of connections of real libraries, exhausted by real threads, and their twins. */
class ConnectionPoolsTest {
  private static final String[] COMMON = {
    "h2-2.3.232", "slf4j-api-2.0.17", "commons-logging-1.3.4", "tomcat-juli-10.1.48"
  };

  /** A library's pool, as it is called, in one version on one JDK. */
  private record Tested(String library, String name, String jars, int jdk) {}

  private static final Map<String, List<Tested>> TESTED =
      Map.of(
          "hikari",
          List.of(
              new Tested("hikari", "HikariPool-1", "HikariCP-3.4.5", 17),
              new Tested("hikari", "HikariPool-1", "HikariCP-4.0.3", 17),
              new Tested("hikari", "HikariPool-1", "HikariCP-5.1.0", 17),
              new Tested("hikari", "HikariPool-1", "HikariCP-6.3.3", 17),
              new Tested("hikari", "HikariPool-1", "HikariCP-7.1.0", 25)),
          "agroal",
          List.of(
              new Tested("agroal", "Agroal", "agroal-pool-1.9 agroal-api-1.9", 17),
              new Tested("agroal", "Agroal", "agroal-pool-2.5 agroal-api-2.5", 17),
              new Tested("agroal", "Agroal", "agroal-pool-3.0 agroal-api-3.0", 25)),
          "c3p0",
          List.of(
              new Tested("c3p0", "c3p0", "c3p0-0.9.5.5 mchange-commons-java-0.2.19", 17),
              new Tested("c3p0", "c3p0", "c3p0-0.12.0 mchange-commons-java-0.4.0", 25)),
          "druid",
          List.of(
              new Tested("druid", "Druid", "druid-1.1.24", 17),
              new Tested("druid", "Druid", "druid-1.2.28", 25)),
          "dbcp",
          List.of(
              new Tested("dbcp", "DBCP2", "commons-dbcp2-2.7.0 commons-pool2-2.7.0", 17),
              new Tested("dbcp", "DBCP2", "commons-dbcp2-2.14.0 commons-pool2-2.13.1", 25)),
          "tomcat-dbcp",
          List.of(
              new Tested("tomcat-dbcp", "DBCP2", "tomcat-dbcp-9.0.58", 17),
              new Tested("tomcat-dbcp", "DBCP2", "tomcat-dbcp-11.0.18", 25)),
          "tomcat",
          List.of(
              new Tested("tomcat", "Tomcat JDBC", "tomcat-jdbc-9.0.58", 17),
              new Tested("tomcat", "Tomcat JDBC", "tomcat-jdbc-11.0.29", 25)));

  @Tag("full")
  @ParameterizedTest
  @ValueSource(strings = {"hikari", "agroal", "c3p0", "druid", "dbcp", "tomcat-dbcp", "tomcat"})
  void anExhaustedPoolIsNamedWithWhoWaitsAndWhoHolds(String library) {
    List<Tested> versions = TESTED.getOrDefault(library, List.of());
    List<Running> all = new ArrayList<>();
    try (Running twin = start(versions.get(0), "1")) {
      versions.forEach(tested -> all.add(start(tested, "5")));
      for (int i = 0; i < all.size(); i++) {
        exhausted(all.get(i), versions.get(i).name());
      }
      assertThat(pool(twin, "active", 1).get("timeouts").getAsInt()).isZero();
      assertThat(twin.get("/api/findings")).doesNotContain("connection-pool-exhausted");
      assertThat(twin.exit().code()).isZero();
    } finally {
      all.forEach(Running::close);
    }
  }

  private static void exhausted(Running program, String name) {
    JsonObject finding =
        Json.await(
            program,
            "/api/findings",
            "rule",
            "connection-pool-exhausted",
            f -> f.toString().contains("\"java.lang.Thread.sleep at "));
    assertThat(finding.get("site").getAsString())
        .startsWith("dev.snarl.tests.programs.ConnectionPools.orders(ConnectionPools.java:");
    assertThat(finding.get("title").getAsString()).startsWith(name).contains("got none");
    JsonObject evidence = finding.getAsJsonObject("evidence");
    assertThat(evidence.get("active").getAsInt()).isBetween(1, 2);
    assertThat(evidence.get("max").getAsInt()).isEqualTo(2);
    assertThat(evidence.get("heldAt").toString()).contains("ConnectionPools.think(");
    JsonObject pool = pool(program, "pending", 3);
    assertThat(pool.get("name").getAsString()).isEqualTo(name);
    assertThat(pool.get("timeouts").getAsInt()).isPositive();
    assertThat(program.get("/metrics"))
        .contains(
            "snarl_connection_pool_pending_threads{application=\"ConnectionPools\",pool=\"" + name)
        .contains("snarl_agent_errors_total{application=\"ConnectionPools\",part=\"probe\"} 0");
  }

  @ParameterizedTest
  @CsvSource({
    "hikari, HikariCP-5.1.0",
    "agroal, agroal-pool-2.5 agroal-api-2.5",
    "druid, druid-1.2.28",
    "tomcat, tomcat-jdbc-11.0.29"
  })
  void aPoolThatWasThereBeforeTheAgentIsFound(String library, String jars) {
    try (Running program =
        ForkedJvm.on(Jdk.of(17))
            .with(jars.split(" ", -1))
            .with(COMMON)
            .start(ConnectionPools.class, library, "5")) {
      program.awaitOut("running");
      Exit attach =
          ForkedJvm.on(Jdk.of(17)).command("attach", Long.toString(program.pid()), "port=0");
      assertThat(attach.code()).as("exit code of attach: %s", attach).isZero();
      assertThat(pool(program, "pending", 3).get("active").getAsInt()).isEqualTo(2);
      Json.await(program, "/api/findings", "rule", "connection-pool-exhausted", f -> true);
    }
  }

  private static JsonObject pool(Running program, String field, int value) {
    return Json.await(
        program, "/api/host", "connectionPools", p -> p.get(field).getAsInt() == value);
  }

  private static Running start(Tested tested, String threads) {
    Running program =
        ForkedJvm.on(Jdk.of(tested.jdk()))
            .agent("port=0")
            .with(tested.jars().split(" ", -1))
            .with(COMMON)
            .start(ConnectionPools.class, tested.library(), threads);
    program.awaitOut("running");
    return program;
  }

  @ParameterizedTest
  @CsvSource({
    "tomcat-embed-core-9.0.111, 17",
    "tomcat-embed-core-10.1.48, 17",
    "tomcat-embed-core-11.0.29, 25"
  })
  void aConnectorOfTomcatIsReadWithItsLimits(String jar, int jdk) {
    try (Running program =
        ForkedJvm.on(Jdk.of(jdk)).agent("port=0").with(jar).start(TomcatServer.class)) {
      program.awaitOut("running");
      JsonObject connector =
          Json.await(program, "/api/host", "connectors", c -> c.get("connections").getAsInt() >= 1);
      assertThat(connector.get("name").getAsString()).contains("nio-");
      assertThat(connector.get("port").getAsInt()).isPositive();
      assertThat(connector.get("acceptCount").getAsInt()).isEqualTo(33);
      assertThat(connector.get("maxConnections").getAsInt()).isEqualTo(44);
      assertThat(connector.get("maxThreads").getAsInt()).isEqualTo(11);
      assertThat(List.of(program.get("/metrics").split("\n", -1)))
          .anyMatch(line -> line.startsWith("tomcat_connections_current_connections{"));
    }
  }
}
