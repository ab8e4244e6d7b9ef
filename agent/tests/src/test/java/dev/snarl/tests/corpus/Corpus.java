package dev.snarl.tests.corpus;

import dev.snarl.tests.Folders;
import dev.snarl.tests.ForkedJvm;
import dev.snarl.tests.Jdk;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;

/** Selects programs, runs some of them at a time, the longest first, and repeats what missed. */
final class Corpus {
  static final Path FOLDER = ForkedJvm.ROOT.resolve("examples/corpus");

  /** Of one folder, in {@code scripts/test}. */
  private static final int ENOUGH = 6;

  private final Options options;
  private final PrintStream out;
  private final List<Outcome> outcomes = new ArrayList<>();
  private final List<String> skipped = new ArrayList<>();
  private final QuietMachine quiet = new QuietMachine();
  private final Turnstile turnstile = new Turnstile();

  private Corpus(Options options, PrintStream out) {
    this.options = options;
    this.out = out;
  }

  static List<Program> programs() {
    try (Stream<Path> files = Files.walk(FOLDER, 2)) {
      return files
          .filter(path -> path.toString().matches(".*\\.(java|kt)"))
          .sorted()
          .map(Labels::read)
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Table run(Options options, PrintStream out) throws InterruptedException {
    Corpus corpus = new Corpus(options, out);
    List<Program> wanted = programs().stream().filter(options::wants).toList();
    List<Program> programs = options.spread() ? some(wanted) : wanted;
    if (options.scored() == null) {
      corpus.run(programs);
    } else {
      corpus.score(programs, options.scored());
    }
    return new Table(corpus.outcomes, corpus.skipped);
  }

  /** Of each folder a few with a fault, and as many without, always the same ones. */
  static List<Program> some(List<Program> programs) {
    Map<String, Integer> taken = new HashMap<>();
    return programs.stream()
        .sorted(Comparator.comparing(program -> HexFormat.of().formatHex(hash(program))))
        .filter(
            program ->
                taken.merge(program.group() + program.faults().isEmpty(), 1, Integer::sum)
                    <= ENOUGH)
        .sorted(Comparator.comparing(Program::path))
        .toList();
  }

  private void score(List<Program> programs, Path folder) {
    for (Program program : programs) {
      for (int jdk : options.jdks().stream().filter(program.jdk()::covers).toList()) {
        Path file = folder.resolve(jdk + "/" + program.name() + ".jsonl");
        try {
          Run run = new Run(program, new Jdk(jdk, null), "", "", false, file);
          Score score = Score.of(program, jdk, Finding.read(file));
          outcomes.add(
              new Outcome(run, Duration.ZERO, Duration.ZERO, List.of(), List.of(), score, false));
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }
    }
  }

  private void run(List<Program> programs) throws InterruptedException {
    List<Run> runs = runs(programs);
    out.printf(
        "%d runs, at most %d at a time, on %s%s%n",
        runs.size(),
        options.jobs(),
        options.jdks(),
        options.spread() ? ", each program on one of them" : "");
    ExecutorService pool = Executors.newFixedThreadPool(options.jobs());
    ExecutorCompletionService<Outcome> running = new ExecutorCompletionService<>(pool);
    runs.forEach(run -> running.submit(() -> inTurn(run)));
    for (int i = 0; i < runs.size(); i++) {
      try {
        Outcome outcome = running.take().get();
        outcomes.add(outcome);
        out.println(outcome.line(outcome.good() ? "ok  " : "FAIL"));
      } catch (ExecutionException e) {
        throw new IllegalStateException(e.getCause());
      }
    }
    pool.shutdown();
    for (int i = 0; i < outcomes.size(); i++) {
      Outcome outcome = outcomes.get(i);
      if (outcome.worthAnother() && !outcome.run().bare()) {
        outcomes.set(i, again(outcome));
      }
    }
  }

  private Outcome inTurn(Run run) throws InterruptedException {
    turnstile.enter();
    try {
      return run.execute(false);
    } finally {
      turnstile.leave();
    }
  }

  /**
   * The same run once more, behind all others and those of other tests; its first failure stays in
   * the output.
   */
  private Outcome again(Outcome first) throws InterruptedException {
    quiet.await();
    Outcome second = first.run().execute(true);
    out.println(second.line(second.good() ? "ok, on a second run, " : "FAIL again"));
    return second;
  }

  private List<Run> runs(List<Program> programs) {
    List<Jdk> jdks = options.jdks().stream().map(Jdk::of).toList();
    List<Integer> installed =
        jdks.stream().filter(jdk -> jdk.home() != null).map(Jdk::feature).toList();
    Compiler compiler = new Compiler(scratch());
    compiler.compile(programs);
    List<Run> runs = new ArrayList<>();
    for (Program program : programs) {
      List<Integer> chosen = options.spread() ? chosen(program, installed) : installed;
      String reason = program.place().missing();
      for (Jdk jdk : jdks) {
        boolean missing = jdk.home() == null;
        if (!program.jdk().covers(jdk.feature()) || (!missing && !chosen.contains(jdk.feature()))) {
          continue;
        }
        if (missing || reason != null) {
          String why = missing ? "set SNARL_JDK" + jdk.feature() : reason;
          skipped.add(program.name() + " on " + jdk + ": " + why);
          continue;
        }
        List<Map.Entry<String, String>> paths =
            List.copyOf(compiler.classPaths(program).entrySet());
        for (var path : options.spread() ? List.of(chosen(program, 1, paths)) : paths) {
          runs.add(
              new Run(
                  program, jdk, path.getKey(), path.getValue(), options.light(), options.agent()));
        }
      }
    }
    runs.sort(Comparator.comparing(run -> -run.program().seconds()));
    return runs;
  }

  private static Path scratch() {
    try {
      Path folder = Files.createTempDirectory("snarl-corpus-classes-");
      Runtime.getRuntime().addShutdownHook(new Thread(() -> Folders.delete(folder)));
      return folder;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * The one JDK of a program that behaves alike on all, by its name; all where its labels differ.
   */
  static List<Integer> chosen(Program program, List<Integer> installed) {
    List<Integer> able = installed.stream().filter(program.jdk()::covers).toList();
    if (able.isEmpty() || program.differsByJdk()) {
      return able;
    }
    return List.of(chosen(program, 0, able));
  }

  /** Always the same one for a program: by this byte of the hash of its name. */
  private static <T> T chosen(Program program, int index, List<T> all) {
    return all.get((hash(program)[index] & 0xff) % all.size());
  }

  private static byte[] hash(Program program) {
    try {
      return MessageDigest.getInstance("SHA-256")
          .digest(program.name().getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
