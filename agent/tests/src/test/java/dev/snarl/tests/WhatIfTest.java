package dev.snarl.tests;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.snarl.tests.programs.Steady;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;

/** The waits of a real pool at other sizes, as the agent simulates them and the command prints. */
@Tag("full")
class WhatIfTest {
  @OnJdk
  void aPoolThatHasRunLongEnoughHasACurve(Jdk jdk) {
    try (Running program = ForkedJvm.on(jdk).prompt().agent("port=0").start(Steady.class)) {
      JsonObject answer =
          Deadline.in(Duration.ofMinutes(2))
              .until(
                  () -> program.get("/api/sizing"),
                  () -> {
                    JsonObject simulated = simulated(program);
                    return simulated.has("recorded") ? simulated : null;
                  });
      JsonObject recorded = answer.getAsJsonObject("recorded");
      assertThat(recorded.get("tasks").getAsInt()).isGreaterThanOrEqualTo(300);
      // Each task's own run time is known, but for those that had not ended.
      assertThat(recorded.get("runs").getAsInt())
          .isBetween(recorded.get("tasks").getAsInt() - 20, recorded.get("tasks").getAsInt());
      assertThat(answer.get("fixed").getAsBoolean()).isTrue();
      assertThat(answer.get("threads").getAsInt()).isEqualTo(4);
      // Three come at the same time: on one thread two of them wait for those before them.
      JsonObject one = point(answer, 1, 1);
      assertThat(one.get("unstable").getAsBoolean()).isFalse();
      assertThat(one.get("waitP50Seconds").getAsDouble()).isGreaterThan(0.005);
      assertThat(point(answer, 8, 1).get("waitP50Seconds").getAsDouble()).isLessThan(0.005);
      JsonObject report = answersIn(program.get("/report"));
      JsonObject saved = report.getAsJsonObject("what-if?pool=" + answer.get("id"));
      assertThat(point(saved, 8, 1).get("unstable").getAsBoolean()).isFalse();
      Exit printed =
          snarl(
              "size",
              program.address().toString(),
              "--what-if",
              "--pool",
              "steady",
              "--threads",
              "5",
              "--times",
              "1.25");
      assertThat(printed.code()).as("%s", printed).isZero();
      assertThat(printed.out().get(0)).startsWith("steady-#, 4 threads: simulated from");
      assertThat(printed.out()).anyMatch(line -> line.matches(" +5 .* x1\\.25 .*"));
      assertThat(snarl("size", program.address().toString(), "--times", "2").code()).isNotZero();
    }
  }

  private static JsonObject answersIn(String report) {
    Matcher block = Pattern.compile("id=\"report\">([^<]*)</script>").matcher(report);
    assertThat(block.find()).isTrue();
    return object(block.group(1));
  }

  private static JsonObject simulated(Running program) {
    JsonObject sizing = object(program.get("/api/sizing"));
    if (!sizing.has("items")) {
      return new JsonObject(); // no snapshot yet
    }
    for (JsonElement item : sizing.getAsJsonArray("items").asList()) {
      if (item.getAsJsonObject().get("pool").getAsString().equals("steady-#")) {
        return object(program.get("/api/what-if?pool=" + item.getAsJsonObject().get("id")));
      }
    }
    return new JsonObject();
  }

  private static JsonObject point(JsonObject answer, int threads, double rate) {
    for (JsonElement each : answer.getAsJsonArray("points")) {
      JsonObject point = each.getAsJsonObject();
      if (point.get("threads").getAsInt() == threads && point.get("rate").getAsDouble() == rate) {
        return point;
      }
    }
    throw new AssertionError(threads + " threads at " + rate + " are not in " + answer);
  }

  private static JsonObject object(String json) {
    return JsonParser.parseString(json).getAsJsonObject();
  }

  private static Exit snarl(String... arguments) {
    return ForkedJvm.on(Jdk.of(17)).command(arguments);
  }
}
