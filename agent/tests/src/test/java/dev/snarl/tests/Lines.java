package dev.snarl.tests;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** The lines of a stream so far, gathered on a daemon thread of its own. */
final class Lines {
  private final List<String> lines = new ArrayList<>();
  private final Thread reader;

  Lines(InputStream stream) {
    reader = new Thread(() -> read(stream), "lines");
    reader.setDaemon(true);
    reader.start();
  }

  synchronized List<String> soFar() {
    return List.copyOf(lines);
  }

  /** All lines; call it once the process has ended. */
  List<String> all() {
    try {
      reader.join(5_000);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return soFar();
  }

  private void read(InputStream stream) {
    try (BufferedReader in =
        new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        add(line);
      }
    } catch (IOException e) {
      add("stream broken: " + e);
    }
  }

  private synchronized void add(String line) {
    lines.add(line);
  }
}
