package dev.snarl.tests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.snarl.tests.programs.Stuck;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code scripts/collect} of a real JVM: what is in the archive, and what must not be. */
class CollectTest {
  private static final String SECRET = "pl4nted-s3cret";

  @TempDir
  @SuppressWarnings("NullAway") // JUnit sets it.
  Path folder;

  private static Exit run(String... command) {
    try (Running running = new Running(new ProcessBuilder(command).start())) {
      return running.exit();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private Exit collect(String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(ForkedJvm.ROOT.resolve("scripts/collect").toString());
    command.addAll(List.of(arguments));
    return run(command.toArray(new String[0]));
  }

  @Test
  void theArchiveHoldsTheFactsAndNoSecret() throws IOException {
    ForkedJvm jvm =
        ForkedJvm.on(Jdk.of(17))
            .flags("-Dshop.password=" + SECRET + "1", "-Xmx100m")
            .under("env", "SHOP_TOKEN=" + SECRET + "2", "HARMLESS=" + SECRET + "3");
    Path archive = folder.resolve("it.tar.gz");
    try (Running program = jvm.start(Stuck.class, "pair", "--key=" + SECRET + "4")) {
      program.awaitOut("stuck");
      Exit exit = collect(String.valueOf(program.pid()), "-o", archive.toString(), "--jfr", "1");
      assertThat(exit.code()).as("%s", exit).isZero();
      assertThat(exit.err())
          .anyMatch(line -> line.startsWith("Thread dumps and tables: about "))
          .noneMatch(line -> line.contains("left out: it holds a value"))
          .noneMatch(line -> line.contains(SECRET));
    }
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(archive)))
        .isEqualTo("rw-------");
    assertThat(run("tar", "-xzf", archive.toString(), "-C", folder.toString()).code()).isZero();
    Path content = folder.resolve("it");
    assertThat(content.resolve("threads.txt"))
        .content()
        .startsWith("2 threads held for 1 job")
        .contains("Stuck.java:");
    for (int i = 1; i <= 3; i++) {
      assertThat(content.resolve("threads-" + i + ".txt")).content().contains("Full thread dump");
    }
    assertThat(content.resolve("version.txt"))
        .content()
        .contains("JDK 17")
        .contains("-Dshop.password=…", "-Xmx100m", "dev.snarl.tests.programs.Stuck")
        .contains("(and 2 arguments of the application)");
    assertThat(content.resolve("process.txt")).content().contains("Max open files");
    assertThat(content.resolve("jstat.txt")).content().contains("YGC");
    assertThat(content.resolve("recording.jfr")).isNotEmptyFile();
    try (Stream<Path> files = Files.list(content)) {
      assertThat(files)
          .allSatisfy(
              file ->
                  assertThat(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1))
                      .as("%s", file)
                      .doesNotContain(SECRET));
    }
    try (Stream<Path> left = Files.list(folder)) {
      assertThat(left).containsExactlyInAnyOrder(archive, content);
    }
  }

  @Test
  void whatCannotBeCollectedIsOneLine() throws IOException {
    Path there = Files.createFile(folder.resolve("there.tar.gz"));
    String own = String.valueOf(ProcessHandle.current().pid());
    assertThat(collect(own, "-o", there.toString()).code()).isEqualTo(2);
    assertThat(collect("nothing").code()).isEqualTo(2);
    assertThat(collect("999999999").code()).isEqualTo(3);
    Process sleep = new ProcessBuilder("sleep", "60").start();
    try {
      Exit exit = collect(String.valueOf(sleep.pid()), "-o", folder.resolve("x").toString());
      assertThat(exit.code()).isEqualTo(3);
      assertThat(exit.err()).singleElement().asString().endsWith("is no JVM");
    } finally {
      sleep.destroyForcibly();
    }
  }
}
