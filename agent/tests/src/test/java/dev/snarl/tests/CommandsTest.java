package dev.snarl.tests;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.snarl.tests.programs.Deadlock;
import dev.snarl.tests.programs.SlowServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The jar's own commands against real JVMs: what they print and their exit codes. */
class CommandsTest {
  private static final Pattern CRITICAL = Pattern.compile("snarl: CRITICAL pool-deadlock at .*");

  @TempDir
  @SuppressWarnings("NullAway") // JUnit sets it.
  Path folder;

  private static Exit snarl(String... arguments) {
    return ForkedJvm.on(Jdk.of(17)).command(arguments);
  }

  /** Its address, once it has taken its first snapshot. */
  private static String answering(Running program) {
    return Deadline.in(Duration.ofSeconds(60))
        .until(
            () -> program.err().toString(),
            () ->
                program.get("/api/findings").contains("\"items\"")
                    ? program.address().toString()
                    : null);
  }

  private static JsonObject json(Exit exit) {
    return JsonParser.parseString(exit.out().get(0)).getAsJsonObject();
  }

  @OnJdk
  void aHungJvmIsDiagnosedByItsProcessId(Jdk jdk) {
    try (Running program = ForkedJvm.on(jdk).agent("port=0").start(Deadlock.class)) {
      program.awaitErr(CRITICAL);
      String pid = Long.toString(program.pid());

      Exit findings = snarl("findings", pid);
      assertThat(findings.code()).as("%s", findings).isEqualTo(1);
      assertThat(findings.out()).anyMatch(line -> line.startsWith("CRITICAL pool-deadlock at "));

      Exit doctor = snarl("doctor", pid, "--json", "--fail-on", "never");
      assertThat(doctor.code()).as("%s", doctor).isZero();
      assertThat(json(doctor).getAsJsonObject("waiting").get("explainedRatio").getAsDouble())
          .isEqualTo(1);
      assertThat(json(doctor).getAsJsonArray("hypotheses"))
          .extracting(each -> each.getAsJsonObject())
          .filteredOn(each -> each.get("id").getAsString().equals("starvation-deadlock"))
          .singleElement()
          .satisfies(
              each -> {
                assertThat(each.get("verdict").getAsString()).isEqualTo("true");
                assertThat(each.get("look").getAsString()).contains("Deadlock.outer");
              });
    }
  }

  @Test
  void theDoctorsTableNamesEveryVerdictAndExitsWithOne() {
    try (Running program = ForkedJvm.on(Jdk.of(17)).agent("port=0").start(Deadlock.class)) {
      program.awaitErr(CRITICAL);
      Exit doctor = snarl("doctor", program.address().toString());
      assertThat(doctor.code()).as("%s", doctor).isEqualTo(1);
      assertThat(doctor.out())
          .anyMatch(line -> line.startsWith("true      starvation-deadlock"))
          .anyMatch(line -> line.startsWith("not seen  "))
          .anyMatch(line -> line.matches("Threads waited .+; 100 % of it ends in a known cause\\."))
          .anyMatch(
              line ->
                  line.matches(
                      " +\\d+ %  .+Deadlock\\.\\w+\\(Deadlock.java:\\d+\\).* \\[circle\\]"))
          .anyMatch(line -> line.equals("No pool has done enough to be sized."));
      assertThat(snarl("list").out())
          .anyMatch(
              line -> line.contains(" " + program.pid() + " ") && line.contains("snarl: ready in"));
    }
  }

  @Test
  void theListNamesWhatRunsAndNothingOfItsCommandLine() throws Exception {
    Path jar = Files.createDirectory(folder.resolve("with blanks")).resolve("shop.jar");
    Files.copy(ForkedJvm.JAR, jar);
    try (Running named = ForkedJvm.on(Jdk.of(17)).start(SlowServer.class, "--secret", "s3cret")) {
      named.awaitOut(Pattern.compile("port \\d+"));
      String[] waits = {"threads", Long.toString(named.pid()), "--count", "2", "--interval", "1h"};
      try (Running packed = new Running(ForkedJvm.on(Jdk.of(17)).jar(jar).commandStarted(waits))) {
        Deadline.in(Duration.ofSeconds(60))
            .until(
                () -> snarl("list") + " " + packed.err(),
                () -> {
                  List<String> all = snarl("list").out();
                  String one = line(all, named.pid());
                  String other = line(all, packed.pid());
                  boolean both =
                      other.matches(" *\\d+  shop\\.jar +no agent")
                          && one.matches(" *\\d+  " + SlowServer.class.getName() + " +no agent");
                  return (both && one.length() == other.length()) ? true : null;
                });
      }
    }
  }

