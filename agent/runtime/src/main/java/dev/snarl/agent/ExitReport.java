package dev.snarl.agent;

import dev.snarl.publish.Board;
import dev.snarl.publish.Reports;
import dev.snarl.text.Say;
import java.io.IOException;
import java.nio.file.Path;

/** Writes the report when the JVM exits. */
final class ExitReport implements AutoCloseable {
  private final Board board;
  private final String file;
  private final AtExit hook;

  ExitReport(Board board, String file) {
    this.board = board;
    this.file = file;
    this.hook = new AtExit(this::write, "snarl-report");
  }

  private void write() {
    try {
      if (!Reports.write(board, Path.of(file))) {
        Say.line("no report in " + file + ": the JVM ended before the first snapshot");
      }
    } catch (IOException | RuntimeException | Error e) {
      Say.line("no report in " + file + ": " + e);
    }
  }

  @Override
  public void close() {
    hook.close();
  }
}
