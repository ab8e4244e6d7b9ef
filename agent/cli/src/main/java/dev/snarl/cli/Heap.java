package dev.snarl.cli;

import com.google.gson.JsonObject;
import dev.snarl.heap.HeapTriage;
import dev.snarl.heap.Reading;
import dev.snarl.heap.graph.HeapDump;
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
import dev.snarl.lost.Beside;
import dev.snarl.lost.Standstill;
import dev.snarl.rules.Finding;
import dev.snarl.rules.Severity;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * {@code heap}: what fills the heap of a dump, and who waits in it for whom. A separate JVM does
 * the work with a heap that fits the file, unless this one has an explicit size.
 */
@Command(
    name = "heap",
    description = {
      "Say what fills the heap of a dump, and which line put it there; and which of its threads",
      "wait for one another."
    })
final class Heap implements Callable<Integer> {
  private static final int MOST = 10_000;
  private static final long MAT_MINUTES = 120;

  private final Here here;

  @Parameters(
      paramLabel = "FILE",
      arity = "1..2",
      description = "a heap dump in HPROF format, compressed or not; of two, the earlier one first")
  private List<Path> files = List.of();

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
      names = "--threads",
      paramLabel = "FILE",
      description =
          "jcmd PID Thread.print -l, taken right after the dump: names owners of monitors")
  private @Nullable Path threads;

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
    Path file = files.get(files.size() - 1);
    Path earlier = files.size() > 1 ? files.get(0) : other;
    if (HeapJvm.wanted(here)) {
      return HeapJvm.run(
          here, arguments(file, earlier), earlier == null ? List.of(file) : List.of(file, earlier));
    }
    Beside beside = DumpFiles.of(threads, null).read();
    Report before = earlier == null ? null : read(earlier, this::report);
    WithWaits read =
        read(file, (dump, from) -> new WithWaits(report(dump, from), Standstill.of(dump, beside)));
    Report report = read.report();
    Verdict verdict = mat == null ? null : ask(mat, file);
    Growth growth = before == null ? null : Growth.of(before, report, top);
    List<String> lines = new ArrayList<>();
    read.waits().forEach(finding -> WaitsText.add(finding, lines));
    Shown shown = new Shown(report, growth, verdict, lines, top);
    if (html != null) {
      NewFile.write(html, Page.of(shown));
    }
    if (json) {
      JsonObject whole = HeapJson.of(shown);
      whole.add("waits", WaitsText.json(read.waits()));
      here.out().println(whole);
    } else {
      Screen.of(shown).forEach(here.out()::println);
    }
    if (report.note() != null) {
      throw Failure.unreachable(file + ": " + report.note());
    }
    boolean grave = read.waits().stream().anyMatch(one -> one.severity() != Severity.INFO);
    return grave || report.alarming() ? ExitCode.FINDINGS : ExitCode.FINE;
  }

  private record WithWaits(Report report, List<Finding> waits) {}

  private Report report(HeapDump dump, Path from) {
    return HeapTriage.of(dump, from, top);
  }

  private void check() throws Failure {
    if (top < 1 || top > MOST) {
      throw Failure.usage("--top takes a number from 1 to " + MOST + ", not " + top);
    }
    if (html != null) {
      NewFile.check(html);
    }
    if (files.size() > 1 && other != null) {
      throw Failure.usage("give the earlier dump once: as the first of two files, or by --compare");
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

  private Verdict ask(EclipseMat mat, Path file) throws Failure {
    try {
      return mat.of(file, MAT_MINUTES);
    } catch (Unreadable e) {
      throw Failure.unreachable(String.valueOf(e.getMessage()));
    }
  }

  private List<String> arguments(Path file, @Nullable Path earlier) {
    List<String> arguments =
        new ArrayList<>(List.of("heap", "--top", "" + top, "--engine", engine));
    if (json) {
      arguments.add("--json");
    }
    if (html != null) {
      arguments.addAll(List.of("--html", html.toString()));
    }
    arguments.addAll(DumpFiles.of(threads, null).arguments());
    if (earlier != null) {
      arguments.addAll(List.of("--compare", earlier.toString()));
    }
    arguments.addAll(List.of("--", file.toString()));
    return arguments;
  }

  private <T> T read(Path from, BiFunction<HeapDump, Path, T> look) throws Failure {
    ProgressLine line = ProgressLine.on(here, from);
    Progress progress = line == null ? Progress.NONE : line;
    try {
      return Reading.of(from, progress, dump -> look.apply(dump, from));
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
