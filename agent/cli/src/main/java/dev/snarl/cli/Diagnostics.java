package dev.snarl.cli;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;

/** Diagnostic commands of a JVM that may hang: each is given up after a time. */
final class Diagnostics {
  private static final long SECONDS = 120;
  private static final long HEAP_SECONDS = 3_600;
  private static final String NAME = "name=snarl-collect";

  /** Events with command lines, environment variables, properties or texts of the application. */
  private static final List<String> NOT_RECORDED =
      List.of(
          "InitialEnvironmentVariable",
          "InitialSystemProperty",
          "InitialSecurityProperty",
          "SecurityPropertyModification",
          "JVMInformation",
          "SystemProcess",
          "ProcessStart",
          "StringFlag",
          "StringFlagChanged",
          "JavaErrorThrow",
          "JavaExceptionThrow",
          "JavaAgent",
          "NativeAgent");

  private final Jvm jvm;
  private volatile boolean recording;

  Diagnostics(Jvm jvm) {
    this.jvm = jvm;
  }

  /** Copies what a command answers. */
  void print(String command, PrintStream out) throws Failure {
    ask(command, SECONDS, in -> in.transferTo(out));
  }

  /** Whether this JVM has that command. */
  boolean knows(String command) throws Failure {
    return text("help").lines().anyMatch(line -> line.strip().equals(command));
  }

  boolean isRecording() {
    return recording;
  }

  /** Starts a recording, unless one runs whose events would be in ours. */
  void startRecording(Here here, int seconds) throws Failure {
    if (text("JFR.check").lines().anyMatch(line -> line.matches("Recording \\d.*"))) {
      throw Failure.unreachable("left out, since another recording runs in this JVM");
    }
    String events =
        NOT_RECORDED.stream()
            .map(event -> " jdk." + event + "#enabled=false")
            .collect(Collectors.joining());
    String answer =
        text(
            "JFR.start "
                + NAME
                + " settings=default maxsize=64m duration="
                + (seconds + 60)
                + "s"
                + events);
    if (!answer.contains("Started recording")) {
      throw Failure.unreachable("not started: " + answer);
    }
    recording = true;
    here.complain("recording for " + seconds + " s");
  }

  void stopRecording(Path file) throws Failure {
    recording = false;
    text("JFR.stop " + NAME + " filename=" + quoted(file));
  }

  void dropRecording() {
    if (recording) {
      recording = false;
      try {
        text("JFR.stop " + NAME);
      } catch (Failure gone) {
        // It ends by itself after its duration.
      }
    }
  }

  void heapDump(Path file) throws Failure {
    ask("GC.heap_dump " + quoted(file), HEAP_SECONDS, in -> in.readAllBytes());
  }

  private static String quoted(Path file) {
    return "\"" + file.toAbsolutePath() + "\"";
  }

  private String text(String command) throws Failure {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    print(command, new PrintStream(out));
    return out.toString(StandardCharsets.UTF_8);
  }

  private void ask(String command, long seconds, Jvm.Answer answer) throws Failure {
    FutureTask<Void> asked =
        new FutureTask<>(
            () -> {
              jvm.diagnose(command, answer);
              return null;
            });
    Thread thread = new Thread(asked, "asks-the-jvm");
    thread.setDaemon(true);
    thread.start();
    try {
      asked.get(seconds, TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      throw Failure.unreachable(
          "JVM %s gave no answer to %s within %d s"
              .formatted(jvm.pid(), command.split(" ", 2)[0], seconds));
    } catch (ExecutionException e) {
      throw e.getCause() instanceof Failure failure
          ? failure
          : Failure.unreachable(String.valueOf(e.getCause()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw Failure.unreachable("interrupted");
    }
  }
}