  private static String line(List<String> all, long pid) {
    return all.stream().filter(l -> l.strip().startsWith(pid + " ")).findFirst().orElse("");
  }

  /** Without counters of its own the command's JVM does not clear such files away. */
  @Test
  void aFileThatOutlivedItsJvmIsNotListed() throws Exception {
    Process other = new ProcessBuilder("sleep", "600").start();
    Path files = Path.of("/tmp/hsperfdata_" + System.getProperty("user.name"));
    Path stale = files.resolve(Long.toString(other.pid()));
    try (Running program = ForkedJvm.on(Jdk.of(17)).start(SlowServer.class)) {
      program.awaitOut(Pattern.compile("port \\d+"));
      // Any other JVM that starts in the meantime clears it away: then the list proves nothing.
      Exit list =
          Deadline.in(Duration.ofMinutes(1))
              .until(
                  () -> stale + " was cleared away",
                  () -> {
                    copy(files.resolve(Long.toString(program.pid())), stale);
                    Exit seen =
                        ForkedJvm.on(Jdk.of(17))
                            .under("env", "JAVA_TOOL_OPTIONS=-XX:-UsePerfData")
                            .command("list");
                    return Files.exists(stale) ? seen : null;
                  });
      assertThat(list.out())
          .anyMatch(line -> line.strip().startsWith(program.pid() + " "))
          .noneMatch(line -> line.strip().startsWith(other.pid() + " "));
    } finally {
      other.destroy();
      Files.deleteIfExists(stale);
    }
  }

