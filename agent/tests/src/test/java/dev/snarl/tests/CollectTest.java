package dev.snarl.tests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.snarl.tests.programs.Stuck;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code collect} of a real JVM: what is in the archive, and what must not be. */
class CollectTest {
  private static final String SECRET = "pl4nted-s3cret";

  /** What the command itself needs, without jcmd and without the API that attaches. */
  private static final String WITHOUT_ATTACH =
      "java.base,java.desktop,java.instrument,java.logging,java.management,java.sql,jdk.management";

  @TempDir
  @SuppressWarnings("NullAway") // JUnit sets it.
  Path folder;

  private Exit collect(Jdk jdk, Object... arguments) {
    String[] words =
        Stream.concat(Stream.of("collect"), Stream.of(arguments))
            .map(Object::toString)
            .toArray(String[]::new);
    return ForkedJvm.on(jdk).command(words);
  }

  /** Unpacks the archive where it stands. */
  private Path unpacked(String name) throws IOException {
    Path archive = folder.resolve(name + ".tar.gz");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(archive)))
        .isEqualTo("rw-------");
    assertThat(Commands.run(List.of("tar"), "-xzf", archive.toString(), "-C", folder.toString()))
        .isZero();
    Path content = folder.resolve(name);
    try (Stream<Path> left = Files.list(folder)) {
      assertThat(left.filter(path -> path.getFileName().toString().startsWith(".snarl"))).isEmpty();
    }
    try (Stream<Path> files = Files.list(content)) {
      assertThat(files)
          .allSatisfy(
              file ->
                  assertThat(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1))
                      .as("%s", file)
                      .doesNotContain(SECRET));
    }
    return content;
  }

  @OnJdk
  void theArchiveHoldsTheFactsAndNoSecret(Jdk jdk) throws IOException {
    ForkedJvm jvm =
        ForkedJvm.on(jdk)
            .flags("-Dshop.password=" + SECRET + "1", "-Xmx100m")
            .under("env", "SHOP_TOKEN=" + SECRET + "2", "HARMLESS=" + SECRET + "3");
    Path archive = folder.resolve("it.tar.gz");
    try (Running program = jvm.start(Stuck.class, "pair", "--key=" + SECRET + "4")) {
      program.awaitOut("stuck");
      Exit exit = collect(jdk, program.pid(), "-o", archive, "--jfr", "1");
      assertThat(exit.code()).as("%s", exit).isZero();
      assertThat(exit.out()).singleElement().asString().startsWith("wrote " + archive + ", ");
      assertThat(exit.err())
          .anyMatch(line -> line.startsWith("snarl: thread dumps and tables: about "))
          .anyMatch(line -> line.startsWith("snarl: no findings: the agent does not run in JVM "))
          .noneMatch(line -> line.contains("left out: it holds a value"))
          .noneMatch(line -> line.contains(SECRET));
    }
    Path content = unpacked("it");
    assertThat(content.resolve("threads.txt"))
        .content()
        .startsWith("2 threads held for 1 job")
        .contains("Stuck.java:");
    for (int i = 1; i <= 3; i++) {
      assertThat(content.resolve("threads-" + i + ".txt")).content().contains("Full thread dump");
    }
    assertThat(content.resolve("version.txt"))
        .content()
        .contains("JDK " + jdk.feature())
        .contains("-Dshop.password=…", "-Xmx100m", "dev.snarl.tests.programs.Stuck")
        .contains("(and 2 arguments of the application)");
    assertThat(content.resolve("process.txt")).content().contains("Max open files");
    assertThat(content.resolve("jstat.txt")).content().contains("YGC");
    assertThat(content.resolve("recording.jfr")).isNotEmptyFile();
    assertThat(content.resolve("findings.json")).doesNotExist();
  }

  @Tag("full")
  @Test
  void ofTheAgentWhatItHoldsTrueAndOnRequestTheHeap() throws IOException {
    ForkedJvm jvm = ForkedJvm.on(Jdk.of(17)).agent("port=0");
    Path archive = folder.resolve("it.tar.gz");
    try (Running program = jvm.start(Stuck.class, "pair")) {
      program.awaitOut("stuck");
      program.address();
      Exit exit = collect(Jdk.of(17), program.pid(), "-o", archive, "--heap", "--json");
      assertThat(exit.code()).as("%s", exit).isZero();
      assertThat(exit.out()).containsExactly("{\"wrote\":\"" + archive + "\"}");
      assertThat(exit.err())
          .anyMatch(line -> line.contains("it holds ALL data of the application"));
    }
    Path content = unpacked("it");
    assertThat(content.resolve("findings.json")).content().startsWith("{");
    assertThat(content.resolve("doctor.txt")).content().doesNotContain("not complete");
    assertThat(content.resolve("heap.hprof")).isNotEmptyFile();
    assertThat(content.resolve("heap-threads.txt")).content().contains("Full thread dump");
    assertThat(content.resolve("heap-code.txt")).isNotEmptyFile();
  }

  @Tag("full")
  @Test
  void aJavaThatCannotAttachCollectsWhatFilesSay() throws IOException {
    Jdk image = Jdk.of(17).image(folder, WITHOUT_ATTACH);
    Path archive = folder.resolve("it.tar.gz");
    try (Running program = ForkedJvm.on(Jdk.of(17)).start(Stuck.class, "idle")) {
      program.awaitOut("stuck");
      Exit exit = collect(image, program.pid(), "-o", archive);
      assertThat(exit.code()).as("%s", exit).isZero();
      assertThat(exit.err())
          .anyMatch(
              line -> line.startsWith("snarl: no thread dumps and no version: this Java has"));
    }
    Path content = unpacked("it");
    assertThat(content.resolve("threads-1.txt"))
        .content()
        .startsWith("not complete: this Java has no module jdk.attach");
    assertThat(content.resolve("version.txt"))
        .content()
        .contains("dev.snarl.tests.programs.Stuck", "not complete");
    assertThat(content.resolve("jstat.txt")).content().contains("YGC");
  }

  @Test
  void aFileThatHoldsASecretAllTheSameIsLeftOut() throws IOException {
    ForkedJvm jvm = ForkedJvm.on(Jdk.of(17)).under("env", "SHOP_TOKEN=Stuck.java");
    try (Running program = jvm.start(Stuck.class, "pair")) {
      program.awaitOut("stuck");
      Exit exit = collect(Jdk.of(17), program.pid(), "-o", folder.resolve("it.tar.gz"));
      assertThat(exit.code()).as("%s", exit).isZero();
      assertThat(exit.err()).anyMatch(line -> line.contains("threads-1.txt is left out: it holds"));
    }
    Path content = unpacked("it");
    assertThat(content.resolve("threads-1.txt")).doesNotExist();
    assertThat(content.resolve("threads-1.txt.left-out")).exists();
  }

  @Test
  void whatCannotBeCollectedIsOneLine() throws IOException {
    Path there = Files.createFile(folder.resolve("there.tar.gz"));
    Path file = folder.resolve("x");
    long own = ProcessHandle.current().pid();
    Process sleep = new ProcessBuilder("sleep", "60").start();
    try {
      refused(2, "is there already", own, "-o", there);
      refused(2, "cannot write into", own, "-o", folder.resolve("none/x"));
      refused(2, "is no process id", "nothing", "-o", file);
      refused(2, "--jfr takes 1 to 600 seconds, not 601", own, "-o", file, "--jfr", "601");
      refused(2, "'soon' is not an int", own, "-o", file, "--jfr", "soon");
      refused(3, "there is no such process", "999999999", "-o", file);
      refused(3, "it is no JVM but sleep", sleep.pid(), "-o", file);
    } finally {
      sleep.destroyForcibly();
    }
    assertThat(file).doesNotExist();
  }

  private void refused(int code, String why, Object... arguments) {
    Exit exit = collect(Jdk.of(17), arguments);
    assertThat(exit.code()).as("%s", exit).isEqualTo(code);
    assertThat(exit.out()).isEmpty();
    assertThat(exit.err()).singleElement().asString().startsWith("snarl: ").contains(why);
  }

  @Test
  void ofAnotherUsersJvmThatIsOneLineToo() throws IOException {
    List<String> nobody = List.of("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups");
    Commands.need(nobody);
    try (Running program = ForkedJvm.on(Jdk.of(17)).start(Stuck.class, "idle")) {
      program.awaitOut("stuck");
      Exit exit =
          ForkedJvm.on(Jdk.of(17))
              .under(nobody.toArray(String[]::new))
              .command("collect", "" + program.pid(), "-o", "/tmp/none-" + program.pid());
      assertThat(exit.code()).as("%s", exit).isEqualTo(3);
      assertThat(exit.err()).singleElement().asString().contains("it belongs to user");
    }
  }
}
