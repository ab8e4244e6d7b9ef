package dev.snarl.cli;

import dev.snarl.heap.HeapTriage;
import dev.snarl.heap.hprof.Unreadable;
import dev.snarl.heap.report.Growth;
import dev.snarl.heap.report.HeapJson;
import dev.snarl.heap.report.Page;
import dev.snarl.heap.report.Screen;
import dev.snarl.heap.triage.Report;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * {@code heap}: what fills the heap of a dump. The work is done by a JVM of its own with a heap
 * that fits, unless this one was given its size.
 */
@Command(
    name = "heap",
    description = "Say what fills the heap of a dump, and which line put it there.")
final class Heap implements Callable<Integer> {
  private static final int MOST = 10_000;

  private final Here here;

  @Parameters(paramLabel = "FILE", description = "a heap dump in HPROF format, compressed or not")
  private Path file = Path.of("");

  @Option(names = "--json", description = "print the whole report as JSON")
  private boolean json;

  @Option(
      names = "--html",
      paramLabel = "FILE",
      description = "write the whole report as a page too")
  private @Nullable Path html;

  @Option(names = "--top", paramLabel = "N", description = "entries of each list; 20 without it")
  private int top = 20;

  @Option(names = "--compare", paramLabel = "OTHER", description = "an earlier dump: say what grew")
  private @Nullable Path other;

  Heap(Here here) {
    this.here = here;
  }

  @Override
  public Integer call() throws Failure {
    if (top < 1 || top > MOST) {
      throw Failure.usage("--top takes a number from 1 to " + MOST + ", not " + top);
    }
    Report before = other == null ? null : read(other);
    Report report = read(file);
    Growth growth = before == null ? null : Growth.of(before, report, top);
    if (html != null) {
      NewFile.write(html, Page.of(report, growth, top));
    }
    if (json) {
      here.out().println(HeapJson.of(report, growth, top));
    } else {
      Screen.of(report, growth, top).forEach(here.out()::println);
    }
    if (report.note() != null) {
      throw Failure.unreachable(file + ": " + report.note());
    }
    return report.alarming() ? ExitCode.FINDINGS : ExitCode.FINE;
  }

  private Report read(Path from) throws Failure {
    try {
      return HeapTriage.of(from, top, (what, share) -> {});
    } catch (Unreadable e) {
      throw Failure.unreachable(from + ": " + e.getMessage());
    }
  }
}
