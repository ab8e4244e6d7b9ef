package dev.snarl.tests;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.snarl.tests.programs.Collected;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Every column of the JDK's own jstat, on a JVM whose counters stand still. */
class JstatTest {
  private static final Map<String, String> TABLES =
      Map.of(
          "-gc", "columns",
          "-gcutil", "gcutil",
          "-gccause", "gccause",
          "-class", "class",
          "-compiler", "compiler");

  /** Of a JVM that has nothing to do there is one every three seconds. */
  private static final Duration UNTIL_A_SNAPSHOT = Duration.ofSeconds(4);

  private static Stream<List<String>> collectors(Jdk jdk) {
    List<List<String>> all = new ArrayList<>();
    for (String name : List.of("Serial", "Parallel", "G1", "Z", "Shenandoah")) {
      all.add(List.of("-XX:+Use" + name + "GC"));
    }
    if (jdk.feature() == 21) {
      all.add(List.of("-XX:+UseZGC", "-XX:+ZGenerational"));
    }
    return all.stream();
  }

  private static Running start(Jdk jdk, List<String> flags, String... more) {
    return ForkedJvm.on(jdk)
        .flags("-Xmx64m")
        .flags(more)
        .flags(flags.toArray(String[]::new))
        .agent("port=0", "jfr=off")
        .start(Collected.class);
  }

  @OnJdk
  void everyColumnIsThatOfTheJdk(Jdk jdk) {
    Path jstat = jstat(jdk);
    collectors(jdk).parallel().forEach(flags -> everyColumnIsThatOfTheJdk(jdk, flags, jstat));
  }

  private static void everyColumnIsThatOfTheJdk(Jdk jdk, List<String> flags, Path jstat) {
    try (Running program = start(jdk, flags)) {
      if (!exists(program)) {
        System.err.println("SKIPPED: " + jdk + " has no " + flags);
        return;
      }
      program.awaitOut("still");
      Map<String, Map<String, String>> open = new TreeMap<>();
      TABLES.keySet().forEach(option -> open.put(option, Map.of()));
      Deadline.in(Duration.ofMinutes(2))
          .until(
              () -> jdk + " " + flags + ": " + open,
              () -> {
                Map<String, String> before = new HashMap<>();
                open.keySet()
                    .forEach(
                        option -> before.put(option, run(jstat, option, program.pid()).get(1)));
                LockSupport.parkNanos(UNTIL_A_SNAPSHOT.toNanos());
                JsonObject answer =
                    JsonParser.parseString(program.get("/api/gc")).getAsJsonObject();
                if (!answer.has("source")) {
                  return null; // no snapshot yet
                }
                assertThat(answer.get("source").getAsString()).isEqualTo("perfdata");
                open.replaceAll(
                    (option, last) ->
                        differences(
                            option,
                            before.getOrDefault(option, ""),
                            run(jstat, option, program.pid()).get(1),
                            answer.getAsJsonObject(TABLES.get(option))));
                open.values().removeIf(Map::isEmpty);
                return orLater(open.isEmpty());
              });
      assertThat(program.err()).hasSize(1);
    }
  }

  /** Null, after a while, unless it is true: who asks without pause keeps the JVM compiling. */
  private static @Nullable Boolean orLater(boolean done) {
    if (done) {
      return true;
    }
    LockSupport.parkNanos(500_000_000);
    return null;
  }

  /** The collector may be missing in this build of the JDK; the JVM then ends at once. */
  private static boolean exists(Running program) {
    return Deadline.in(Duration.ofSeconds(60))
        .until(
            () -> program.err().toString(),
            () -> {
              if (program.err().stream().anyMatch(line -> line.contains("not supported"))) {
                return false;
              }
              return program.out().contains("still") ? true : null;
            });
  }

  /** The JVM goes on compiling and counting: ours was read between the JDK's two rows. */
  private static Map<String, String> differences(
      String option, String before, String after, JsonObject ours) {
    List<String> first = cells(option, before);
    List<String> second = cells(option, after);
    Map<String, String> differences = new LinkedHashMap<>();
    int i = 0;
    for (Map.Entry<String, JsonElement> column : ours.entrySet()) {
      boolean there = i < first.size() && i < second.size();
      if (!there || !between(first.get(i), column.getValue(), second.get(i))) {
        differences.put(
            column.getKey(),
            column.getValue() + (there ? " is not " + first.get(i) + ".." + second.get(i) : ""));
      }
      i++;
    }
    if (i != first.size() || i != second.size()) {
      differences.put("columns", first.size() + " are not " + i);
    }
    return differences;
  }

