package dev.snarl.cli;

import dev.snarl.collect.TarGz;
import dev.snarl.text.Figures;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * {@code collect}: what is needed to look into a JVM elsewhere, in one archive for its owner alone.
 * No agent is needed in the JVM; where the JVM running this cannot attach, what the kernel and the
 * performance data say is collected.
 */
@Command(
    name = "collect",
    description = {
      "Write one archive (tar.gz, readable by its owner alone) to look into a JVM elsewhere:",
      "three thread dumps and what they say, the tables of jstat, limits, control group and state",
      "of the process, the JVM's version and options, and, where Snarl's agent runs in the JVM,",
      "its findings and the doctor's answer. Environment variables, values of -D and arguments of",
      "the application are left out."
    })
final class CollectCommand implements Callable<Integer> {
  private static final int MOST_JFR_SECONDS = 600;
  private static final int LONGEST_NAME = 50;
  private static final DateTimeFormatter DATE =
      DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'").withZone(ZoneOffset.UTC);

  private final Here here;

  @Parameters(index = "0", paramLabel = "PID", description = "process id of a JVM")
  private String pid = "";

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      description = "the archive; it must not exist (default: snarl-PID-DATE.tar.gz here)")
  private @Nullable Path output;

  @Option(
      names = "--jfr",
      paramLabel = "SECONDS",
      description = "also a recording of the flight recorder, 1 to 600 seconds")
  private @Nullable Integer jfr;

  @Option(
      names = "--heap",
      description =
          "also a heap dump: it pauses the JVM, is as large as what is alive, and holds ALL data of"
              + " the application")
  private boolean heap;

  @Option(names = "--attach", description = "put the agent into the JVM first, and leave it there")
  private boolean attach;

  @Option(names = "--json", description = "print a JSON object")
  private boolean json;

  CollectCommand(Here here) {
    this.here = here;
  }

  @Override
  public Integer call() throws Failure {
    Jvm jvm = Jvm.of(Target.pid(pid));
    if (jfr != null && (jfr < 1 || jfr > MOST_JFR_SECONDS)) {
      throw Failure.usage("--jfr takes 1 to " + MOST_JFR_SECONDS + " seconds, not " + jfr);
    }
    Path archive =
        output == null
            ? Path.of("snarl-" + pid + "-" + DATE.format(Instant.now()) + ".tar.gz")
            : output;
    NewFile.check(archive);
    Path folder = archive.toAbsolutePath().getParent();
    if (folder == null || !Files.isDirectory(folder) || !Files.isWritable(folder)) {
      throw Failure.usage("cannot write into " + folder);
    }
    jvm.check();
    try (Collecting collecting = new Collecting(here, jvm, folder)) {
      collecting.run(jfr == null ? 0 : jfr, heap, attach);
      pack(collecting.content(), archive);
      here.say(
          json
              ? Json.of("wrote", archive.toString())
              : "wrote " + archive + ", " + Figures.bytes(Files.size(archive)));
    } catch (IOException e) {
      throw Failure.unreachable("cannot write " + archive + ": " + e);
    }
    return ExitCode.FINE;
  }

  private void pack(Path content, Path archive) throws IOException, Failure {
    String name = String.valueOf(archive.getFileName()).replaceFirst("[.]tar[.]gz$", "");
    try (OutputStream out = NewFile.create(archive);
        TarGz tar = new TarGz(out, name.length() > LONGEST_NAME ? "snarl-" + pid : name);
        Stream<Path> files = Files.list(content)) {
      for (Path file : files.sorted().toList()) {
        tar.add(file);
      }
    } catch (IOException e) {
      Files.deleteIfExists(archive); // half an archive helps nobody
      throw e;
    }
  }
}
