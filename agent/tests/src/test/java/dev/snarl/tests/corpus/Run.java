package dev.snarl.tests.corpus;

import com.google.gson.JsonArray;
import com.google.gson.JsonParseException;
import dev.snarl.tests.Folders;
import dev.snarl.tests.Jdk;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A program on one JDK with one class path, in a JVM and a folder of its own; without an agent if
 * there is none.
 */
record Run(
    Program program,
    Jdk jdk,
    String variant,
    String classPath,
    boolean light,
    @Nullable Path agent) {
  private static final int LIMIT_SECONDS = 150;
  private static final String READY = "snarl: ready in ";

  /** A JVM takes a processor until its agent is ready; from then on most programs wait. */
  private static final Semaphore STARTS = new Semaphore(3);

  boolean bare() {
    return agent == null;
  }

  @Override
  public String toString() {
    return program.name() + " on " + jdk + variant;
  }

  Outcome execute(boolean second) {
    long began = System.nanoTime();
    List<String> problems = new ArrayList<>();
    List<String> late = new ArrayList<>();
    List<Finding> findings = new ArrayList<>();
    Duration cpu = Duration.ZERO;
    try {
      Path folder = Files.createTempDirectory("snarl-corpus-");
      try (Place.Entered place = program.place().enter(folder.getFileName().toString())) {
        Path errors = folder.resolve("stderr");
        Process process;
        STARTS.acquire();
        try {
          process = start(place.prefix(), folder, errors);
          awaitReady(process, errors);
        } finally {
          STARTS.release();
        }
        cpu = awaitEnd(process);
        if (!process.isAlive()) {
          List<String> said = Files.readAllLines(errors);
          findings.addAll(Finding.read(folder.resolve("findings.jsonl")));
          problems.addAll(problems(process.exitValue(), said, findings));
          late.addAll(unannounced(findings, said));
        } else {
          process.destroyForcibly().waitFor();
          late.add("still running after " + LIMIT_SECONDS + " s");
        }
      } finally {
        Folders.delete(folder);
      }
    } catch (JsonParseException | CharacterCodingException | IllegalStateException broken) {
      problems.add("findings file: " + broken);
    } catch (IOException e) {
      problems.add(e.toString());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      problems.add(e.toString());
    }
    return new Outcome(
        this,
        Duration.ofNanos(System.nanoTime() - began),
        cpu,
        problems,
        late,
        Score.of(program, jdk.feature(), findings),
        second);
  }

  private void awaitReady(Process process, Path errors) throws IOException, InterruptedException {
    int looks = bare() ? 0 : LIMIT_SECONDS * 20;
    while (looks-- > 0 && !Files.readString(errors).contains(READY)) {
      if (process.waitFor(50, TimeUnit.MILLISECONDS)) {
        return;
      }
    }
  }

  /** Returns the processor time that it had taken shortly before its end. */
  private static Duration awaitEnd(Process process) throws InterruptedException {
    Duration cpu = Duration.ZERO;
    int looks = LIMIT_SECONDS * 5;
    while (looks-- > 0 && !process.waitFor(200, TimeUnit.MILLISECONDS)) {
      cpu = process.info().totalCpuDuration().orElse(cpu);
    }
    return cpu;
  }

  private Process start(List<String> prefix, Path folder, Path errors) throws IOException {
    List<String> flags = new ArrayList<>();
    if (light) {
      flags.add("-XX:TieredStopAtLevel=1");
    }
    if (agent != null) {
      flags.add("-javaagent:" + agent + "=port=0,findings=" + folder.resolve("findings.jsonl"));
    }
    return program
        .command(prefix, jdk, flags, classPath, folder)
        .redirectOutput(Redirect.DISCARD)
        .redirectError(errors.toFile())
        .start();
  }

  private List<String> problems(int code, List<String> said, List<Finding> findings) {
    List<String> wrong = new ArrayList<>();
    if (code != 0) {
      wrong.add("exit code " + code);
    }
    said.stream()
        .filter(line -> bare() || !line.startsWith("snarl: "))
        .forEach(line -> wrong.add("stderr: " + line));
    if (!bare()) {
      if (said.stream().noneMatch(line -> line.startsWith(READY))) {
        wrong.add("no ready line on stderr");
      }
      wrong.addAll(untrue(program, findings));
    }
    return wrong;
  }

  /**
   * Findings of severity warning and above that stderr does not show. The file comes first, and the
   * JVM may end in between.
   */
  private List<String> unannounced(List<Finding> findings, List<String> said) {
    return bare()
        ? List.of()
        : findings.stream()
            .filter(finding -> finding.severity() != Severity.INFO && !finding.resolved())
            .map(Finding::announced)
            .distinct()
            .sorted()
            .filter(line -> said.stream().noneMatch(shown -> shown.contains(line)))
            .map(line -> "not on stderr: " + line)
            .toList();
  }

  /** Evidence that names another line than the program's label; of several lines the first. */
  static TreeSet<String> untrue(Program program, List<Finding> findings) {
    TreeSet<String> wrong = new TreeSet<>();
    for (Program.Evidence label : program.evidence()) {
      String end = "(%s:%d)".formatted(program.file(), label.line());
      for (Finding finding : findings) {
        var value = finding.evidence().get(label.key());
        value = value instanceof JsonArray lines && !lines.isEmpty() ? lines.get(0) : value;
        String text = value == null || !value.isJsonPrimitive() ? "" + value : value.getAsString();
        if (finding.rule().equals(label.rule()) && !text.endsWith(end)) {
          wrong.add(
              "%s: %s is %s, not line %d".formatted(label.rule(), label.key(), text, label.line()));
        }
      }
    }
    return wrong;
  }
}
