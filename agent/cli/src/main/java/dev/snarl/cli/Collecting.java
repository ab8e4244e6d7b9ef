package dev.snarl.cli;

import dev.snarl.collect.JvmOptions;
import dev.snarl.collect.KernelFacts;
import dev.snarl.collect.KernelFile;
import dev.snarl.collect.Secrets;
import dev.snarl.text.Text;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * One collection: the files of an archive in a folder of its own, which closing removes, also when
 * the command is interrupted. A part that fails says so in its file, and the others go on.
 */
final class Collecting implements AutoCloseable {
  private static final int DUMPS = 3;
  private static final int DUMP_SECONDS = 5;

  private static final String README =
      """
      Collected by java -jar snarl.jar collect from process %s on %s.

      threads.txt, threads.json   what the three thread dumps say (docs/threads.md); threads-1..3.txt are the dumps
      jstat.txt                   heap and collections, with what they mean in words
      process.txt                 state, limits and open files of the process
      control-group.txt           its control group's limits and counters
      version.txt                 the JVM, and its options without values that might be secrets
      findings.json, doctor.*     what Snarl's agent holds true, if it runs in the JVM
      recording.jfr               the flight recorder's, if it was asked for
      heap.hprof                  the heap dump, if it was asked for: all data of the application
      heap-*.txt                  what it lacks, taken right after it. What fills the heap, and who waits for whom:
                                  java -jar snarl.jar heap heap.hprof --threads heap-threads.txt
                                  who can never go on:
                                  java -jar snarl.jar lost heap.hprof --threads heap-threads.txt --compiled heap-code.txt

      Left out on purpose: environment variables, values of -D, arguments of the application.
      """;

  private final Here here;
  private final Jvm jvm;
  private final OtherProcess process;
  private final KernelFacts kernel;
  private final Diagnostics diagnostics;
  private final LentFolder folder;
  private final Path content;

  Collecting(Here here, Jvm jvm, Path parent) throws IOException {
    this.here = here;
    this.jvm = jvm;
    this.process = OtherProcess.of(jvm.pid());
    this.kernel = new KernelFacts(Path.of("/"), jvm.pid());
    this.diagnostics = new Diagnostics(jvm);
    this.folder = LentFolder.in(parent, jvm);
    this.content = folder.path().resolve("content");
    Runtime.getRuntime().addShutdownHook(new Thread(diagnostics::dropRecording));
  }

  Path content() {
    return content;
  }

  void run(int jfrSeconds, boolean heap, boolean attach) throws Failure, IOException {
    boolean reachable = reachable();
    new Room(here, jvm, process).check(folder.path(), jfrSeconds > 0, heap);
    Files.createDirectory(content);
    folder.lend(content);
    if (attach) {
      here.complain("attaching the agent");
      if (jvm.load(here.jar(), "enabled=true").ready() == null) {
        throw Failure.unreachable("the agent cannot be attached to JVM " + jvm.pid());
      }
    }
    if (jfrSeconds > 0) {
      part("recording.txt", out -> diagnostics.startRecording(here, jfrSeconds));
    }
    long began = System.nanoTime();
    threads(reachable);
    here.complain("tables of jstat, limits, version");
    command("jstat.txt", "jstat", jvm.pid(), "1s", "5");
    command("jstat-gccause.txt", "jstat", jvm.pid(), "-gccause");
    part("process.txt", kernel::process);
    part("control-group.txt", kernel::controlGroup);
    part("version.txt", this::version);
    agent();
    if (diagnostics.isRecording()) {
      Seconds.sleep(jfrSeconds - (System.nanoTime() - began) / 1e9);
      part("recording.txt", out -> diagnostics.stopRecording(content.resolve("recording.jfr")));
    }
    leaveOutSecrets();
    if (heap) {
      here.complain("heap dump");
      part("heap.txt", out -> diagnostics.heapDump(content.resolve("heap.hprof")));
      part("heap-code.txt", out -> diagnostics.print("Compiler.codelist", out));
      part("heap-threads.txt", out -> diagnostics.print("Thread.print -l", out));
    }
    String now = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
    part("README.txt", out -> out.print(README.formatted(jvm.pid(), now)));
  }

