package dev.snarl.tests;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.snarl.tests.programs.Hello;
import dev.snarl.tests.programs.LateRecording;
import dev.snarl.tests.programs.Recorded;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the flight recorder tells of a small program, and what it leaves alone. */
class FlightRecorderTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final String PROGRAM = "dev.snarl.tests.programs.Recorded.";

  private static final String ONLY_MONITORS =
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <configuration version="2.0">
        <event name="jdk.JavaMonitorEnter">
          <setting name="enabled">true</setting>
          <setting name="threshold">50 ms</setting>
        </event>
        <event name="jdk.ThreadPark">
          <setting name="enabled">false</setting>
        </event>
        <event name="jdk.ActiveSetting">
          <setting name="enabled">true</setting>
        </event>
      </configuration>
      """;

  @OnJdk
  void eachKindOfEventIsToldByItsSite(Jdk jdk) {
    try (Running program = ForkedJvm.on(jdk).agent("port=0", "jfr=on").start(Recorded.class)) {
      JsonObject profile =
          profile(
              program,
              p ->
                  has(p, "waits", row -> isWait(row, "monitor", "fight", "java.lang.Object"))
                      && has(p, "waits", row -> isWait(row, "socket-read", "read", "localhost:*"))
                      && has(p, "waits", row -> isWait(row, "park", "pause", null))
                      && has(p, "allocations", row -> isAllocation(row))
                      && has(p, "allocatedBy", row -> text(row, "threads").equals("allocator-#"))
                      && has(p, "collections", row -> text(row, "cause").equals("System.gc()"))
                      && p.getAsJsonObject("safepoints").get("count").getAsLong() > 0
                      && !p.getAsJsonObject("compilation").getAsJsonArray("tiers").isEmpty());
      assertThat(profile.getAsJsonObject("heapAfterGc").get("usedBytes").getAsLong()).isPositive();
      assertThat(profile.getAsJsonArray("withheld")).isEmpty();
      assertThat(program.get("/metrics"))
          .contains(
              "snarl_jfr_running{application=\"" + Recorded.class.getSimpleName() + "\"} 1",
              "snarl_monitor_blocked_seconds_total{",
              "snarl_allocated_bytes_total{",
              "snarl_safepoint_seconds_total{");
      assertThat(program.err()).allMatch(line -> line.startsWith("snarl: "));
    }
  }

  private static boolean isWait(
      JsonObject row, String kind, String method, @Nullable String target) {
    return text(row, "kind").equals(kind)
        && text(row, "site").startsWith(PROGRAM + method + "(Recorded.java:")
        && (target == null || text(row, "target").equals(target));
  }

  private static boolean isAllocation(JsonObject row) {
    return text(row, "site").startsWith(PROGRAM + "allocate(Recorded.java:")
        && text(row, "class").equals("byte[]");
  }

  @OnJdk
  void itComesByItselfLaterAndNothingOfItStays(Jdk jdk, @TempDir Path folder) throws IOException {
    ForkedJvm jvm =
        ForkedJvm.on(jdk)
            .flags("-Djava.io.tmpdir=" + folder, "-Ddev.snarl.jfr.patience.millis=500")
            .flags("-XX:SoftRefLRUPolicyMSPerMB=0", "-XX:+UnlockDiagnosticVMOptions")
            .attachable();
    try (Running program = jvm.start(Recorded.class)) {
      String pid = Long.toString(program.pid());
      for (int round = 0; round < 2; round++) {
        assertThat(ForkedJvm.on(Jdk.of(17)).command("attach", pid, "port=0").code()).isZero();
        Deadline.in(PATIENCE)
            .until(() -> "in " + folder + ": " + files(folder), () -> recording(folder));
        assertThat(ForkedJvm.on(Jdk.of(17)).command("detach", pid).code()).isZero();
        Deadline.in(PATIENCE)
            .until(
                () -> "in " + folder + ": " + files(folder),
                () -> files(folder).isEmpty() ? "gone" : null);
        assertThat(threads(program)).noneMatch(name -> name.contains("snarl"));
      }
      // The program asks for collections itself; the loader goes with one that unloads classes.
      Deadline.in(PATIENCE)
          .until(() -> classes(program), () -> classes(program).isEmpty() ? "gone" : null);
      assertThat(program.err()).allMatch(line -> line.startsWith("snarl: "));
    }
  }

  /** Names of the agent's classes that live, by the JVM's own histogram. */
  private static String classes(Running program) {
    Path jcmd = Jdk.of(17).java().resolveSibling("jcmd");
    Assumptions.assumeTrue(Files.isExecutable(jcmd), "SKIPPED: no jcmd beside java 17");
    try {
      Process process =
          new ProcessBuilder(jcmd.toString(), Long.toString(program.pid()), "GC.class_histogram")
              .start();
      String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return String.join(
          "\n",
          text.lines().filter(line -> line.matches(".* dev\\.snarl\\.(agent|jfr)\\..*")).toList());
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  @Tag("full")
  @OnJdk
  void objectsThatStayAreToldWithTheirLine(Jdk jdk) {
    try (Running program =
        ForkedJvm.on(jdk)
            .flags("-Xmx512m")
            .agent("port=0", "jfr=on", "jfr.oldobjects=3")
            .start(Recorded.class, "leak")) {
      profile(
          program,
          p ->
              has(
                  p,
                  "oldObjects",
                  row ->
                      text(row, "class").equals("byte[]")
                          && text(row, "site").startsWith(PROGRAM + "leak(Recorded.java:")));
    }
  }

  /** All sampled objects would stay alive: https://bugs.openjdk.org/browse/JDK-8375615. */
  @Tag("full")
  @OnJdk({21, 25})
  void underGenerationalZgcObjectsAreNotSampled(Jdk jdk) {
    String[] flags =
        jdk.feature() == 21
            ? new String[] {"-Xmx512m", "-XX:+UseZGC", "-XX:+ZGenerational"}
            : new String[] {"-Xmx512m", "-XX:+UseZGC"};
    try (Running program =
        ForkedJvm.on(jdk)
            .flags(flags)
            .agent("port=0", "jfr=on", "jfr.oldobjects=3600")
            .start(Recorded.class, "leak")) {
      program.awaitErr(
          Pattern.compile("snarl: old objects are not sampled, generational ZGC would .*"));
      profile(program, p -> p.get("running").getAsBoolean());
      assertThat(program.threads()).doesNotContain("snarl-jfr-objec");
    }
  }

  @Test
  void aShortProgramDoesNotPayForIt(@TempDir Path folder) {
    try (Running program =
        ForkedJvm.on(Jdk.of(17))
            .flags("-Djava.io.tmpdir=" + folder)
            .agent("port=0")
            .start(Recorded.class)) {
      assertThat(profile(program, p -> true).get("reason").getAsString())
          .isEqualTo("not started yet");
      assertThat(files(folder)).isEmpty();
    }
  }

  @Test
  void withoutAFolderToWriteToOneLineSaysSo() {
    Exit exit =
        offBecause(
            ForkedJvm.on(Jdk.of(17)).flags("-Djava.io.tmpdir=/nowhere/at/all"),
            "the temporary folder /nowhere/at/all is not writable");
    assertThat(exit.code()).isZero();
  }

  @Test
  void withLittleMemoryOneLineSaysSo() {
    Exit exit =
        offBecause(
            ForkedJvm.on(Jdk.of(17)).flags("-Xmx128m", "-Ddev.snarl.jfr.patience.millis=0"),
            "\\d+ MB of the heap are free and it wants 256");
    assertThat(exit.code()).isZero();
  }

  @Test
  void inAnImageWithoutItOneLineSaysSo(@TempDir Path folder) throws Exception {
    Jdk image =
        Jdk.of(17)
            .image(folder, "java.base,java.instrument,java.logging,java.management,jdk.management");
    Exit exit = offBecause(ForkedJvm.on(image), "this Java image has no module jdk\\.jfr");
    assertThat(exit.code()).isZero();
  }

  private static Exit offBecause(ForkedJvm jvm, String why) {
    boolean auto = why.contains("256");
    try (Running program = jvm.agent("port=0", auto ? "jfr=auto" : "jfr=on").start(Hello.class)) {
      program.awaitErr(Pattern.compile("snarl: the flight recorder stays off, " + why + "; .*"));
      assertThat(
              profile(program, p -> !p.get("running").getAsBoolean()).get("reason").getAsString())
          .matches(why);
      assertThat(program.get("/metrics")).contains("snarl_jfr_running{application=\"Hello\"} 0");
      Exit exit = program.exit();
      assertThat(exit.err())
          .allMatch(line -> line.startsWith("snarl: "))
          .filteredOn(line -> line.contains("flight recorder"))
          .hasSize(1);
      return exit;
    }
  }

  @OnJdk
  void aRecordingThatRunsAlreadyHoldsWhatItWouldHoldWithoutUs(Jdk jdk, @TempDir Path folder)
      throws IOException {
    Path settings = Files.writeString(folder.resolve("only-monitors.jfc"), ONLY_MONITORS);
    Path with = folder.resolve("with.jfr");
    Path without = folder.resolve("without.jfr");
    try (Running alone = recorded(jdk, settings, without, "jfr=off");
        Running beside = recorded(jdk, settings, with, "jfr=on")) {
      JsonObject profile =
          profile(
              beside,
              p ->
                  p.get("seconds").getAsDouble() > 2
                      && has(p, "waits", row -> text(row, "kind").equals("monitor")));
      assertThat(profile.getAsJsonArray("withheld").toString())
          .contains("jdk.ThreadPark", "jdk.GarbageCollection")
          .doesNotContain("jdk.JavaMonitorEnter");
      assertThat(profile.getAsJsonArray("allocations")).isEmpty();
      assertThat(alone.exit().code()).isZero();
      assertThat(beside.exit().code()).isZero();
    }
    assertThat(content(with)).isEqualTo(content(without)).isNotEmpty();
  }

  private static Running recorded(Jdk jdk, Path settings, Path file, String jfr) {
    return ForkedJvm.on(jdk)
        .flags("-XX:StartFlightRecording:settings=" + settings + ",filename=" + file)
        .flags("-Xlog:jfr*=off", "-Xlog:jfr+startup=off")
        .agent("port=0", jfr)
        .start(Recorded.class);
  }

  /**
   * Which events of the JVM it holds, how short they may be, and all settings that were in force.
   * Those that the agent writes on purpose are in OwnEventsTest.
   */
  private static Set<String> content(Path file) throws IOException {
    Set<String> content = new TreeSet<>();
    Map<Long, String> names = new HashMap<>();
    try (RecordingFile recording = new RecordingFile(file)) {
      recording.readEventTypes().forEach(type -> names.put(type.getId(), type.getName()));
    }
    for (RecordedEvent event : RecordingFile.readAllEvents(file)) {
      String type = event.getEventType().getName();
      String of = type.equals("jdk.ActiveSetting") ? names.get(event.getLong("id")) : type;
      if (of != null && of.startsWith("dev.snarl.")) {
        continue;
      }
      content.add(type);
      if (type.equals("jdk.ActiveSetting")) {
        content.add(of + "#" + event.getString("name") + "=" + event.getString("value"));
      } else if (event.getDuration().toMillis() < 50) {
        content.add(type + " of less than 50 ms");
      }
    }
    return content;
  }

  @Tag("full")
  @OnJdk
  void aRecordingThatStartsLaterIsMadeRoomForAtOnce(Jdk jdk) {
    try (Running program = ForkedJvm.on(jdk).agent("port=0", "jfr=on").start(LateRecording.class)) {
      profile(program, p -> has(p, "waits", row -> text(row, "kind").equals("park")));
      program.goOn();
      program.awaitOut("recorded");
      assertThat(program.out()).contains("holds [jdk.JavaMonitorEnter]", "no shorter ones");
      profile(program, p -> p.getAsJsonArray("withheld").isEmpty());
    }
  }

  private static JsonObject profile(Running program, Predicate<JsonObject> wanted) {
    String[] last = {""};
    return Deadline.in(PATIENCE)
        .until(
            () -> last[0],
            () -> {
              last[0] = program.get("/api/profile");
              JsonObject profile = JsonParser.parseString(last[0]).getAsJsonObject();
              return profile.has("running") && wanted.test(profile) ? profile : null;
            });
  }

  private static boolean has(JsonObject profile, String list, Predicate<JsonObject> row) {
    for (JsonElement element : profile.getAsJsonArray(list)) {
      if (row.test(element.getAsJsonObject())) {
        return true;
      }
    }
    return false;
  }

  private static String text(JsonObject row, String name) {
    JsonElement value = row.get(name);
    return value == null || value.isJsonNull() ? "" : value.getAsString();
  }

  private static @Nullable String recording(Path folder) {
    return files(folder).stream().filter(file -> file.endsWith(".jfr")).findFirst().orElse(null);
  }

  private static List<String> files(Path folder) {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(path -> !path.equals(folder))
          .map(Path::toString)
          .filter(path -> !path.contains("hsperfdata") && !path.contains(".attach_pid"))
          .toList();
    } catch (IOException | java.io.UncheckedIOException goneMeanwhile) {
      return List.of("?");
    }
  }

  private static List<String> threads(Running program) throws IOException {
    try (var tasks = Files.list(Path.of("/proc/" + program.pid() + "/task"))) {
      return tasks.map(FlightRecorderTest::name).toList();
    }
  }

  private static String name(Path task) {
    try {
      return Files.readString(task.resolve("comm"));
    } catch (IOException endedMeanwhile) {
      return "";
    }
  }
}
