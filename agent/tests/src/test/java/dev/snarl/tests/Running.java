package dev.snarl.tests;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A forked JVM that runs. Closing it ends the process, whatever it was doing. */
final class Running implements AutoCloseable {
  /** Without an interpreter, as in one of the script's cases, a JVM takes its time. */
  /** Of a machine with much else to do: what does not come within it hangs. */
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  private static final Pattern READY = Pattern.compile("snarl: ready in .* on (http://[^ ,]+),.*");

  private final Process process;
  private final Lines out;
  private final Lines err;

  Running(Process process) {
    this.process = process;
    this.out = new Lines(process.getInputStream());
    this.err = new Lines(process.getErrorStream());
  }

  long pid() {
    return process.pid();
  }

  List<String> out() {
    return out.soFar();
  }

  List<String> err() {
    return err.soFar();
  }

  /** Waits for a line on standard output. */
  void awaitOut(String line) {
    Deadline.in(PATIENCE)
        .until(this::state, () -> out.soFar().contains(line) ? line : null, this::alive);
  }

  /** Waits for a line on standard output that matches as a whole. */
  Matcher awaitOut(Pattern pattern) {
    return await(out, pattern);
  }

  /** Waits for a line on standard error that matches as a whole. */
  Matcher awaitErr(Pattern pattern) {
    return await(err, pattern);
  }

  private Matcher await(Lines lines, Pattern pattern) {
    return Deadline.in(PATIENCE)
        .until(
            this::state,
            () -> {
              for (String line : lines.soFar()) {
                Matcher matcher = pattern.matcher(line);
                if (matcher.matches()) {
                  return matcher;
                }
              }
              return null;
            },
            this::alive);
  }

  /** The address in the ready line. */
  URI address() {
    return URI.create(awaitErr(READY).group(1));
  }

  String get(String path) {
    return get(address().resolve(path));
  }

  /** What is answered there, whatever the status. */
  String get(URI address) {
    HttpRequest request = HttpRequest.newBuilder(address).timeout(Duration.ofSeconds(20)).build();
    try {
      return HttpClient.newHttpClient().send(request, BodyHandlers.ofString()).body();
    } catch (IOException e) {
      throw new IllegalStateException(address + " of " + state(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** Writes a line to its standard input. */
  void say(String line) {
    try {
      process.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
      process.getOutputStream().flush();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The names of its threads, as the kernel has them: cut after 15 characters. */
  List<String> threads() {
    return inside("task", task -> Files.readString(task.resolve("comm")).strip());
  }

  /** What its descriptors are: paths of files, kinds and numbers of the others. */
  List<String> openFiles() {
    return inside("fd", link -> Files.readSymbolicLink(link).toString());
  }

  private interface Look {
    String at(Path path) throws IOException;
  }

  private List<String> inside(String folder, Look look) {
    List<String> seen = new ArrayList<>();
    try (var paths = Files.newDirectoryStream(Path.of("/proc/" + pid() + "/" + folder))) {
      for (Path path : paths) {
        try {
          seen.add(look.at(path));
        } catch (NoSuchFileException endedMeanwhile) {
          // It is not there any more.
        }
      }
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
    return seen;
  }

  /** Tells the program to go on: closes its standard input. */
  void goOn() {
    try {
      process.getOutputStream().close();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Tells the program to go on and waits for its end. */
  Exit exit() {
    goOn();
    try {
      if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
        throw new AssertionError("still running after " + PATIENCE + ": " + state());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
    return new Exit(process.exitValue(), out.all(), err.all());
  }

  boolean alive() {
    return process.isAlive();
  }

  private String state() {
    return "process %d, alive %s\nstdout %s\nstderr %s"
        .formatted(pid(), alive(), out.soFar(), String.join("\n       ", err.soFar()));
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
