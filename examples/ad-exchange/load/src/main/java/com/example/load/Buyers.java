package com.example.load;

import static io.gatling.javaapi.core.CoreDsl.constantUsersPerSec;
import static io.gatling.javaapi.core.CoreDsl.feed;
import static io.gatling.javaapi.core.CoreDsl.scenario;
import static io.gatling.javaapi.http.HttpDsl.http;
import static io.gatling.javaapi.http.HttpDsl.status;

import io.gatling.javaapi.core.ScenarioBuilder;
import io.gatling.javaapi.core.Simulation;
import io.gatling.javaapi.http.HttpProtocolBuilder;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;

/**
 * Buyers of the ad exchange. Each asks for one ad and goes; they come at a constant rate, whether
 * the exchange keeps up or not.
 *
 * <p>System properties: {@code target} (an address such as {@code http://127.0.0.1:8080}), {@code
 * seconds}, {@code perSecond}.
 */
public final class Buyers extends Simulation {
  public Buyers() {
    String target = System.getProperty("target", "http://127.0.0.1:8080");
    Duration length = Duration.ofSeconds(Integer.getInteger("seconds", 30));
    double perSecond = Double.parseDouble(System.getProperty("perSecond", "100"));

    HttpProtocolBuilder exchange =
        http.baseUrl(target).acceptHeader("application/json").shareConnections();
    ScenarioBuilder buyer =
        scenario("buyer")
            .exec(
                feed(Stream.generate(Buyers::slot).iterator()),
                http("ad").get("/ads/#{slot}").check(status().is(200)));
    setUp(buyer.injectOpen(constantUsersPerSec(perSecond).during(length))).protocols(exchange);
  }

  private static Map<String, Object> slot() {
    return Map.of("slot", ThreadLocalRandom.current().nextInt(1, 101));
  }
}
