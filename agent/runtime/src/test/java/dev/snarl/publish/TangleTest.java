package dev.snarl.publish;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.google.gson.stream.JsonWriter;
import dev.snarl.snapshot.Certainty;
import dev.snarl.snapshot.Need;
import dev.snarl.snapshot.Odds;
import dev.snarl.snapshot.Snapshot;
import dev.snarl.snapshot.Timeline;
import java.io.IOException;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Equal waits are one row, and a circle is one that the whole graph closes. */
class TangleTest {

  private static JsonObject tangle(Snapshot snapshot) throws IOException {
    return tangle(new Timeline(List.of(snapshot)));
  }

  private static JsonObject tangle(Timeline timeline) throws IOException {
    StringWriter text = new StringWriter();
    try (JsonWriter json = new JsonWriter(text)) {
      json.beginObject();
      new Tangle(timeline).write(json);
      json.endObject();
    }
    return JsonParser.parseString(text.toString()).getAsJsonObject();
  }

  @Test
  void twoWorkersThatWaitForTheirOwnQueueAreOneRowThatCloses() throws IOException {
    JsonObject answer = tangle(Sample.snapshot());
    assertThat(answer.get("waits").getAsInt()).isEqualTo(2);
    assertThat(answer.getAsJsonArray("items")).hasSize(1);
    JsonObject row = answer.getAsJsonArray("items").get(0).getAsJsonObject();
    assertThat(row.get("closed").getAsBoolean()).isTrue();
    assertThat(row.get("waits").getAsInt()).isEqualTo(2);
    assertThat(row.get("seconds").getAsDouble()).isEqualTo(10);
    assertThat(row.get("state").getAsString()).isEqualTo("queued");
    assertThat(row.get("target").getAsString()).isEqualTo("fcm-turbo-#");
    assertThat(row.get("pool").getAsString()).isEqualTo("fcm-turbo-#");
    assertThat(row.getAsJsonArray("threads")).hasSize(2);
  }

  @Test
  void anEdgeThatOnlyEarlierWaitsMakeLikelySaysHowMany() throws IOException {
    Need likely = new Need.Queued("Task", 7, Certainty.LIKELY, new Odds(9, 10));
    Snapshot snapshot =
        Sample.snapshot(
            List.of(Sample.pool(7, "fcm-turbo-#")), List.of(Sample.wait(1, 11, likely)));
    JsonObject row = tangle(snapshot).getAsJsonArray("items").get(0).getAsJsonObject();
    assertThat(row.get("wakes").getAsInt()).isEqualTo(9);
    assertThat(row.get("wakesSeen").getAsInt()).isEqualTo(10);
    StringWriter text = new StringWriter();
    try (JsonWriter json = new JsonWriter(text)) {
      json.beginObject();
      new GraphJson(snapshot).write(json);
      json.endObject();
    }
    assertThat(text.toString()).contains("\"certainty\":\"likely\",\"wakes\":9,\"wakesSeen\":10");
    JsonObject proved = tangle(Sample.snapshot()).getAsJsonArray("items").get(0).getAsJsonObject();
    assertThat(proved.get("wakes").isJsonNull()).isTrue();
  }

  @Test
  void whatHasEndedIsNamedAsTheTarget() throws IOException {
    Need gone = new Need.Gone("Latch", "loader-3", "Job.run", null, null, null, false, null);
    Snapshot snapshot =
        Sample.snapshot(List.of(Sample.pool(7, "fcm-turbo-#")), List.of(Sample.wait(1, 11, gone)));
    JsonObject row = tangle(snapshot).getAsJsonArray("items").get(0).getAsJsonObject();
    assertThat(row.get("state").getAsString()).isEqualTo("gone");
    assertThat(row.get("target").getAsString()).isEqualTo("loader-3");
  }

  @Test
  void aPairIsWhatItsTotalGrewByInTheLastMinute() throws IOException {
    Snapshot now = Sample.snapshot();
    Snapshot before =
        new Snapshot(
            now.nanos() - 60_000_000_000L,
            now.at().minusSeconds(60),
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            now.coroutines(),
            now.health(),
            now.environment(),
            List.of(),
            now.libraries(),
            now.vitals(),
            now.crowds(),
            now.lateTimers(),
            now.stuckRuns(),
            null);
    assertThat(tangle(now).getAsJsonArray("pairs")).isEmpty();
    JsonObject pair =
        tangle(new Timeline(List.of(before, now))).getAsJsonArray("pairs").get(0).getAsJsonObject();
    assertThat(pair.get("seconds").getAsDouble()).isEqualTo(2);
    assertThat(pair.get("waits").getAsInt()).isEqualTo(3);
    assertThat(pair.get("blockedIn").getAsString()).isEqualTo("java.lang.Process.waitFor");
  }
}