  private static void copy(Path from, Path to) {
    try {
      Files.copy(from, to, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void aJvmThatIsStoppedIsListedAsOneThatDoesNotAnswer() throws Exception {
    try (Running program = ForkedJvm.on(Jdk.of(17)).start(SlowServer.class)) {
      program.awaitOut(Pattern.compile("port \\d+"));
      String pid = Long.toString(program.pid());
      assertThat(Commands.run(List.of("kill", "-STOP"), pid)).isZero();
      assertThat(line(snarl("list").out(), program.pid())).matches(".*SlowServer +does not answer");
      assertThat(Commands.run(List.of("kill", "-CONT"), pid)).isZero();
    }
  }

  @Test
  void aRuleIsExplainedByTheJarAlone() throws Exception {
    Exit page = snarl("explain", "async-blocking-pair");
    assertThat(page.code()).as("%s", page).isZero();
    Path source = ForkedJvm.ROOT.resolve("docs/findings/async-blocking-pair.md");
    assertThat(page.out().get(0)).isEqualTo(Files.readAllLines(source).get(0));
    assertThat(page.out())
        .anyMatch(line -> line.startsWith("| `minHeldThreadSeconds` |"))
        .noneMatch(line -> line.contains("]("));
    String[] pages = ForkedJvm.ROOT.resolve("docs/findings").toFile().list();
    int rules = Objects.requireNonNull(pages).length - 1; // one page is of all rules
    Exit all = snarl("explain");
    assertThat(all.out())
        .hasSize(rules)
        .anyMatch(line -> line.matches("pool-deadlock +critical +all threads of a pool .*"));
    JsonObject one = json(snarl("explain", "pool-deadlock", "--json"));
    assertThat(one.get("doc").getAsString()).isEqualTo("docs/findings/pool-deadlock.md");
    assertThat(one.get("page").getAsString()).startsWith("# `pool-deadlock`");
    assertThat(json(snarl("explain", "--json")).getAsJsonArray("items")).hasSize(rules);
  }

  @Test
  void anUnknownRuleIsOneLineWithThoseThatWereMeant() {
    for (String wrong : List.of("pool-deadlok", "deadlock")) {
      Exit exit = snarl("explain", wrong);
      assertThat(exit.code()).isEqualTo(2);
      assertThat(exit.out()).isEmpty();
      assertThat(exit.err())
          .singleElement()
          .asString()
          .startsWith("snarl: there is no rule " + wrong + "; did you mean pool-deadlock");
    }
  }

  @Test
  void aFindingSaysWhereToReadAboutItOnceForItsRule() {
    try (Running program = ForkedJvm.on(Jdk.of(17)).agent("port=0").start(Deadlock.class)) {
      String where = "java -jar snarl.jar explain pool-deadlock (docs/findings/pool-deadlock.md)";
      program.awaitErr(
          Pattern.compile("snarl: CRITICAL pool-deadlock at .*; see " + Pattern.quote(where)));
      assertThat(snarl("findings", program.address().toString()).out()).contains("  " + where);
      assertThat(snarl("doctor", program.address().toString()).out())
          .anyMatch(line -> line.endsWith(", " + where));
      assertThat(program.get("/docs/findings/pool-deadlock.md")).startsWith("# `pool-deadlock`");
      assertThat(program.get("/docs/findings/README.md")).contains("404");
      assertThat(program.err()).filteredOn(line -> line.contains(where)).hasSize(1);
    }
  }

  @Test
  void aJvmWithoutTheAgentIsSaidWithWhatToDo() {
    try (Running program = ForkedJvm.on(Jdk.of(17)).start(SlowServer.class)) {
      program.awaitOut(Pattern.compile("port \\d+"));
      Exit doctor = snarl("doctor", Long.toString(program.pid()));
      assertThat(doctor.code()).isEqualTo(3);
      assertThat(doctor.err())
          .singleElement()
          .asString()
          .contains("the agent does not run in JVM " + program.pid())
          .contains("attach " + program.pid());
    }
  }

  @Test
  void aTokenIsAskedForAndTaken() throws IOException {
    Path token = Files.writeString(folder.resolve("token"), "s3cret-s3cret\n");
    Path wrong = Files.writeString(folder.resolve("wrong"), "other-other\n");
    try (Running program =
        ForkedJvm.on(Jdk.of(17)).agent("port=0", "token.file=" + token).start(SlowServer.class)) {
      String url = program.address().toString();
      Exit without = snarl("findings", url);
      assertThat(without.code()).isEqualTo(3);
      assertThat(without.err()).singleElement().asString().contains("wants a token");
      Exit other = snarl("findings", url, "--token-file", wrong.toString());
      assertThat(other.code()).isEqualTo(3);
      assertThat(other.err()).singleElement().asString().contains("does not accept this token");
      Deadline.in(Duration.ofSeconds(20))
          .until(
              () -> program.err().toString(),
              () -> {
                Exit with = snarl("findings", url, "--token-file", token.toString());
                return with.code() == 0 ? with : null;
              });
    }
  }

  @Test
  void badInputIsOneLineAndExitCodeTwo() {
    String[][] commands = {
      {},
      {"nonsense"},
      {"findings"},
      {"findings", "localhost"},
      {"findings", "http://127.0.0.1:9", "--fail-on", "bad"},
      {"size"},
      {"size", "--jobs", "0"},
      {"size", "--jobs", "10", "--service", "3"},
      {"size", "--jobs", "10", "--service", "3s"},
      {"doctor", "http://127.0.0.1:9", "--since", "5s"},
      {"attach", "http://127.0.0.1:9"}
    };
    for (String[] command : commands) {
      Exit exit = snarl(command);
      assertThat(exit.code()).as("%s: %s", String.join(" ", command), exit).isEqualTo(2);
      assertThat(exit.err()).singleElement().asString().startsWith("snarl: ");
      assertThat(exit.out()).isEmpty();
    }
  }

  @Test
  void whatCannotBeReachedOrReadIsOneLineAndExitCodeThree() {
    String[][] commands = {
      {"findings", "999999999"},
      {"findings", "http://127.0.0.1:1"},
      {"doctor", "http://127.0.0.1:1", "--nginx-log", folder.resolve("none").toString()},
      {"findings", "http://127.0.0.1:1", "--token-file", folder.resolve("none").toString()}
    };
    for (String[] command : commands) {
      Exit exit = snarl(command);
      assertThat(exit.code()).as("%s: %s", String.join(" ", command), exit).isEqualTo(3);
      assertThat(exit.err()).singleElement().asString().startsWith("snarl: cannot re");
    }
  }

  @Test
  void aPoolIsSizedWithoutAJvm() {
    Exit size = snarl("size", "--jobs", "100000", "--deadline", "10m", "--service", "0.30s");
    assertThat(size.code()).isZero();
    assertThat(size.out()).contains("100,000 jobs at 167/s and 300 ms each: 50 threads, 10 min");
    JsonObject rate = json(snarl("size", "--rate", "167", "--service", "0.30s", "--json"));
    assertThat(rate.get("threads").getAsInt()).isBetween(55, 58);
  }

  @Test
  void whoFollowsHearsWhatOpensUntilTheJvmEnds() {
    try (Running program = ForkedJvm.on(Jdk.of(17)).agent("port=0").start(Deadlock.class);
        Running follower =
            new Running(
                ForkedJvm.on(Jdk.of(17))
                    .commandStarted(
                        "findings", answering(program), "--follow", "--fail-on", "critical"))) {
      follower.awaitOut(Pattern.compile("CRITICAL pool-deadlock at .*"));
      program.close();
      Exit end = follower.exit();
      assertThat(end.code()).as("%s", end).isEqualTo(1);
      assertThat(end.err()).singleElement().asString().endsWith("does not answer any more");
      assertThat(end.out()).filteredOn(line -> line.startsWith("CRITICAL")).hasSize(1);
    }
  }

  @Test
  void followingForATimeEndsAndPrintsLinesOfTheFindingsFile() {
    try (Running program = ForkedJvm.on(Jdk.of(17)).agent("port=0").start(Deadlock.class)) {
      program.awaitErr(CRITICAL);
      Exit follower =
          snarl(
              "findings",
              program.address().toString(),
              "--for",
              "2s",
              "--json",
              "--fail-on",
              "never");
      assertThat(follower.code()).as("%s", follower).isZero();
      assertThat(json(follower).get("rule").getAsString()).isEqualTo("pool-deadlock");
      assertThat(json(follower).get("resolved").getAsBoolean()).isFalse();
    }
  }

  @Test
  void theCompletionIsAScriptThatBashReads() throws Exception {
    Path script = folder.resolve("completion");
    Files.write(script, snarl("completion").out());
    String words =
        "source "
            + script
            + " && COMP_WORDS=(snarl det) COMP_CWORD=1"
            + " && _complete_snarl 2>/dev/null; echo ${COMPREPLY[@]}; snarl version";
    Process bash = new ProcessBuilder("bash", "-c", words).redirectErrorStream(true).start();
    String said = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(said.lines()).first().isEqualTo("detach");
    assertThat(said.lines()).anyMatch(line -> line.startsWith("snarl 0."));
  }

  @Test
  void everyCommandButTheServersKnowsJson() {
    JsonArray commands = json(snarl("help", "--json")).getAsJsonArray("items");
    assertThat(commands).hasSizeGreaterThan(10);
    for (JsonElement command : commands) {
      boolean server = command.getAsJsonObject().get("name").getAsString().equals("mcp");
      assertThat(
              command.getAsJsonObject().getAsJsonArray("options").toString().contains("\"--json\""))
          .as(command.toString())
          .isNotEqualTo(server);
    }
    assertThat(snarl("help", "nonsense").code()).isEqualTo(2);
  }

  @Test
  void helpIsThereForEveryCommand() {
    Exit help = snarl("help");
    assertThat(help.code()).isZero();
    assertThat(String.join("\n", help.out()))
        .contains("list", "attach", "detach", "findings", "doctor", "size", "version", "help");
    assertThat(snarl("doctor", "--help").out()).anyMatch(line -> line.contains("--nginx-log"));
    assertThat(json(snarl("version", "--json")).has("version")).isTrue();
  }
}