  private static List<String> cells(String option, String row) {
    if (option.equals("-gccause")) {
      int causes = row.length() - 41;
      List<String> cells = new ArrayList<>(List.of(row.substring(0, causes).strip().split(" +")));
      cells.add(row.substring(causes, causes + 20).strip());
      cells.add(row.substring(causes + 20).strip());
      return cells;
    }
    List<String> cells =
        new ArrayList<>(Arrays.asList(row.strip().split(" +", option.equals("-compiler") ? 6 : 0)));
    if (option.equals("-compiler") && cells.size() == 5) {
      cells.add("");
    }
    return cells;
  }

  /** As far as jstat prints it; where its rows are the same, so is the value. */
  private static boolean between(String before, JsonElement value, String after) {
    if (value.isJsonNull()) {
      return before.equals("-");
    }
    if (!value.getAsJsonPrimitive().isNumber()) {
      String text = value.getAsString().strip();
      return before.equals(text) || after.equals(text);
    }
    if (!before.matches("[0-9.]+") || !after.matches("[0-9.]+")) {
      return false;
    }
    int decimals = before.contains(".") ? before.length() - before.indexOf('.') - 1 : 0;
    double half = 0.5 * Math.pow(10, -decimals) + 1e-9;
    return value.getAsDouble() >= Double.parseDouble(before) - half
        && value.getAsDouble() <= Double.parseDouble(after) + half;
  }

  @OnJdk
  void theCommandPrintsTheTableOfTheJdkAndOneMoreLine(Jdk jdk) {
    Path jstat = jstat(jdk);
    try (Running program =
        ForkedJvm.on(jdk).flags("-Xmx64m", "-XX:+UseSerialGC").start(Collected.class)) {
      program.awaitOut("still");
      for (String option : Set.of("-gc", "-gccause", "-class", "-compiler")) {
        List<String> seen = new ArrayList<>();
        Deadline.in(Duration.ofSeconds(60))
            .until(
                () -> seen.toString(),
                () -> {
                  List<String> theirs = run(jstat, option, program.pid());
                  Exit ours =
                      ForkedJvm.on(jdk).command("jstat", option, Long.toString(program.pid()));
                  seen.clear();
                  seen.addAll(theirs);
                  seen.addAll(ours.out());
                  seen.addAll(ours.err());
                  boolean same =
                      ours.code() == 0
                          && ours.out().size() == 3
                          && ours.out().subList(0, 2).equals(theirs);
                  return orLater(same);
                });
      }
    }
  }

  @OnJdk
  void withoutPerformanceDataTheBeansSayWhatTheyKnow(Jdk jdk) {
    try (Running program = start(jdk, List.of("-XX:+UseSerialGC"), "-XX:-UsePerfData")) {
      program.awaitOut("still");
      program.address();
      JsonObject answer =
          Deadline.in(Duration.ofSeconds(60))
              .until(
                  () -> program.err().toString(),
                  () -> {
                    JsonElement one = JsonParser.parseString(program.get("/api/gc"));
                    return one.getAsJsonObject().has("columns") ? one.getAsJsonObject() : null;
                  });
      assertThat(answer.get("source").getAsString()).isEqualTo("jmx");
      JsonObject columns = answer.getAsJsonObject("columns");
      assertThat(columns.get("S0C").isJsonNull()).isTrue();
      for (String column : List.of("EC", "OC", "OU", "MC", "YGC", "FGC", "GCT")) {
        assertThat(columns.get(column).getAsDouble()).as(column).isPositive();
      }
      assertThat(program.err()).hasSize(1);
    }
  }

  private static Path jstat(Jdk jdk) {
    return Stream.of(jdk.feature(), 25, 17, 21)
        .map(feature -> feature == jdk.feature() ? jdk : Jdk.of(feature))
        .map(each -> each.java().resolveSibling("jstat"))
        .filter(Files::isExecutable)
        .findFirst()
        .orElseThrow();
  }

  private static List<String> run(Path jstat, String option, long pid) {
    try (Running running =
        new Running(
            new ProcessBuilder(
                    jstat.toString(), "-J-XX:TieredStopAtLevel=1", option, Long.toString(pid))
                .start())) {
      return running.exit().out();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
