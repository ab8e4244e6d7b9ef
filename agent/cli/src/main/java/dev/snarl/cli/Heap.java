package dev.snarl.cli;

import dev.snarl.heap.HeapTriage;
import dev.snarl.heap.graph.Progress;
import dev.snarl.heap.hprof.Unreadable;
import dev.snarl.heap.mat.EclipseMat;
import dev.snarl.heap.mat.Verdict;
import dev.snarl.heap.report.Growth;
import dev.snarl.heap.report.HeapJson;
import dev.snarl.heap.report.Page;
import dev.snarl.heap.report.Screen;
import dev.snarl.heap.report.Shown;
import dev.snarl.heap.triage.Report;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * {@code heap}: what fills the heap of a dump. A separate JVM does the work with a heap that fits
 * the file, unless this one has an explicit size.
 */
@Command(
    name = "heap",
    description = "Say what fills the heap of a dump, and which line put it there.")
final class Heap implements Callable<Integer> {
  private static final int MOST = 10_000;
  private static final long MAT_MINUTES = 120;

  private final Here here;

  @Parameters(paramLabel = "FILE", description = "a heap dump in HPROF format, compressed or not")
  private Path file = Path.of("");

  @Option(names = "--json", description = "print the whole report as JSON")
  private boolean json;

  @Option(
      names = "--html",
      paramLabel = "FILE",
      description = "write the whole report as a page too; the file must not exist")
  private @Nullable Path html;

  @Option(names = "--top", paramLabel = "N", description = "entries of each list; 20 without it")
  private int top = 20;

  @Option(
      names = "--compare",
      paramLabel = "OTHER",
      description = "an earlier dump of the same program: say what grew since")
  private @Nullable Path other;

  @Option(
      names = "--engine",
      paramLabel = "ENGINE",
      description = "snarl (default), or mat: ask Eclipse MAT in MAT_HOME for its opinion too")
  private String engine = "snarl";

  Heap(Here here) {
    this.here = here;
  }

  @Override
  public Integer call() throws Failure {
    EclipseMat mat = mat();
    check();
    if (HeapJvm.wanted(here)) {
      return HeapJvm.run(here, arguments(), other == null ? List.of(file) : List.of(file, other));
    }
    Report before = other == null ? null : read(other);
    Report report = read(file);
    Verdict verdict = mat == null ? null : ask(mat);
    Growth growth = before == null ? null : Growth.of(before, report, top);
    Shown shown = new Shown(report, growth, verdict, top);
    if (html != null) {
      NewFile.write(html, Page.of(shown));
    }
    if (json) {
      here.out().println(HeapJson.of(shown));
    } else {
      Screen.of(shown).forEach(here.out()::println);
    }
    if (report.note() != null) {
      throw Failure.unreachable(file + ": " + report.note());
    }
    return report.alarming() ? ExitCode.FINDINGS : ExitCode.FINE;
  }

  private void check() throws Failure {
    if (top < 1 || top > MOST) {
      throw Failure.usage("--top takes a number from 1 to " + MOST + ", not " + top);
    }
    if (html != null) {
      NewFile.check(html);
    }
  }

  private @Nullable EclipseMat mat() throws Failure {
    if (engine.equals("snarl")) {
      return null;
    }
    if (!engine.equals("mat")) {
      throw Failure.usage("--engine takes snarl or mat, not '" + engine + "'");
    }
    String home = here.environment().getOrDefault("MAT_HOME", "");
    if (home.isEmpty()) {
      throw Failure.usage("Eclipse MAT is not known here: " + EclipseMat.HOW);
    }
    EclipseMat found = EclipseMat.in(Path.of(home));
    if (found == null) {
      throw Failure.usage("there is no ParseHeapDump in MAT_HOME=" + home + ": " + EclipseMat.HOW);
    }
    return found;
  }

  private Verdict ask(EclipseMat mat) throws Failure {
    try {
      return mat.of(file, MAT_MINUTES);
    } catch (Unreadable e) {
      throw Failure.unreachable(String.valueOf(e.getMessage()));
    }
  }

  private List<String> arguments() {
    List<String> arguments =
        new ArrayList<>(List.of("heap", "--top", "" + top, "--engine", engine));
    if (json) {
      arguments.add("--json");
    }
    if (html != null) {
      arguments.addAll(List.of("--html", html.toString()));
    }
    if (other != null) {
      arguments.addAll(List.of("--compare", other.toString()));
    }
    arguments.addAll(List.of("--", file.toString()));
    return arguments;
  }

  private Report read(Path from) throws Failure {
    ProgressLine line = ProgressLine.on(here, from);
    Progress progress = line == null ? Progress.NONE : line;
    try {
      return HeapTriage.of(from, top, progress);
    } catch (Unreadable e) {
      throw Failure.unreachable(from + ": " + e.getMessage());
    } catch (OutOfMemoryError e) {
      throw Failure.unreachable(from + ": " + HeapJvm.tooSmall("heap", from));
    } finally {
      if (line != null) {
        line.clear();
      }
    }
  }
}
