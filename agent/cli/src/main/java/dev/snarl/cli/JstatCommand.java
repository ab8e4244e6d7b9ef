package dev.snarl.cli;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.snarl.jvm.PerfData;
import dev.snarl.jvm.PerfFile;
import dev.snarl.jvm.Reading;
import dev.snarl.snapshot.Jstat;
import dev.snarl.snapshot.Jstat.Table;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * {@code jstat}: the JDK's table, and a line with its meaning. For a process it reads the
 * performance data as jstat does, without an agent and without touching the process. For an address
 * it asks the agent there.
 */
@Command(name = "jstat", description = "Print the table of jstat, and in words what it means.")
final class JstatCommand implements Callable<Integer> {
  private static final Pattern INTERVAL = Pattern.compile("([0-9]{1,9})(ms|s)?");
  private static final int ROWS_UNDER_A_HEADER = 20;

  private final Here here;

  @Mixin private Target target = new Target();

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "INTERVAL",
      description = "time between rows: 1000, 1000ms or 1s; without it, one row")
  private @Nullable String interval;

  @Parameters(
      index = "2",
      arity = "0..1",
      paramLabel = "COUNT",
      description = "how many rows; without it, until it is interrupted or the JVM ends")
  private @Nullable Integer count;

  @ArgGroup private @Nullable Choice choice;

  @Option(names = "--json", description = "print each row as a JSON object")
  private boolean json;

  JstatCommand(Here here) {
    this.here = here;
  }

  @Override
  public Integer call() throws Failure {
    long pause = pause();
    int rows = rows();
    Table table = choice == null ? Table.GC : choice.table();
    Reading first = read();
    Reading last = first;
    for (int row = 0; ; row++) {
      boolean end = row == rows - 1;
      boolean page = row % ROWS_UNDER_A_HEADER == ROWS_UNDER_A_HEADER - 1;
      show(table, last, row == 0 ? null : first, row % ROWS_UNDER_A_HEADER == 0, end || page);
      if (end) {
        return ExitCode.FINE;
      }
      Seconds.sleep((last.atMillis() + pause - System.currentTimeMillis()) / 1e3);
      try {
        last = read();
      } catch (Failure gone) {
        words(table, last, row == 0 ? null : first);
        throw gone;
      }
    }
  }

  private void show(
      Table table, Reading reading, @Nullable Reading first, boolean header, boolean words) {
    if (json) {
      JsonObject object = new JsonObject();
      object.addProperty("table", table.option());
      object.addProperty("source", reading.jstat().source());
      object.add("columns", columns(reading.jstat(), table));
      object.addProperty("words", JstatWords.of(table, reading, first));
      here.out().println(object);
      return;
    }
    if (header) {
      here.out().println(JstatTable.header(table));
    }
    here.out().println(JstatTable.row(table, reading.jstat()));
    if (words) {
      words(table, reading, first);
    }
  }

  private void words(Table table, Reading reading, @Nullable Reading first) {
    if (!json) {
      here.say(JstatWords.of(table, reading, first));
    }
  }

  private static JsonObject columns(Jstat jstat, Table table) {
    JsonObject columns = new JsonObject();
    jstat
        .row(table)
        .forEach(
            (name, value) -> {
              if (value instanceof Number number) {
                columns.addProperty(name, number);
              } else {
                columns.addProperty(name, value == null ? null : value.toString());
              }
            });
    return columns;
  }

  private Reading read() throws Failure {
    String pid = target.pid();
    PerfData data = pid == null ? null : PerfFile.of(Long.parseLong(pid));
    if (data != null) {
      return Reading.of(data, System.currentTimeMillis());
    }
    try {
      return reading(target.get(here, "api/gc"));
    } catch (Failure none) {
      throw pid == null || none.code() == ExitCode.USAGE
          ? none
          : Failure.unreachable(
              "JVM "
                  + pid
                  + " shows no performance data (it is gone, of another user, or runs with"
                  + " -XX:-UsePerfData), and no agent in it answers: "
                  + none.getMessage());
    }
  }

  /** The agent's answer; its columns are those of {@code -gc}. */
  static Reading reading(JsonObject answer) {
    Map<Table, Map<String, @Nullable Object>> tables = new EnumMap<>(Table.class);
    for (Table table : Table.values()) {
      JsonElement row = answer.get(table == Table.GC ? "columns" : table.option());
      Map<String, @Nullable Object> columns = new LinkedHashMap<>();
      if (row != null && row.isJsonObject()) {
        for (Map.Entry<String, JsonElement> column : row.getAsJsonObject().entrySet()) {
          columns.put(column.getKey(), value(column.getValue()));
        }
      }
      tables.put(table, columns);
    }
    JsonElement metaspace = answer.get("metaspace");
    JsonObject limits =
        metaspace != null && metaspace.isJsonObject()
            ? metaspace.getAsJsonObject()
            : new JsonObject();
    return new Reading(
        new Jstat(Json.text(answer, "source"), tables),
        System.currentTimeMillis(),
        Double.NaN,
        null,
        limit(limits, "limitBytes"),
        limit(limits, "classLimitBytes"));
  }

  private static long limit(JsonObject object, String name) {
    double limit = Json.number(object, name);
    return Double.isNaN(limit) ? -1 : (long) limit;
  }

  private static @Nullable Object value(JsonElement value) {
    if (!value.isJsonPrimitive()) {
      return null;
    }
    return value.getAsJsonPrimitive().isNumber()
        ? Double.valueOf(value.getAsDouble())
        : value.getAsString();
  }

  private long pause() throws Failure {
    if (interval == null) {
      return 0;
    }
    Matcher matcher = INTERVAL.matcher(interval);
    long millis =
        matcher.matches()
            ? Long.parseLong(matcher.group(1)) * ("s".equals(matcher.group(2)) ? 1_000 : 1)
            : 0;
    if (millis <= 0) {
      throw Failure.usage(
          "the interval is a time such as 1000, 500ms or 5s, not '" + interval + "'");
    }
    return millis;
  }

  private int rows() throws Failure {
    if (interval == null) {
      return 1;
    }
    if (count != null && count <= 0) {
      throw Failure.usage("the count of rows is a number from 1 on, not " + count);
    }
    return count == null ? Integer.MAX_VALUE : count;
  }

  /** One of jstat's own options. */
  private static final class Choice {
    @Option(
        names = {"-gc", "--gc"},
        description = "sizes and collections (default)")
    private boolean gc;

    @Option(
        names = {"-gcutil", "--gcutil"},
        description = "how full the spaces are, in percent")
    private boolean gcutil;

    @Option(
        names = {"-gccause", "--gccause"},
        description = "the same, and why was collected")
    private boolean gccause;

    @Option(
        names = {"-class", "--class"},
        description = "classes loaded")
    private boolean classes;

    @Option(
        names = {"-compiler", "--compiler"},
        description = "what was compiled")
    private boolean compiler;

    Table table() {
      if (gc) {
        return Table.GC;
      }
      if (gcutil) {
        return Table.GCUTIL;
      }
      if (gccause) {
        return Table.GCCAUSE;
      }
      if (classes) {
        return Table.CLASS;
      }
      return compiler ? Table.COMPILER : Table.GC;
    }
  }
}
