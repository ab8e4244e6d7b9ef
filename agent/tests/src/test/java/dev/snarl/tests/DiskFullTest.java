package dev.snarl.tests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.snarl.tests.programs.Deadlock;
import dev.snarl.tests.programs.FillsDisk;
import dev.snarl.tests.programs.Hello;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Pattern;
import org.junit.jupiter.api.io.TempDir;

/** A disk that is full, or about to be, costs what needs it and nothing else. */
class DiskFullTest {
  @TempDir
  @SuppressWarnings("NullAway") // JUnit sets it.
  Path folder;

  /** The JVM ends itself when a flight recorder of its finds the disk full. */
  @OnJdk({17, 25})
  void theFlightRecorderIsSwitchedOffBeforeItEndsTheJvm(Jdk jdk) {
    try (Running program =
        ForkedJvm.on(jdk)
            .under(Commands.onSmallDisk(folder, "80m"))
            .flags("-Djava.io.tmpdir=" + folder)
            .agent("port=0", "jfr=on")
            .start(FillsDisk.class, folder.toString(), "60")) {
      program.awaitOut("ready");
      Deadline.in(Duration.ofSeconds(60))
          .until(
              () -> program.get("/api/profile") + program.err(),
              () -> program.get("/api/profile").contains("\"running\":true") ? "" : null);
      program.say("");
      program.awaitErr(
          Pattern.compile(
              "snarl: the flight recorder is switched off before its disk is full, \\d+ MB are free"
                  + " on the disk of \\S+ and it wants 32"));
      assertThat(program.get("/healthz")).contains("\"degraded\"", "\"jfr\":");
      program.say("");
      program.awaitOut("full");
      program.awaitOut("done");
      Exit exit = program.exit();
      assertThat(exit.code()).isZero();
      assertThat(exit.err()).filteredOn(Unchanged.FINDING.asMatchPredicate().negate()).hasSize(2);
    }
  }

  @OnJdk(17)
  void onASmallDiskTheFlightRecorderDoesNotComeByItself(Jdk jdk) {
    try (Running program =
        ForkedJvm.on(jdk)
            .under(Commands.onSmallDisk(folder, "80m"))
            .flags("-Djava.io.tmpdir=" + folder, "-Ddev.snarl.jfr.patience.millis=0", "-Xmx1g")
            .agent("port=0", "jfr=auto")
            .start(Hello.class)) {
      program.awaitErr(
          Pattern.compile(
              "snarl: the flight recorder stays off, \\d+ MB are free on the disk of .*"));
      assertThat(program.exit().code()).isZero();
    }
  }

  @OnJdk(21)
  void findingsThatCannotBeWrittenAreToldOnce(Jdk jdk) {
    String fill = "head -c 1m /dev/zero > '" + folder + "/fill' 2>/dev/null; exec \"$@\"";
    try (Running program =
        ForkedJvm.on(jdk)
            .under(Commands.onSmallDisk(folder, "16k"))
            .under("sh", "-c", fill, "sh")
            .agent("port=0", "findings=" + folder.resolve("findings.jsonl"))
            .start(Deadlock.class)) {
      program.awaitErr(
          Pattern.compile("snarl: findings are not written to \\S+/findings\\.jsonl: IOException"));
      program.awaitErr(Pattern.compile("snarl: CRITICAL pool-deadlock .*"));
      assertThat(program.get("/healthz")).contains("\"degraded\"", "\"findings\":");
      assertThat(program.get("/api/findings")).contains("pool-deadlock");
    }
  }
}
