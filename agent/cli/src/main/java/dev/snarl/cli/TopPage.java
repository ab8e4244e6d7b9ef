package dev.snarl.cli;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.snarl.cli.Tty.Size;
import dev.snarl.text.Figures;
import dev.snarl.text.Text;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/**
 * Lays a frame of {@code top} out in columns and rows: findings, then pools, then waits, each
 * limited to its share of the rows, with a line for the number of omitted ones.
 */
final class TopPage {
  private static final double KIBI = 1 << 10;
  private static final int FEWEST_ROWS = 3;

  private final Size size;
  private final boolean colour;
  private final List<String> lines = new ArrayList<>();

  /**
   * Nothing is laid out yet.
   *
   * @param size rows of {@link Integer#MAX_VALUE} for no limit
   * @param colour whether lines may be coloured
   */
  TopPage(Size size, boolean colour) {
    this.size = size;
    this.colour = colour;
  }

  /** The style of a line, if there are colours. */
  private enum Style {
    PLAIN(""),
    TITLE("\u001b[1m"),
    HEAD("\u001b[4m"),
    INFO("\u001b[36m"),
    WARNING("\u001b[33m"),
    CRITICAL("\u001b[1;31m");

    private final String on;

    Style(String on) {
      this.on = on;
    }

    static Style of(String severity) {
      return switch (severity) {
        case "critical" -> CRITICAL;
        case "warning" -> WARNING;
        case "info" -> INFO;
        default -> PLAIN;
      };
    }
  }

  /**
   * The lines of a frame, none wider than the terminal.
   *
   * @param note at the end of the first line, such as an error
   */
  List<String> lines(TopFrame frame, String note) {
    List<JsonObject> findings = Json.items(frame.findings(), "items");
    List<JsonObject> pools = busiestFirst(Json.items(frame.executors(), "items"));
    List<JsonObject> waits = Json.items(frame.waits(), "items");
    title(frame, note);
    int free = size.rows() == Integer.MAX_VALUE ? size.rows() : size.rows() - lines.size() - 3;
    int forFindings = share(findings.size(), free / 3);
    int forWaits = share(waits.size(), Math.max(free / 3, free - forFindings - pools.size()));
    int forPools = Math.max(FEWEST_ROWS, free - forFindings - forWaits);
    findings(findings, forFindings);
    pools(pools, forPools);
    waits(waits, forWaits, (long) Json.number(frame.waits(), "waits"));
    return lines.subList(0, Math.min(lines.size(), size.rows()));
  }

  private static int share(int wanted, int most) {
    return Math.max(FEWEST_ROWS, Math.min(Math.max(1, wanted), most));
  }

  private void title(TopFrame frame, String note) {
    String at = Json.text(frame.findings(), "at");
    String time = at.length() < 19 ? at : at.substring(11, 19) + " UTC";
    add(
        Style.TITLE,
        "snarl top  " + Json.text(frame.findings(), "application") + "  " + time + "  " + note);
    JsonObject columns = frame.memory("columns");
    double used = 0;
    for (String space : List.of("S0U", "S1U", "EU", "OU")) {
      double value = Json.number(columns, space);
      used += Double.isNaN(value) ? 0 : value * KIBI;
    }
    double most = Json.number(frame.memory("heap"), "maxBytes");
    if (used > 0) {
      add(
          Style.PLAIN,
          "heap %s%s, old generation %s, %s collections (%s full), %s s in all"
              .formatted(
                  Figures.bytes(used),
                  most > 0 ? " of " + Figures.bytes(most) : "",
                  Figures.bytes(Json.number(columns, "OU") * KIBI),
                  count(columns, "YGC"),
                  count(columns, "FGC"),
                  number(Json.number(columns, "GCT"), "%.2f")));
    }
  }

  private void findings(List<JsonObject> all, int rows) {
    add(Style.HEAD, all.isEmpty() ? "FINDINGS: none" : "FINDINGS " + all.size());
    part(
        all,
        rows,
        item ->
            add(
                Style.of(Json.text(item, "severity")),
                "%-8s  %-22s  %s: %s"
                    .formatted(
                        Json.text(item, "severity").toUpperCase(Locale.ROOT),
                        Json.text(item, "rule"),
                        Json.text(item, "site"),
                        Json.text(item, "title"))));
  }

