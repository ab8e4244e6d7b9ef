package dev.snarl.tests;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.snarl.tests.programs.Deadlock;
import dev.snarl.tests.programs.Hello;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Element;

/** {@code snarl.jar run}: the agent in the JVMs of a command, its exit code and its files. */
class RunTest {
  private static final Pattern CRITICAL = Pattern.compile("snarl: CRITICAL pool-deadlock at .*");

  @TempDir
  @SuppressWarnings("NullAway") // JUnit sets it.
  Path folder;

  private static Process started(Jdk jdk, List<String> options, List<String> command) {
    List<String> words = new ArrayList<>(List.of("run"));
    words.addAll(options);
    words.add("--");
    words.addAll(command);
    return ForkedJvm.on(jdk).commandStarted(words.toArray(String[]::new));
  }

  private static Exit run(Jdk jdk, String... command) {
    try (Running running = new Running(started(jdk, List.of(), List.of(command)))) {
      return running.exit();
    }
  }

  private static List<String> java(Jdk jdk, Class<?> program) {
    return List.of(jdk.java().toString(), "-cp", ForkedJvm.CLASSES.toString(), program.getName());
  }

  @OnJdk
  void aFindingFailsTheCommandAndIsWrittenInThreeForms(Jdk jdk) throws Exception {
    Path junit = folder.resolve("new/junit.xml");
    Path sarif = Files.writeString(folder.resolve("findings.sarif"), "of an earlier run");
    Path markdown = folder.resolve("summary.md");
    List<String> options =
        List.of("--junit=" + junit, "--sarif=" + sarif, "--markdown=" + markdown);
    try (Running running = new Running(started(jdk, options, java(jdk, Deadlock.class)))) {
      running.awaitErr(CRITICAL);
      Exit exit = running.exit();
      assertThat(exit.code()).as(exit.toString()).isEqualTo(1);
      assertThat(exit.err())
          .anyMatch(line -> line.startsWith("CRITICAL pool-deadlock at "))
          .anyMatch(line -> line.startsWith("snarl: the command ended with 0 and had "));
    }
    Element suite =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(junit.toFile())
            .getDocumentElement();
    assertThat(Integer.parseInt(suite.getAttribute("failures"))).isPositive();
    Element failure = (Element) suite.getElementsByTagName("failure").item(0);
    assertThat(failure.getAttribute("type")).isEqualTo("pool-deadlock");
    assertThat(failure.getTextContent()).contains("cycle: ", "docs/findings/pool-deadlock.md");

    JsonObject run =
        JsonParser.parseString(Files.readString(sarif))
            .getAsJsonObject()
            .getAsJsonArray("runs")
            .get(0)
            .getAsJsonObject();
    JsonObject result = run.getAsJsonArray("results").get(0).getAsJsonObject();
    assertThat(result.get("level").getAsString()).isEqualTo("error");
    int index = result.get("ruleIndex").getAsInt();
    assertThat(
            run.getAsJsonObject("tool")
                .getAsJsonObject("driver")
                .getAsJsonArray("rules")
                .get(index)
                .getAsJsonObject()
                .get("id"))
        .isEqualTo(result.get("ruleId"));
    assertThat(result.getAsJsonArray("locations").toString())
        .contains("\"uri\":\"src/test/java/dev/snarl/tests/programs/Deadlock.java\"", "startLine");
    assertThat(markdown)
        .content()
        .startsWith("## Snarl: ")
        .contains("| critical | `pool-deadlock` | `dev.snarl.tests.programs.Deadlock.");
  }

  @OnJdk
  void withoutFindingsTheCommandsOwnExitCodeCounts(Jdk jdk) {
    String program = String.join(" ", java(jdk, Hello.class));
    Exit exit = run(jdk, "sh", "-c", "sleep 9 | " + program + " && exit 7");
    assertThat(exit.code()).as(exit.toString()).isEqualTo(7);
    assertThat(exit.err())
        .anyMatch(line -> line.contains("Picked up JAVA_TOOL_OPTIONS: -javaagent:"))
        .contains("snarl: the command ended with 7 and had no findings");
  }

  @OnJdk(17)
  void aCommandThatStartsNoJvmIsNoSuccess(Jdk jdk) {
    Exit exit = run(jdk, "true");
    assertThat(exit.code()).isEqualTo(3);
    assertThat(exit.err()).singleElement().asString().contains("no JVM of the command was judged");
    assertThat(run(jdk, "no-such-command").code()).isEqualTo(2);
  }

  @OnJdk(17)
  void optionsBehindTheDashesAreTheCommands(Jdk jdk) {
    Exit exit = run(jdk, jdk.java().toString(), "--help");
    assertThat(exit.out()).noneMatch(line -> line.contains("--sarif"));
  }

  @OnJdk
  void aSignalEndsTheCommandToo(Jdk jdk) {
    Process process = started(jdk, List.of(), java(jdk, Deadlock.class));
    try (Running running = new Running(process)) {
      running.awaitErr(CRITICAL);
      ProcessHandle child = process.children().findFirst().orElseThrow();
      process.destroy();
      Deadline.in(Duration.ofSeconds(60))
          .until(child::toString, () -> child.isAlive() ? null : true);
      assertThat(running.exit().code()).isEqualTo(143);
    }
  }
}
