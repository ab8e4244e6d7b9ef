package dev.snarl.cli;

import dev.snarl.cli.Tty.Size;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * {@code top}: findings, pools and waits in a terminal, redrawn every two seconds. Without a
 * terminal it prints one frame and ends; on a dumb one it prints frame after frame.
 */
@Command(
    name = "top",
    description = "Show findings, pools and waits live; q quits. Without a terminal, one frame.")
final class Top implements Callable<Integer> {
  private static final Seconds USUAL = new Seconds(2);

  private final Here here;

  @Mixin private Target target = new Target();

  @Option(
      names = "--interval",
      paramLabel = "TIME",
      converter = Seconds.Reader.class,
      description = "time between frames (default 2s)")
  private @Nullable Seconds interval;

  @Option(
      names = "--count",
      paramLabel = "N",
      converter = Positive.Whole.class,
      description = "how many frames; without it one, or on a terminal until q or Ctrl-C")
  private @Nullable Positive count;

  @Option(names = "--json", description = "print each frame as a JSON object")
  private boolean json;

  Top(Here here) {
    this.here = here;
  }

  @Override
  public Integer call() throws Failure {
    Remote remote = target.open(here);
    TopFrame first = TopFrame.read(remote);
    Tty tty = json ? null : Tty.open(here.out(), here.environment().get("TERM"));
    if (tty == null) {
      print(remote, first);
    } else {
      try (tty) {
        String no = here.environment().get("NO_COLOR");
        new TopView(tty, no == null || no.isEmpty(), first).show(remote, pauseNanos(), frames(0));
      }
    }
    return ExitCode.FINE;
  }

  private long pauseNanos() {
    double seconds = (interval == null ? USUAL : interval).value();
    return (long) (seconds * TimeUnit.SECONDS.toNanos(1));
  }

  private long frames(long otherwise) {
    return count == null ? otherwise : count.whole();
  }

  /** For a file, a pipe or a dumb terminal: plain lines. */
  private void print(Remote remote, TopFrame first) throws Failure {
    long frames = frames(!json && Tty.here() ? Long.MAX_VALUE : 1);
    TopFrame frame = first;
    for (long shown = 0; ; frame = TopFrame.read(remote)) {
      if (json) {
        here.out().println(frame.json());
      } else {
        new TopPage(new Size(160, Integer.MAX_VALUE), false)
            .lines(frame, remote.toString())
            .forEach(here.out()::println);
      }
      shown++;
      if (shown >= frames || here.out().checkError()) {
        return;
      }
      try {
        TimeUnit.NANOSECONDS.sleep(pauseNanos());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }
}