  /** A Java without the attach API still reads files; a JVM that does not answer is refused. */
  private boolean reachable() throws Failure {
    try {
      Jvm.machine();
    } catch (Failure none) {
      here.complain("no thread dumps and no version: " + none.getMessage());
      return false;
    }
    diagnostics.print("VM.version", new PrintStream(new ByteArrayOutputStream()));
    return true;
  }

  private void threads(boolean reachable) throws Failure {
    if (reachable) {
      here.complain("taking " + DUMPS + " thread dumps, " + DUMP_SECONDS + " s apart");
    }
    List<String> triage = new ArrayList<>(List.of("threads", "--fail-on", "never"));
    for (int i = 0; i < DUMPS; i++) {
      if (i > 0 && reachable) {
        Seconds.sleep(DUMP_SECONDS);
      }
      String name = "threads-" + (i + 1) + ".txt";
      triage.add(content.resolve(name).toString());
      part(name, out -> diagnostics.print("Thread.print -l", out));
    }
    command("threads.txt", triage.toArray(String[]::new));
    triage.add("--json");
    command("threads.json", triage.toArray(String[]::new));
  }

  private void version(PrintStream out) throws Failure {
    try {
      diagnostics.print("VM.version", out);
      diagnostics.print("VM.uptime", out);
    } finally {
      out.println("\n== options");
      List<String> words = KernelFile.words(kernel.folder().resolve("cmdline"));
      JvmOptions.of(words.subList(Math.min(1, words.size()), words.size())).forEach(out::println);
      out.println(
          Stream.of("os.name", "os.version", "os.arch")
              .map(System::getProperty)
              .reduce((a, b) -> a + " " + b)
              .orElse(""));
    }
  }

  private void agent() throws Failure {
    ByteArrayOutputStream answer = new ByteArrayOutputStream();
    String problem =
        run(new PrintStream(answer), "findings", jvm.pid(), "--fail-on", "never", "--json");
    if (!problem.isEmpty()) {
      here.complain("no findings: " + problem);
      part("findings.txt", out -> out.println(problem));
      return;
    }
    part("findings.json", out -> answer.writeTo(out));
    command("doctor.txt", "doctor", jvm.pid(), "--fail-on", "never");
    command("doctor.json", "doctor", jvm.pid(), "--fail-on", "never", "--json");
  }

  private void command(String file, String... arguments) throws Failure {
    part(
        file,
        out -> {
          String problem = run(out, arguments);
          if (!problem.isEmpty()) {
            throw Failure.unreachable(problem);
          }
        });
  }

  /** Runs one of the commands here; what is wrong, if it cannot do its work. */
  private String run(PrintStream out, String... arguments) {
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    PrintStream said = new PrintStream(err, true, StandardCharsets.UTF_8);
    Here inside = new Here(here.jar(), here.version(), here.environment(), out, said);
    int code = Cli.run(inside, List.of(arguments));
    out.flush();
    return code == ExitCode.FINE
        ? ""
        : err.toString(StandardCharsets.UTF_8).strip().replaceFirst("^snarl: ", "");
  }

  private interface Part {
    void write(PrintStream out) throws Failure, IOException;
  }

  /** Writes a file of the archive; a file with nothing in it is no file. */
  private void part(String name, Part part) throws Failure {
    Path file = content.resolve(name);
    try (PrintStream out =
        new PrintStream(Files.newOutputStream(file), false, StandardCharsets.UTF_8)) {
      try {
        part.write(out);
      } catch (Failure | IOException e) {
        out.println("not complete: " + Text.oneLine(String.valueOf(e.getMessage()), 500));
      }
    } catch (IOException e) {
      throw Failure.unreachable("cannot write " + file + ": " + e);
    }
    if (file.toFile().length() == 0) {
      file.toFile().delete();
    }
  }

  private void leaveOutSecrets() throws IOException {
    Secrets secrets = Secrets.of(kernel.folder());
    try (Stream<Path> files = Files.list(content)) {
      for (Path file : files.toList()) {
        if (secrets.areIn(file)) {
          String name = String.valueOf(file.getFileName());
          here.complain(name + " is left out: it holds a value that is named like a secret");
          Files.writeString(
              content.resolve(name + ".left-out"),
              "left out: it held a value that is named like a secret\n");
          Files.delete(file);
        }
      }
    }
  }

  @Override
  public void close() {
    diagnostics.dropRecording();
    folder.close();
  }
}
