package dev.snarl.cli;

import dev.snarl.heap.graph.Progress;
import dev.snarl.heap.hprof.Unreadable;
import dev.snarl.lost.Beside;
import dev.snarl.lost.Lost;
import dev.snarl.lost.LostJson;
import dev.snarl.lost.LostReport;
import dev.snarl.lost.Screen;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * {@code lost}: which threads can never go on. Of a process id it takes the dump first, and removes
 * it afterwards. No agent is needed.
 */
@Command(
    name = "lost",
    description = {
      "Say which threads can never go on, since no thread that still runs can reach what they wait",
      "for: from a heap dump, or from a JVM, which stands still while it writes one."
    })
final class LostCommand implements Callable<Integer> {
  private final Here here;

  @Parameters(
      paramLabel = "FILE|PID",
      description = "a heap dump in HPROF format, or the process id of a JVM")
  private String input = "";

  @Mixin private DumpFiles files = new DumpFiles();

  @Option(
      names = "--keep",
      paramLabel = "FILE",
      description = "of a process id: leave the dump in this file, which must not exist")
  private @Nullable Path keep;

  @Option(names = "--json", description = "print a JSON object")
  private boolean json;

  @Mixin private FailOn failOn = new FailOn();

  LostCommand(Here here) {
    this.here = here;
  }

  @Override
  public Integer call() throws Failure {
    failOn.severity();
    if (!Target.isPid(input) || Files.exists(Path.of(input))) {
      if (keep != null) {
        throw Failure.usage("--keep is for a process id; " + input + " is a file");
      }
      return judge(Path.of(input), files);
    }
    if (files.any()) {
      throw Failure.usage("--threads and --compiled are for a dump; of a JVM they are taken");
    }
    return ofJvm(Jvm.of(input));
  }

  private int ofJvm(Jvm jvm) throws Failure {
    if (keep != null) {
      NewFile.check(keep);
    }
    jvm.check();
    Path parent = keep == null ? Path.of(System.getProperty("java.io.tmpdir")) : parent(keep);
    try (LentFolder folder = LentFolder.in(parent, jvm)) {
      new Room(here, jvm, OtherProcess.of(jvm.pid())).checkDump(folder.path());
      Diagnostics diagnostics = new Diagnostics(jvm);
      Path dump = folder.path().resolve("heap.hprof");
      Path print = folder.path().resolve("threads.txt");
      diagnostics.heapDump(dump);
      Path code = null;
      if (diagnostics.knows("Compiler.codelist")) {
        code = folder.path().resolve("compiled.txt");
        write(diagnostics, "Compiler.codelist", code);
      } else {
        here.complain(
            "JVM " + jvm.pid() + " has no Compiler.codelist: some answers stay likely, not proved");
      }
      write(diagnostics, "Thread.print -l", print);
      if (!Files.exists(dump)) {
        throw Failure.unreachable(
            "JVM %s wrote no dump at %s: it may have another file system, as in a container; run the command there"
                .formatted(jvm.pid(), dump));
      }
      int result = judge(dump, DumpFiles.of(print, code));
      if (keep != null) {
        Files.move(dump, keep);
      }
      return result;
    } catch (IOException e) {
      throw Failure.unreachable("cannot write a dump of JVM " + jvm.pid() + ": " + e);
    }
  }

  private static Path parent(Path file) throws Failure {
    Path parent = file.toAbsolutePath().getParent();
    if (parent == null || !Files.isWritable(parent)) {
      throw Failure.usage("cannot write into " + parent);
    }
    return parent;
  }

  private static void write(Diagnostics diagnostics, String command, Path to)
      throws Failure, IOException {
    try (PrintStream out =
        new PrintStream(Files.newOutputStream(to), false, StandardCharsets.UTF_8)) {
      diagnostics.print(command, out);
    }
  }

  private int judge(Path dump, DumpFiles beside) throws Failure {
    if (HeapJvm.wanted(here)) {
      return HeapJvm.run(here, arguments(dump, beside), List.of(dump));
    }
    LostReport report = read(dump, beside.read());
    if (json) {
      here.out().println(LostJson.of(report));
    } else {
      Screen.of(report).forEach(here.out()::println);
    }
    return report.refused() != null ? ExitCode.UNREACHABLE : failOn.code(report.worst());
  }

  private List<String> arguments(Path dump, DumpFiles beside) {
    List<String> arguments = new ArrayList<>(List.of("lost", "--fail-on", failOn.label()));
    if (json) {
      arguments.add("--json");
    }
    arguments.addAll(beside.arguments());
    arguments.addAll(List.of("--", dump.toString()));
    return arguments;
  }

  private LostReport read(Path from, Beside beside) throws Failure {
    ProgressLine line = ProgressLine.on(here, from);
    try {
      return Lost.of(from, beside, line == null ? Progress.NONE : line);
    } catch (Unreadable e) {
      throw Failure.unreachable(from + ": " + e.getMessage());
    } catch (OutOfMemoryError e) {
      throw Failure.unreachable(from + ": " + HeapJvm.tooSmall("lost", from));
    } finally {
      if (line != null) {
        line.clear();
      }
    }
  }
}
