package dev.snarl.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonParser;
import org.junit.jupiter.api.Test;

class ChainsAnswerTest {
  private static ChainsAnswer of(String end, double seconds) {
    String frame =
        """
        {"items": [{"threadGroup": "http-#", "call": "CompletableFuture.get()", "site": "a.B.c(B.java:1)",
          "ends": {"%s": %s, "socket": 500}}]}
        """;
    return ChainsAnswer.of(JsonParser.parseString(frame.formatted(end, seconds)).getAsJsonObject());
  }

  @Test
  void whereNothingShowsWhoMustActItNamesTheCommandThatDoes() {
    assertThat(of("unknown", 150).more(60))
        .containsExactly(
            "For 2.5 min of it nothing shows who must act: java -jar snarl.jar lost PID proves which threads nobody can wake any more.");
    assertThat(of("signal", 30).more(60)).hasSize(1);
    assertThat(of("signal", 29).more(60)).isEmpty();
    assertThat(of("brief", 150).more(60)).isEmpty();
    assertThat(of("idle", 150).more(60)).isEmpty();
  }
}
