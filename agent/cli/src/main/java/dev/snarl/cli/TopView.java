package dev.snarl.cli;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The live view of {@code top}: polls the agent on a separate thread, so that keys work while an
 * answer is pending.
 */
final class TopView {
  private static final int CTRL_C = 3;
  private static final int CTRL_D = 4;
  private static final int PATIENCE = 5;

  private final Tty tty;
  private final boolean colour;
  private volatile Seen seen;

  /**
   * The last answer.
   *
   * @param round the number of polls so far
   * @param failure why the frame is an older one, null if it is not
   * @param end whether polling has stopped
   */
  private record Seen(TopFrame frame, long round, @Nullable Failure failure, boolean end) {}

  TopView(Tty tty, boolean colour, TopFrame first) {
    this.tty = tty;
    this.colour = colour;
    this.seen = new Seen(first, 1, null, false);
  }

  /** Returns when q or Ctrl-C is pressed, or after this many frames if that is not 0. */
  void show(Remote remote, long pauseNanos, long frames) throws Failure {
    Thread asking = new Thread(() -> ask(remote, pauseNanos), "snarl-top");
    asking.setDaemon(true);
    asking.start();
    try {
      draw(remote, frames);
    } catch (IOException gone) {
      throw Failure.unreachable("cannot read the terminal: " + gone.getMessage());
    } finally {
      asking.interrupt();
    }
  }

  private void draw(Remote remote, long frames) throws IOException, Failure {
    long drawn = 0;
    while (true) {
      Seen now = seen;
      if (now.failure() != null && now.end()) {
        throw now.failure();
      }
      if (tty.resized() || now.round() != drawn) {
        drawn = now.round();
        String note =
            now.failure() == null
                ? remote + "  q quits"
                : "no answer, this is old: " + now.failure().getMessage();
        tty.draw(new TopPage(tty.size(), colour).lines(now.frame(), note));
      }
      if (frames > 0 && drawn >= frames) {
        return;
      }
      int key = tty.key();
      if (key == 'q' || key == 'Q' || key == CTRL_C || key == CTRL_D || key == Tty.HUNG_UP) {
        return;
      }
    }
  }

  private void ask(Remote remote, long pauseNanos) {
    TopFrame frame = seen.frame();
    int failed = 0;
    try {
      for (long round = 2; failed < PATIENCE; round++) {
        TimeUnit.NANOSECONDS.sleep(pauseNanos);
        try {
          frame = TopFrame.read(remote);
          failed = 0;
          seen = new Seen(frame, round, null, false);
        } catch (Failure e) {
          failed++;
          seen = new Seen(frame, round, e, failed == PATIENCE);
        }
      }
    } catch (InterruptedException quit) {
      Thread.currentThread().interrupt();
    }
  }
}
