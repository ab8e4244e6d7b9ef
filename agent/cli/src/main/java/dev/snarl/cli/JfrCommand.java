package dev.snarl.cli;

import dev.snarl.recordings.Judged;
import dev.snarl.recordings.NotARecording;
import dev.snarl.recordings.RecordingTriage;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code jfr}: what a flight recording shows. It is read in this JVM; no agent is needed. */
@Command(
    name = "jfr",
    description = "Read a flight recording: where threads waited, and what the rules find.")
final class JfrCommand implements Callable<Integer> {
  private final Here here;

  @Parameters(
      paramLabel = "FILE.jfr",
      description = "a recording of jcmd JFR.dump or -XX:StartFlightRecording, of Java 8 or newer")
  private Path file = Path.of("");

  @Mixin private FailOn failOn = new FailOn();

  @Option(names = "--json", description = "print a JSON object")
  private boolean json;

  @Mixin private ApplicationOption application = new ApplicationOption();

  JfrCommand(Here here) {
    this.here = here;
  }

  @Override
  public Integer call() throws Failure {
    failOn.severity();
    Judged judged = read();
    if (json) {
      here.out().println(JfrJson.of(judged));
    } else {
      new JfrTable(here).print(judged);
    }
    return failOn.code(judged.worst());
  }

  private Judged read() throws Failure {
    if (Files.isDirectory(file)) {
      throw Failure.unreachable(file + " is a folder");
    }
    try {
      return new RecordingTriage(application.prefixes).of(file);
    } catch (NotARecording none) {
      throw Failure.unreachable(String.valueOf(none.getMessage()));
    } catch (FileNotFoundException e) {
      throw Failure.unreachable(
          Files.exists(file) ? "cannot read " + file : "there is no file " + file);
    } catch (IOException e) {
      throw Failure.unreachable("cannot read " + file + ": " + e.getMessage());
    } catch (OutOfMemoryError e) {
      throw Failure.unreachable(
          "%s takes more memory than %s MB: java -Xmx4g -jar snarl.jar jfr %s"
              .formatted(file, Runtime.getRuntime().maxMemory() >> 20, file));
    }
  }
}
