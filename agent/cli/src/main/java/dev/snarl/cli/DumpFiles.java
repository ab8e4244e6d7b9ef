package dev.snarl.cli;

import dev.snarl.lost.Beside;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The files that were taken right after a heap dump, a mix-in. */
final class DumpFiles {
  @Option(
      names = "--threads",
      paramLabel = "FILE",
      description = "of a dump: jcmd PID Thread.print -l, taken right after it")
  private @Nullable Path threads;

  @Option(
      names = "--compiled",
      paramLabel = "FILE",
      description = "of a dump: jcmd PID Compiler.codelist, taken right after it")
  private @Nullable Path compiled;

  /** Files that were not given as a mix-in. */
  static DumpFiles of(@Nullable Path threads, @Nullable Path compiled) {
    DumpFiles of = new DumpFiles();
    of.threads = threads;
    of.compiled = compiled;
    return of;
  }

  boolean any() {
    return threads != null || compiled != null;
  }

  /** The same without the list of compiled methods. */
  DumpFiles threadsAlone() {
    return of(threads, null);
  }

  /** As the options of a command that reads the dump. */
  List<String> arguments() {
    List<String> arguments = new ArrayList<>();
    if (threads != null) {
      arguments.addAll(List.of("--threads", threads.toString()));
    }
    if (compiled != null) {
      arguments.addAll(List.of("--compiled", compiled.toString()));
    }
    return arguments;
  }

  Beside read() throws Failure {
    try {
      return Beside.of(threads, compiled);
    } catch (NoSuchFileException e) {
      throw Failure.unreachable("there is no file " + e.getMessage());
    } catch (IOException e) {
      throw Failure.unreachable(String.valueOf(e.getMessage()));
    }
  }
}
