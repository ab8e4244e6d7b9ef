package dev.snarl.tests;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.snarl.tests.programs.CallsItself;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Pattern;

class OwnCallsTest {
  private static final HttpClient CLIENT =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  @OnJdk
  void aServerWhoseThreadsAllCallItselfIsNamedWithItsPort(Jdk jdk) {
    try (Running program = ForkedJvm.on(jdk).agent("port=0").start(CallsItself.class)) {
      int port = Integer.parseInt(program.awaitOut(Pattern.compile("port (\\d+)")).group(1));
      URI orders = URI.create("http://127.0.0.1:" + port + "/orders");
      List<CompletableFuture<?>> answers = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        answers.add(
            CLIENT.sendAsync(HttpRequest.newBuilder(orders).build(), BodyHandlers.discarding()));
      }
      // The sockets are read every ten seconds, the first time perhaps between two requests.
      JsonObject finding =
          Json.await(
              program,
              "/api/findings",
              "rule",
              "pool-saturated",
              found -> found.get("title").getAsString().contains("has 4 connections"));
      JsonObject evidence = finding.getAsJsonObject("evidence");
      assertThat(evidence.get("ownPort").getAsInt()).isEqualTo(port);
      assertThat(evidence.get("ownConnections").getAsInt()).isEqualTo(4);
      assertThat(finding.get("title").getAsString())
          .endsWith("; this JVM has 4 connections to its own port " + port);
      assertThat(answers).noneMatch(CompletableFuture::isDone);
    }
  }
}
