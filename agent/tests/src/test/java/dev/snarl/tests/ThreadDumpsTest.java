package dev.snarl.tests;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.snarl.tests.programs.Stuck;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Dumps that the JDKs' own tools take of real JVMs, read by the jar's command. */
class ThreadDumpsTest {
  private static final Jdk OURS = Jdk.of(17);

  @TempDir
  @SuppressWarnings("NullAway") // JUnit sets it.
  Path folder;

  private Exit threads(Object... arguments) {
    List<String> words = new ArrayList<>(List.of("threads"));
    for (Object each : arguments) {
      words.add(each.toString());
    }
    return ForkedJvm.on(OURS).command(words.toArray(new String[0]));
  }

  private Path dump(Jdk jdk, Running running, String name) {
    Path file = folder.resolve(name);
    try {
      Files.write(file, jcmd(jdk, running, "Thread.print", "-l").out());
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
    return file;
  }

  /** What the JDK's own jcmd answers, or ours where it has none. */
  static Exit jcmd(Jdk jdk, Running running, String... command) {
    Path jcmd = jdk.java().resolveSibling("jcmd");
    List<String> words = new ArrayList<>();
    words.add((Files.isExecutable(jcmd) ? jcmd : OURS.java().resolveSibling("jcmd")).toString());
    words.add(String.valueOf(running.pid()));
    words.addAll(List.of(command));
    try (Running tool = new Running(new ProcessBuilder(words).start())) {
      return tool.exit();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Takes dumps until one shows it: the threads need a moment to get stuck. */
  private JsonObject judged(Jdk jdk, Running running, String rule) {
    List<Exit> tries = new ArrayList<>();
    return Deadline.in(Duration.ofSeconds(60))
        .until(
            () -> String.valueOf(tries.get(tries.size() - 1)),
            () -> {
              Exit exit = threads(dump(jdk, running, "try" + tries.size()), "--json");
              tries.add(exit);
              if (exit.code() != 1) {
                return null;
              }
              JsonObject answer = JsonParser.parseString(exit.out().get(0)).getAsJsonObject();
              return first(answer).equals(rule) ? answer : null;
            });
  }

  private static String first(JsonObject answer) {
    JsonArray findings = answer.getAsJsonArray("findings");
    return findings.isEmpty() ? "" : findings.get(0).getAsJsonObject().get("rule").getAsString();
  }

  private static Running stuck(Jdk jdk, String how) {
    Running running = ForkedJvm.on(jdk).start(Stuck.class, how);
    running.awaitOut("stuck");
    return running;
  }

  private void says(Jdk jdk, String how, String rule, String certainty, String method) {
    try (Running running = stuck(jdk, how)) {
      JsonObject answer = judged(jdk, running, rule);
      assertThat(answer.get("summary").getAsString())
          .contains("programs.Stuck." + method)
          .contains("(Stuck.java:")
          .contains("(" + certainty);
    }
  }

  @OnJdk
  void thePairIsNamedWithItsLine(Jdk jdk) {
    says(jdk, "pair", "async-blocking-pair", "likely", "answer");
  }

  @OnJdk
  void thePoolThatWaitsForItselfIsNamed(Jdk jdk) {
    says(jdk, "pool-deadlock", "pool-deadlock", "likely", "outer");
  }

  @OnJdk
  void thePoolThatWaitsForAWhileIsNamed(Jdk jdk) {
    says(jdk, "starvation", "pool-starvation", "likely", "");
  }

  @OnJdk
  void monitorsInDifferentOrderAreADeadlock(Jdk jdk) {
    says(jdk, "monitors", "lock-deadlock", "proved", "locking");
  }

  @OnJdk
  void aMonitorAndALockAreOneToo(Jdk jdk) {
    says(jdk, "mixed", "lock-deadlock", "proved", "l");
  }

  @OnJdk
  void anIdleServerIsAccusedOfNothing(Jdk jdk) {
    try (Running running = stuck(jdk, "idle")) {
      Path first = dump(jdk, running, "first");
      Path second = dump(jdk, running, "second");
      Exit exit = threads(first, second, "--fail-on", "info");
      assertThat(exit.code()).as("%s", exit).isZero();
      assertThat(exit.out().get(0)).startsWith("Nothing is stuck as far as these dumps show");
      assertThat(exit.out()).hasSizeLessThan(25);
    }
  }

  @OnJdk({21, 25})
  void theJsonDumpSaysTheSame(Jdk jdk) {
    try (Running running = stuck(jdk, "pair")) {
      judged(jdk, running, "async-blocking-pair");
      Path json = folder.resolve("dump.json");
      jcmd(jdk, running, "Thread.dump_to_file", "-format=json", json.toString());
      Exit exit = threads(json);
      assertThat(exit.code()).as("%s", exit).isEqualTo(1);
      assertThat(exit.out().get(0)).startsWith("2 threads held for 1 job").contains("Stuck.answer");
    }
  }

  @OnJdk
  void aRunningJvmIsAskedForItsDumps(Jdk jdk) {
    try (Running running = stuck(jdk, "monitors")) {
      judged(jdk, running, "lock-deadlock");
      Path page = folder.resolve("page.html");
      Exit exit =
          threads(running.pid(), "--count", "2", "--interval", "100ms", "--html", page, "--json");
      assertThat(exit.code()).as("%s", exit).isEqualTo(1);
      assertThat(exit.err()).isEmpty();
      JsonObject answer = JsonParser.parseString(exit.out().get(0)).getAsJsonObject();
      assertThat(answer.getAsJsonArray("dumps")).hasSize(2);
      assertThat(page).content().contains("lock-deadlock").doesNotContain("<script");
    }
  }

  @Test
  void whatIsNoDumpIsOneLineAndExitCode3() throws IOException {
    Path text = Files.writeString(folder.resolve("notes.txt"), "nothing stuck here\n");
    for (Object input : List.of(text, "-", folder.resolve("none"), folder, "999999999")) {
      Exit exit = threads(input);
      assertThat(exit.code()).as("%s: %s", input, exit).isEqualTo(3);
      assertThat(exit.out()).isEmpty();
      assertThat(exit.err()).as("%s", input).singleElement().asString().startsWith("snarl: ");
    }
  }
}
