package dev.snarl.cli;

import dev.snarl.heap.graph.Progress;
import dev.snarl.text.Figures;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** A bar with the remaining time, redrawn in place on a terminal, at most five times a second. */
final class ProgressLine implements Progress {
  private static final int WIDTH = 30;
  private static final long PAUSE = 200_000_000;

  private static final Path STANDARD_ERROR = Path.of("/proc/self/fd/2");

  private final PrintStream terminal;
  private final String file;
  private final long began = System.nanoTime();
  private long drawn;

  ProgressLine(PrintStream terminal, String file) {
    this.terminal = terminal;
    this.file = file;
  }

  /** Null without a terminal. */
  static @Nullable ProgressLine on(Here here, Path file) {
    return here.err() == System.err && isTerminal()
        ? new ProgressLine(here.err(), String.valueOf(file.getFileName()))
        : null;
  }

  /**
   * As Linux reports it; other systems count as no terminal. {@code System.console()} has another
   * meaning since 22.
   */
  private static boolean isTerminal() {
    try {
      String standardError = STANDARD_ERROR.toRealPath().toString();
      return standardError.startsWith("/dev/pts/") || standardError.startsWith("/dev/tty");
    } catch (IOException e) {
      return false;
    }
  }

  @Override
  public void done(String what, double share) {
    long now = System.nanoTime();
    if (now - drawn < PAUSE) {
      return;
    }
    drawn = now;
    int full = (int) Math.round(Math.max(0, Math.min(1, share)) * WIDTH);
    terminal.print(
        "\r"
            + file
            + " ["
            + "#".repeat(full)
            + " ".repeat(WIDTH - full)
            + "] "
            + Figures.percent(share)
            + " "
            + what
            + left(now, share)
            + "\u001b[K");
    terminal.flush();
  }

  private String left(long now, double share) {
    if (share < 0.05) {
      return "";
    }
    double passed = (now - began) / 1e9;
    return ", " + Figures.time(Math.rint(passed * (1 - share) / share)) + " left";
  }

  void clear() {
    terminal.print("\r\u001b[K");
    terminal.flush();
  }
}
