package com.example.load;

import static io.gatling.javaapi.core.CoreDsl.exec;
import static io.gatling.javaapi.core.CoreDsl.feed;
import static io.gatling.javaapi.core.CoreDsl.listFeeder;
import static io.gatling.javaapi.core.CoreDsl.pause;
import static io.gatling.javaapi.core.CoreDsl.rampUsers;
import static io.gatling.javaapi.core.CoreDsl.scenario;
import static io.gatling.javaapi.http.HttpDsl.http;
import static io.gatling.javaapi.http.HttpDsl.status;

import io.gatling.javaapi.core.ScenarioBuilder;
import io.gatling.javaapi.core.Simulation;
import io.gatling.javaapi.http.HttpProtocolBuilder;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * Visitors of the code runner. Each runs a program, thinks about what it printed and runs the next,
 * on one connection that stays open all the while. The number of visitors is constant, so a slow
 * service gets fewer requests rather than a growing crowd.
 *
 * <p>System properties: {@code target} (an address such as {@code http://127.0.0.1:8080}), {@code
 * seconds}, {@code visitors}.
 */
public final class Visitors extends Simulation {
  private static final Duration ARRIVING = Duration.ofSeconds(2);
  private static final Duration SHORTEST_THOUGHT = Duration.ofMillis(600);
  private static final Duration LONGEST_THOUGHT = Duration.ofMillis(1400);

  public Visitors() {
    String target = System.getProperty("target", "http://127.0.0.1:8080");
    Duration visit = Duration.ofSeconds(Integer.getInteger("seconds", 60)).minus(ARRIVING);
    int visitors = Integer.getInteger("visitors", 12);

    HttpProtocolBuilder codeRunner = http.baseUrl(target).acceptHeader("application/json");
    ScenarioBuilder visitor =
        scenario("visitor")
            .during(visit)
            .on(
                feed(listFeeder(programs()).random()),
                exec(http("run").post("/run/#{program}").check(status().is(200))),
                pause(SHORTEST_THOUGHT, LONGEST_THOUGHT));
    setUp(visitor.injectOpen(rampUsers(visitors).during(ARRIVING))).protocols(codeRunner);
  }

  private static List<Map<String, Object>> programs() {
    return List.of(
        Map.of("program", "hello"),
        Map.of("program", "sort"),
        Map.of("program", "sum"),
        Map.of("program", "fail"));
  }
}
