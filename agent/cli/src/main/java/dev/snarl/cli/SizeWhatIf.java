package dev.snarl.cli;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.snarl.text.Figures;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * {@code size --what-if}: the waits of each pool at other sizes and rates, which the agent
 * simulates.
 */
final class SizeWhatIf {
  private static final DecimalFormat RATE =
      new DecimalFormat("0.##", DecimalFormatSymbols.getInstance(Locale.ROOT));
  private static final String ROW = "  %8s %9s %6s %5s  %9s %9s %9s  %-19s%s";

  @Option(
      names = "--what-if",
      description =
          "print how long tasks would wait with other numbers of threads and other arrivals, simulated from the latest ones")
  boolean asked;

  @Option(
      names = "--times",
      paramLabel = "X",
      converter = Positive.Reader.class,
      description = "with --what-if: X times the arrivals of now, for each size")
  @Nullable Positive times;

  @Option(
      names = "--pool",
      paramLabel = "NAME",
      description = "with --what-if: only pools whose name contains this")
  @Nullable String pool;

  /** Whether an option is given that means nothing without {@code --what-if}. */
  boolean idle() {
    return !asked && (times != null || pool != null);
  }

  /**
   * Asks for each pool and prints.
   *
   * @param size a number of threads to ask for too; null for none
   */
  void print(Here here, Remote agent, @Nullable Positive size, boolean json) throws Failure {
    JsonObject sizing = agent.get("api/sizing");
    JsonArray answers = new JsonArray();
    for (JsonObject item : Json.items(sizing, "items")) {
      String name = Json.text(item, "pool");
      if (pool == null || name.contains(pool)) {
        answers.add(agent.get(path((long) Json.number(item, "id"), size)));
      }
    }
    if (json) {
      JsonObject all = new JsonObject();
      all.add("application", sizing.get("application"));
      all.add("at", sizing.get("at"));
      all.add("items", answers);
      here.out().println(all);
    } else if (answers.isEmpty()) {
      here.say(
          pool == null
              ? "no pool has done enough in the last ten seconds to be simulated"
              : "no pool with such a name has done enough in the last ten seconds");
    } else {
      answers.forEach(answer -> show(here, answer.getAsJsonObject(), size));
    }
  }

  private String path(long id, @Nullable Positive size) {
    return "api/what-if?pool="
        + id
        + (size == null ? "" : "&threads=" + size.whole())
        + (times == null ? "" : "&ratePercent=" + Math.round(100 * times.value()));
  }

  private void show(Here here, JsonObject answer, @Nullable Positive size) {
    if (!answer.has("recorded")) {
      here.say(
          "%s: not simulated: %s".formatted(Json.text(answer, "pool"), Json.text(answer, "why")));
      return;
    }
    JsonObject recorded = answer.getAsJsonObject("recorded");
    long now = (long) Json.number(answer, "threads");
    here.say(
        "%s, %s%s: simulated from %s that arrived in %s, %s a second"
            .formatted(
                Json.text(answer, "pool"),
                Figures.plural(now, "thread"),
                answer.get("fixed").getAsBoolean() ? "" : " now, more when its queue is full",
                Figures.plural((long) Json.number(recorded, "tasks"), "task"),
                Figures.time(Json.number(recorded, "seconds")),
                Figures.number(Json.number(recorded, "arrivalsPerSecond"))));
    here.say(
        ROW.formatted("threads", "arrive/s", "rate", "use", "p50", "p95", "p99", "p95 between", "")
            .stripTrailing());
    boolean shares = false;
    for (JsonObject point : chosen(answer, size == null ? now : size.whole())) {
      here.say(row(point, now).stripTrailing());
      shares |= point.get("sharesProcessors").getAsBoolean();
    }
    if (shares) {
      here.say(
          "  *: these busy threads need more than the %s, and share them"
              .formatted(Figures.plural((long) Json.number(answer, "processors"), "processor")));
    }
  }

  /** Each size at the rate asked for, or as recorded; each rate at the size asked for, or now. */
  private List<JsonObject> chosen(JsonObject answer, long threads) {
    double rate = times == null ? 1 : Math.round(100 * times.value()) / 100.0;
    return Json.items(answer, "points").stream()
        .filter(
            point -> Json.number(point, "rate") == rate || Json.number(point, "threads") == threads)
        .sorted(
            Comparator.comparing((JsonObject point) -> Json.number(point, "rate") != rate)
                .thenComparingDouble(point -> Json.number(point, "threads"))
                .thenComparingDouble(point -> Json.number(point, "rate")))
        .toList();
  }

  private static String row(JsonObject point, long now) {
    boolean unstable = point.get("unstable").getAsBoolean();
    double refused = unstable ? 0 : Json.number(point, "refusedShare");
    return ROW.formatted(
        Figures.number(Json.number(point, "threads"))
            + (point.get("sharesProcessors").getAsBoolean() ? "*" : ""),
        Figures.number(Json.number(point, "arrivalsPerSecond")),
        "x" + RATE.format(Json.number(point, "rate")),
        Figures.percent(Json.number(point, "utilisation")),
        time(point, "waitP50Seconds"),
        time(point, "waitP95Seconds"),
        time(point, "waitP99Seconds"),
        unstable
            ? "the queue grows"
            : time(point, "waitP95LowSeconds") + " and " + time(point, "waitP95HighSeconds"),
        (refused > 0 ? "  " + Figures.percent(refused) + " refused" : "")
            + (Json.number(point, "threads") == now && Json.number(point, "rate") == 1
                ? "  now"
                : ""));
  }

  private static String time(JsonObject point, String name) {
    double seconds = Json.number(point, name);
    return Double.isNaN(seconds) ? "-" : Figures.time(seconds);
  }
}
