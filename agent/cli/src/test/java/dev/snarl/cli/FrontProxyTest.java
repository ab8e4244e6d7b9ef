package dev.snarl.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FrontProxyTest {
  private static final LocalDateTime NOW = LocalDateTime.of(2026, 11, 21, 3, 5);

  @TempDir
  @SuppressWarnings("NullAway") // JUnit sets it.
  Path folder;

  private String configuration = "error_log error.log warn; worker_connections 768;";

  private JsonObject decided(String log) throws IOException, Failure {
    JsonObject hypothesis = new JsonObject();
    hypothesis.addProperty("verdict", "not seen");
    hypothesis.addProperty("number", "300 to 360 connections to port 8080");
    Path file = Files.writeString(folder.resolve("error.log"), log);
    Path conf = Files.writeString(folder.resolve("nginx.conf"), configuration);
    FrontProxy.read(file, conf).decide(hypothesis, NOW);
    return hypothesis;
  }

  @Test
  void linesOfTheLastMinutesProveIt() throws IOException, Failure {
    JsonObject judged =
        decided("2026/11/21 03:00:02 [alert] 31#31: 768 worker_connections are not enough\n");
    assertThat(Json.text(judged, "verdict")).isEqualTo("true");
    assertThat(Json.text(judged, "number"))
        .isEqualTo(
            "1 line \"768 worker_connections are not enough\", last 2026-11-21T03:00:02;"
                + " nginx.conf: 1 worker × 768 connections, so at most 384 requests at once;"
                + " 300 to 360 connections to port 8080");
    assertThat(Json.text(judged, "look")).contains("worker_connections");
  }

  @Test
  void linesOfYesterdayProveNothingAndRefuteNothing() throws IOException, Failure {
    JsonObject judged =
        decided("2026/11/20 03:00:02 [alert] 31#31: 768 worker_connections are not enough\n");
    assertThat(Json.text(judged, "verdict")).isEqualTo("not seen");
    assertThat(Json.text(judged, "number")).contains("not of late");
  }

  @Test
  void aLogWithoutSuchALineRefutesIt() throws IOException, Failure {
    assertThat(Json.text(decided(""), "verdict")).isEqualTo("false");
    JsonObject slow =
        decided("2026/11/21 03:00:03 [error] 31#31: *4 upstream timed out (110: ...) while\n");
    assertThat(Json.text(slow, "verdict")).isEqualTo("false");
    assertThat(Json.text(slow, "number")).contains("1 line of a slow or absent upstream");
  }

  @Test
  void aCleanLogRefutesNothingWhereNginxWouldNotHaveWarned() throws IOException, Failure {
    for (String level : new String[] {"", "error_log error.log;", "error_log error.log crit;"}) {
      configuration = level + " worker_connections 768;";
      assertThat(Json.text(decided(""), "verdict")).as(level).isEqualTo("not seen");
    }
    JsonObject hypothesis = new JsonObject();
    FrontProxy.read(folder.resolve("error.log"), null).decide(hypothesis, NOW);
    assertThat(Json.text(hypothesis, "verdict")).isEqualTo("not seen");
  }

  /** As nginx 1.22 says it when it closes connections that wait. */
  @Test
  void aWarningThatConnectionsAreReusedProvesIt() throws IOException, Failure {
    JsonObject judged =
        decided(
            "2026/11/21 03:00:02 [warn] 31#31: 768 worker_connections are not enough, reusing"
                + " connections\n");
    assertThat(Json.text(judged, "verdict")).isEqualTo("true");
  }

  @Test
  void whatCannotBeReadIsUnreadableInput() {
    assertThatThrownBy(() -> FrontProxy.read(folder.resolve("none"), null))
        .isInstanceOfSatisfying(
            Failure.class, failure -> assertThat(failure.code()).isEqualTo(ExitCode.UNREACHABLE))
        .hasMessageContaining("there is none");
  }
}
