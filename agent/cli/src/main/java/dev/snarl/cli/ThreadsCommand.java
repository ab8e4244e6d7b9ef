package dev.snarl.cli;

import dev.snarl.threads.Diagnosis;
import dev.snarl.threads.Dumps;
import dev.snarl.threads.NotADump;
import dev.snarl.threads.Triage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * {@code threads}: what thread dumps show. Files are read in this JVM; for a process id the dumps
 * are taken first, as jcmd takes them. No agent is needed.
 */
@Command(
    name = "threads",
    description = "Read thread dumps, or take them, and say who waits for whom.")
final class ThreadsCommand implements Callable<Integer> {
  private static final int MOST_DUMPS = 100;

  private final Here here;

  @Parameters(
      arity = "1..*",
      paramLabel = "FILE|PID",
      description =
          "dumps of one JVM: of jstack, of jcmd Thread.print or Thread.dump_to_file -format=json, or a"
              + " log with dumps in it; - is standard input; or the process id of a JVM")
  private List<String> inputs = List.of();

  @Mixin private FailOn failOn = new FailOn();

  @Option(names = "--json", description = "print a JSON object")
  private boolean json;

  @Option(names = "--html", paramLabel = "FILE", description = "also write a page; a new file")
  private @Nullable Path html;

  @Mixin private ApplicationOption application = new ApplicationOption();

  @Option(
      names = "--count",
      paramLabel = "N",
      converter = Positive.Whole.class,
      description = "of a process id: how many dumps to take (default 1)")
  private @Nullable Positive count;

  @Option(
      names = "--interval",
      paramLabel = "TIME",
      converter = Seconds.Reader.class,
      description = "of a process id: time between dumps (default 5s)")
  private @Nullable Seconds interval;

  ThreadsCommand(Here here) {
    this.here = here;
  }

  @Override
  public Integer call() throws Failure {
    failOn.severity();
    Dumps dumps = new Dumps();
    for (String input : inputs) {
      read(dumps, input);
    }
    Diagnosis diagnosis = new Triage(application.prefixes, Instant.now()).of(dumps);
    if (html != null) {
      NewFile.write(html, ThreadsHtml.of(diagnosis));
    }
    if (json) {
      here.out().println(ThreadsJson.of(diagnosis));
    } else {
      new ThreadsTable(here).print(diagnosis);
    }
    for (String missing : dumps.missing()) {
      here.complain(missing);
    }
    return dumps.missing().isEmpty()
        ? (Integer) failOn.code(diagnosis.worst())
        : (Integer) ExitCode.UNREACHABLE;
  }

  private void read(Dumps dumps, String input) throws Failure {
    try {
      Path file = input.equals("-") ? null : Path.of(input);
      if (file == null) {
        dumps.read("standard input", System.in);
      } else if (Target.isPid(input) && !Files.exists(file)) {
        take(dumps, input);
      } else {
        dumps.read(input, Files.newInputStream(file));
      }
    } catch (NotADump none) {
      throw Failure.unreachable(String.valueOf(none.getMessage()));
    } catch (NoSuchFileException e) {
      throw Failure.unreachable("there is no file " + input);
    } catch (IOException | IllegalArgumentException e) {
      throw Failure.unreachable("cannot read " + input + ": " + e.getMessage());
    }
  }

  private void take(Dumps dumps, String pid) throws Failure {
    double times = count == null ? 1 : count.value();
    if (times > MOST_DUMPS) {
      throw Failure.usage("--count takes a number from 1 to " + MOST_DUMPS);
    }
    double pause = interval == null ? 5 : interval.value();
    for (int i = 0; i < times; i++) {
      if (i > 0) {
        Seconds.sleep(pause);
      }
      Jvm.of(pid).diagnose("Thread.print -l", in -> dumps.read("JVM " + pid, in));
    }
  }
}
