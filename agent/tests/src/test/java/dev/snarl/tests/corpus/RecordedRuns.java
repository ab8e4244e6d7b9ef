package dev.snarl.tests.corpus;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonParser;
import dev.snarl.tests.Folders;
import dev.snarl.tests.ForkedJvm;
import dev.snarl.tests.Jdk;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** Programs of the corpus without an agent, recorded by the JVM's flight recorder. */
final class RecordedRuns {
  private static final int LIMIT_SECONDS = 150;

  /** A recording, and what the command {@code jfr} of the packaged jar says about it. */
  record Judged(Program program, Jdk jdk, Score score) {}

  private RecordedRuns() {}

  /** Several at a time; each recording is there while the function runs. */
  static <T> List<T> of(List<Program> programs, List<Jdk> jdks, int jobs, Function<Shot, T> judge)
      throws Exception {
    Path classes = Files.createTempDirectory("snarl-recorded-classes-");
    ExecutorService pool = Executors.newFixedThreadPool(jobs);
    try {
      Compiler compiler = new Compiler(classes);
      compiler.compile(programs);
      List<Callable<T>> runs = new ArrayList<>();
      for (Jdk jdk : jdks) {
        for (Program program : programs) {
          if (jdk.home() != null && program.jdk().covers(jdk.feature())) {
            String path = compiler.classPaths(program).values().iterator().next();
            runs.add(() -> recorded(program, jdk, path, judge));
          }
        }
      }
      List<T> all = new ArrayList<>();
      for (Future<T> run : pool.invokeAll(runs)) {
        all.add(run.get());
      }
      return all;
    } finally {
      pool.shutdownNow();
      Folders.delete(classes);
    }
  }

  /** A recording of one run. */
  record Shot(Program program, Jdk jdk, Path file) {
    /** Of a JVM that was killed or halted there is none. */
    boolean recorded() throws IOException {
      return Files.exists(file) && Files.size(file) > 0;
    }

    Judged judged() {
      try {
        if (!recorded()) {
          return new Judged(program, jdk, Score.of(program, jdk.feature(), List.of()));
        }
        Process process =
            new ProcessBuilder(
                    Jdk.of(17).java().toString(),
                    "-jar",
                    ForkedJvm.JAR.toString(),
                    "jfr",
                    file.toString(),
                    "--json",
                    "--fail-on",
                    "never")
                .redirectError(Redirect.INHERIT)
                .start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
          throw new IllegalStateException(program.name() + " on " + jdk + ": " + out);
        }
        JsonArray found = JsonParser.parseString(out).getAsJsonObject().getAsJsonArray("findings");
        Path lines = file.resolveSibling("findings.jsonl");
        Files.write(lines, found.asList().stream().map(JsonElement::toString).toList());
        return new Judged(program, jdk, Score.of(program, jdk.feature(), Finding.read(lines)));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException(e);
      }
    }
  }

  private static <T> T recorded(Program program, Jdk jdk, String path, Function<Shot, T> judge)
      throws IOException, InterruptedException {
    Path folder = Files.createTempDirectory("snarl-recorded-");
    try {
      Path file = folder.resolve("recording.jfr");
      List<String> command = new ArrayList<>(List.of(jdk.java().toString()));
      String here = program.path().toAbsolutePath().getParent() + "/";
      program.flags().forEach(flag -> command.add(flag.replace("HERE/", here)));
      command.add("-XX:StartFlightRecording:settings=profile,dumponexit=true,filename=" + file);
      command.addAll(List.of("-cp", path, program.main()));
      Process process =
          new ProcessBuilder(command)
              .directory(folder.toFile())
              .redirectInput(new File("/dev/null"))
              .redirectOutput(Redirect.DISCARD)
              .redirectError(Redirect.DISCARD)
              .start();
      if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly().waitFor();
      }
      return judge.apply(new Shot(program, jdk, file));
    } finally {
      Folders.delete(folder);
    }
  }
}
