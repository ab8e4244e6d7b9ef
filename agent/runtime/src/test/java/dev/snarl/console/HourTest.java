package dev.snarl.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.google.gson.stream.JsonWriter;
import dev.snarl.publish.Sample;
import dev.snarl.rules.Finding;
import dev.snarl.rules.Severity;
import dev.snarl.snapshot.Pool;
import dev.snarl.snapshot.Snapshot;
import dev.snarl.snapshot.StartSite;
import dev.snarl.snapshot.Vitals;
import java.io.IOException;
import java.io.StringWriter;
import java.time.Instant;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** The history that the page draws. */
class HourTest {
  private static final Instant BEGIN = Instant.parse("2026-11-21T03:00:00Z");

  private final Hour hour = new Hour();

  /** A snapshot some seconds after the beginning, with two threads started a second so far. */
  private static Snapshot after(long seconds, List<Pool> pools, String site) {
    Snapshot sample = Sample.snapshot(pools);
    return new Snapshot(
        seconds * 1_000_000_000L,
        BEGIN.plusSeconds(seconds),
        sample.pools(),
        sample.waits(),
        sample.blocked(),
        sample.pairs(),
        sample.fanOuts(),
        sample.serialWaits(),
        List.of(
            new StartSite(site, StartSite.Factory.NEW_THREAD, "t-#", null, 2 * seconds, 0, 0, 1)),
        sample.builds(),
        sample.coroutines(),
        sample.health(),
        sample.environment(),
        sample.pinned(),
        sample.libraries(),
        Vitals.NONE,
        sample.crowds(),
        sample.lateTimers(),
        sample.stuckRuns(),
        null);
  }

  private void add(long seconds) {
    hour.add(after(seconds, List.of(Sample.pool(7, "a-#")), "A.a(A.java:1)"), List.of());
  }

  private JsonObject since(long sample) throws IOException {
    StringWriter text = new StringWriter();
    try (JsonWriter json = new JsonWriter(text)) {
      json.beginObject();
      hour.write(json, sample);
      json.endObject();
    }
    return JsonParser.parseString(text.toString()).getAsJsonObject();
  }

  @Test
  void oneSampleInFiveSecondsIsKept() throws IOException {
    LongStream.rangeClosed(0, 20).forEach(this::add);
    assertThat(since(0).getAsJsonArray("times")).hasSize(5);
  }

  @Test
  void aRateIsWhatATotalGrewByEachSecond() throws IOException {
    add(0);
    add(5);
    JsonObject answer = since(0);
    assertThat(answer.getAsJsonObject("signals").getAsJsonArray("threadStarts").get(1).getAsInt())
        .isEqualTo(2);
    assertThat(answer.getAsJsonObject("starts").getAsJsonArray("A.a(A.java:1)").get(1).getAsInt())
        .isEqualTo(2);
  }

  @Test
  void whatIsNotKnownIsNull() throws IOException {
    add(0);
    assertThat(since(0).getAsJsonObject("signals").getAsJsonArray("old").get(0).isJsonNull())
        .isTrue();
  }

  @Test
  void onlyWhatIsNewIsWritten() throws IOException {
    add(0);
    add(5);
    long next = since(0).get("next").getAsLong();
    add(10);
    JsonObject answer = since(next);
    assertThat(answer.get("first").getAsLong()).isEqualTo(next);
    assertThat(answer.getAsJsonArray("times")).hasSize(1);
    assertThat(since(1_000).getAsJsonArray("times")).isEmpty();
  }

  @Test
  void theOldestSamplesMakeRoomAfterAnHour() throws IOException {
    LongStream.range(0, 800).forEach(i -> add(5 * i));
    JsonObject answer = since(0);
    assertThat(answer.getAsJsonArray("times")).hasSize(Hour.SAMPLES);
    assertThat(answer.get("first").getAsLong()).isEqualTo(800 - Hour.SAMPLES);
    assertThat(answer.getAsJsonArray("times").get(0).getAsLong())
        .isEqualTo(BEGIN.getEpochSecond() + 5 * (800 - Hour.SAMPLES));
  }

  @Test
  void aMillionPoolsAndSitesTakeNoMoreRoomThanAFew() throws IOException {
    for (int i = 0; i < 1_500; i++) {
      int round = i;
      List<Pool> pools =
          LongStream.range(0, 700).mapToObj(p -> Sample.pool(700L * round + p, "p")).toList();
      List<Finding> findings = List.of(Sample.finding("rule-" + i, Severity.WARNING, 1, false));
      hour.add(after(5L * i, pools, "S.s(S.java:" + i + ")"), findings);
    }
    JsonObject answer = since(0);
    assertThat(answer.getAsJsonObject("active").size()).isLessThanOrEqualTo(32);
    assertThat(answer.getAsJsonObject("queued").size()).isLessThanOrEqualTo(32);
    assertThat(answer.getAsJsonObject("findings").size()).isLessThanOrEqualTo(32);
    assertThat(answer.getAsJsonObject("starts").size()).isLessThanOrEqualTo(24);
  }
}
