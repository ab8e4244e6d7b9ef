package com.example.runner;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.springframework.stereotype.Component;

/**
 * Runs a program as a child process and holds the calling thread until it has ended. The same in
 * every variant: what differs is the thread that is held.
 */
@Component
public class Sandbox {
  private final Runs runs;

  Sandbox(Runs runs) {
    this.runs = runs;
  }

  public Result execute(Program program) {
    long began = System.nanoTime();
    Process process = start(program);
    try (OutputStream stdin = process.getOutputStream();
        InputStream output = process.getInputStream()) {
      stdin.close();
      // A program prints a line or two, far less than a pipe holds: it may be read afterwards.
      int exitCode = process.waitFor();
      String text = new String(output.readAllBytes(), StandardCharsets.UTF_8);
      long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - began);
      Result result = new Result(exitCode, text, millis);
      runs.add(program, result);
      return result;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while a program ran", e);
    } finally {
      process.destroy();
    }
  }

  private static Process start(Program program) {
    try {
      return new ProcessBuilder(program.command()).redirectErrorStream(true).start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
