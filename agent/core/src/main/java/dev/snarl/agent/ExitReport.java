package dev.snarl.agent;

import dev.snarl.publish.Board;
import dev.snarl.publish.Reports;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Writes the report when the JVM exits, on a thread that the JVM starts for that; it delays the
 * exit by the time that takes. Costs nothing before.
 */
final class ExitReport implements AutoCloseable {
  private final Board board;
  private final String file;
  private final Thread hook = new Thread(null, this::write, "snarl-report", 0, false);

  ExitReport(Board board, String file) {
    this.board = board;
    this.file = file;
    Runtime.getRuntime().addShutdownHook(hook);
  }

  private void write() {
    try {
      if (!Reports.write(board, Path.of(file))) {
        Say.line("no report in " + file + ": the JVM ended before the first snapshot");
      }
    } catch (IOException | RuntimeException | LinkageError e) {
      Say.line("no report in " + file + ": " + e);
    }
  }

  /** Forgets the hook, so that a detached agent can be collected. */
  @Override
  public void close() {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException exiting) {
      // the JVM is on its way out and the report with it
    }
  }
}