  private void pools(List<JsonObject> all, int rows) {
    int name = Math.max(12, Math.min(40, size.columns() - 62));
    add(
        Style.HEAD,
        "%s %6s %6s %6s %9s %9s %9s %9s"
            .formatted(
                cell("POOLS " + all.size(), name),
                "size",
                "active",
                "max",
                "queued",
                "wait p95",
                "run p95",
                "rejected"));
    part(
        all,
        rows,
        pool ->
            add(
                Json.number(pool, "saturatedSeconds") > 0 ? Style.WARNING : Style.PLAIN,
                "%s %6s %6s %6s %9s %9s %9s %9s"
                    .formatted(
                        cell(Json.text(pool, "name"), name),
                        count(pool, "size"),
                        count(pool, "active"),
                        count(pool, "max"),
                        count(pool, "queued"),
                        time(pool, "queueWait"),
                        time(pool, "runTime"),
                        count(pool, "rejected"))));
  }

  private void waits(List<JsonObject> all, int rows, long threads) {
    add(Style.HEAD, all.isEmpty() ? "WAITS: none now" : "WAITS: " + threads + " threads");
    part(
        all,
        rows,
        wait ->
            add(
                circle(wait),
                "%4s x %s -> %s, up to %s in %s at %s"
                    .formatted(
                        count(wait, "waits"),
                        cell(Json.text(wait, "waiter"), 24).strip(),
                        target(wait),
                        Figures.time(Json.number(wait, "longestSeconds")),
                        Json.text(wait, "call"),
                        Json.text(wait, "site").isEmpty() ? "?" : Json.text(wait, "site"))));
  }

  private static Style circle(JsonObject wait) {
    if (Json.text(wait, "closed").equals("true")) {
      return Style.CRITICAL;
    }
    return Json.text(wait, "untilDeadline").equals("true") ? Style.WARNING : Style.PLAIN;
  }

  private static String target(JsonObject wait) {
    String target = Json.text(wait, "target");
    String blocked = Json.text(wait, "blockedIn");
    String at = Json.text(wait, "blockedAt");
    return switch (Json.text(wait, "state")) {
      case "queued" -> "in the queue of " + target;
      case "running" -> doing(target, blocked, at);
      case "held" -> "held by " + doing(target, blocked, at);
      case "initializing" -> "being initialized by " + doing(target, blocked, at);
      case "ahead" -> "queued behind " + target;
      case "alive" -> "until the end of " + doing(target, blocked, at);
      case "left" -> "left locked by " + target;
      default -> "who completes it is not known";
    };
  }

  private static String doing(String thread, String blocked, String at) {
    return thread
        + (blocked.isEmpty() ? "" : ", blocked in " + blocked)
        + (at.isEmpty() ? "" : " at " + at);
  }

  private interface Row {
    void show(JsonObject item);
  }

  private void part(List<JsonObject> all, int rows, Row row) {
    boolean fits = all.size() <= rows;
    int shown = fits ? all.size() : Math.max(0, rows - 1);
    all.subList(0, shown).forEach(row::show);
    if (!fits) {
      add(Style.PLAIN, "  and " + (all.size() - shown) + " more");
    }
  }

  private static List<JsonObject> busiestFirst(List<JsonObject> pools) {
    List<JsonObject> sorted = new ArrayList<>(pools);
    sorted.sort(
        Comparator.comparingDouble((JsonObject pool) -> -zero(Json.number(pool, "queued")))
            .thenComparingDouble(pool -> -zero(Json.number(pool, "active")))
            .thenComparing(pool -> Json.text(pool, "name")));
    return sorted;
  }

  private static double zero(double number) {
    return Double.isNaN(number) ? 0 : number;
  }

  private static String count(JsonObject object, String name) {
    double value = Json.number(object, name);
    return Double.isNaN(value) ? "-" : Figures.number((long) value);
  }

  private static String number(double value, String format) {
    return Double.isNaN(value) ? "-" : String.format(Locale.ROOT, format, value);
  }

  private static String time(JsonObject pool, String name) {
    JsonElement durations = pool.get(name);
    double seconds =
        durations != null && durations.isJsonObject()
            ? Json.number(durations.getAsJsonObject(), "p95")
            : Double.NaN;
    return Double.isNaN(seconds) ? "-" : Figures.time(seconds);
  }

  /** Cut or filled to a width. */
  private static String cell(String text, int width) {
    String cut = fit(text, width);
    return cut + " ".repeat(Math.max(0, width - cut.length()));
  }

  /** Unprintable characters are escaped, and the whole is cut to a width. */
  private static String fit(String text, int width) {
    String line = Text.oneLine(text, width);
    return line.length() <= width ? line : line.substring(0, Math.max(0, width - 1)) + '…';
  }

  private void add(Style style, String text) {
    String line = fit(text.stripTrailing(), size.columns());
    lines.add(colour && !style.on.isEmpty() ? style.on + line + "\u001b[0m" : line);
  }
}
