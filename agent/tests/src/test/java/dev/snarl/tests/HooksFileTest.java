package dev.snarl.tests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.snarl.tests.programs.OwnFutures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import org.junit.jupiter.api.io.TempDir;

/** Futures and pools of an application's own, declared in a file, in a JVM of their own. */
class HooksFileTest {
  private static final String TYPE = OwnFutures.class.getName();

  @TempDir
  @SuppressWarnings("NullAway") // JUnit sets it.
  Path folder;

  private String hooks(String text) throws IOException {
    Path file = folder.resolve("own.hooks");
    Files.writeString(file, text.replace("OwnFutures", TYPE));
    return "hooks=" + file;
  }

  @OnJdk
  void theirWaitsAndTasksAreCounted(Jdk jdk) throws IOException {
    String hooks =
        hooks(
            """
            library own-rpc RPC of our own
            future OwnFutures$Reply done
            wait   OwnFutures$Reply+ await with OwnFutures$LateReply.value
            pool   OwnFutures$Crew threads=members queue=jobs
            fed    OwnFutures$Crew hand
            run-job OwnFutures$Crew ran
            """);
    try (Running program = ForkedJvm.on(jdk).agent("port=0", hooks).start(OwnFutures.class)) {
      program.awaitOut("waited");
      awaitLine(
          program,
          "snarl_blocked_waits_total{",
          "OwnFutures.asked(OwnFutures.java:",
          "kind=\"own-rpc\"",
          "} 10.0");
      awaitLine(program, "snarl_executor_queue_wait_seconds_count{", "crew-#", "} 10");
      awaitLine(program, "snarl_executor_run_seconds_count{", "crew-#", "} 10");
      assertThat(program.get("/healthz")).contains("\"own-rpc\":\"woven\"");
      assertThat(program.err())
          .noneMatch(line -> line.contains("hooks line") || line.contains("Own"));
    }
  }

  @OnJdk
  void mistakesAreSaidAndTheApplicationGoesOn(Jdk jdk) throws IOException {
    String hooks =
        hooks(
            """
            library own-rpc RPC of our own
            wiat OwnFutures$Reply await
            wait OwnFutures$LateReply awiat
            wait OwnFutures$LateReply await
            submitted OwnFutures$Crew hand
            """);
    try (Running program = ForkedJvm.on(jdk).agent("port=0", hooks).start(OwnFutures.class)) {
      program.awaitOut("waited");
      for (String said :
          new String[] {
            "hooks line 2: wiat is no word of it; did you mean wait?; leaving it out",
            TYPE + "$LateReply has no method awiat; did you mean await?",
            TYPE
                + "$LateReply.await calls nothing that is known to wait; name what it calls: with"
                + " CLASS.METHOD",
            TYPE + "$Crew.hand returns no object: submitted does not fit it"
          }) {
        Deadline.in(Duration.ofSeconds(20))
            .until(
                () -> said + " in " + program.err(),
                () -> program.err().contains("snarl: " + said) ? said : null);
      }
      assertThat(program.get("/healthz")).contains("\"own-rpc\":\"woven\"");
    }
  }

  private static void awaitLine(Running program, String... parts) {
    Deadline.in(Duration.ofSeconds(20))
        .until(
            () -> String.join(" … ", parts) + " in\n" + program.get("/metrics"),
            () ->
                program
                    .get("/metrics")
                    .lines()
                    .filter(line -> Arrays.stream(parts).allMatch(line::contains))
                    .findAny()
                    .orElse(null));
  }
}
