package dev.snarl.chains;

import dev.snarl.snapshot.Snapshot;
import dev.snarl.text.Figures;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumMap;
import org.jspecify.annotations.Nullable;

/**
 * The chains of the last minute, five minutes and hour, and the time of all since the start. The
 * observer's thread adds a snapshot, any thread reads. Bounded: {@link #SLICES} trees for each of
 * two lengths, of {@link #MOST_FRAMES} frames at most.
 */
public final class ChainWindows {
  private static final int MOST_FRAMES = 2_000;
  private static final int SLICES = 30;
  private static final double LONGEST_SAMPLE = 5;

  /** How far back a tree goes. */
  public enum Window {
    MINUTE(60),
    FIVE(300),
    HOUR(3_600);

    private final int seconds;

    Window(int seconds) {
      this.seconds = seconds;
    }

    public int seconds() {
      return seconds;
    }
  }

  private record Slice(long from, ChainTree tree) {}

  private final Deque<Slice> fine = new ArrayDeque<>();
  private final Deque<Slice> coarse = new ArrayDeque<>();
  private final EnumMap<End, Double> totals = new EnumMap<>(End.class);
  private final Earlier earlier = new Earlier();
  private @Nullable Snapshot last;

  /** The chains of this moment, for the time since the last. */
  public synchronized void add(Snapshot now) {
    Snapshot before = last;
    last = now.totals();
    if (before == null) {
      return;
    }
    double seconds = Math.min(LONGEST_SAMPLE, (now.nanos() - before.nanos()) / Figures.NANOS);
    if (seconds <= 0) {
      return;
    }
    ChainTree tree = new ChainTree(MOST_FRAMES);
    tree.observed(seconds);
    new Sample(before, now, earlier).addTo(tree, seconds);
    tree.ends().forEach((end, time) -> totals.merge(end, time, Double::sum));
    slice(fine, now.nanos(), Window.FIVE.seconds / SLICES).add(tree);
    slice(coarse, now.nanos(), Window.HOUR.seconds / SLICES).add(tree);
  }

  private static ChainTree slice(Deque<Slice> slices, long nanos, int seconds) {
    Slice youngest = slices.peekLast();
    if (youngest == null || nanos - youngest.from >= seconds * (long) Figures.NANOS) {
      youngest = new Slice(nanos, new ChainTree(MOST_FRAMES));
      slices.addLast(youngest);
      if (slices.size() > SLICES) {
        slices.removeFirst();
      }
    }
    return youngest.tree;
  }

  /** A copy of the chains of a window. */
  public synchronized ChainTree of(Window window) {
    ChainTree sum = new ChainTree(MOST_FRAMES);
    Snapshot now = last;
    if (now != null) {
      long from = now.nanos() - window.seconds * (long) Figures.NANOS;
      for (Slice slice : window == Window.HOUR ? coarse : fine) {
        if (slice.from - from >= 0) {
          sum.add(slice.tree);
        }
      }
    }
    return sum;
  }

  /** The time since the start, and the last minute, in a few numbers. */
  public synchronized Waiting waiting() {
    return Waiting.of(new EnumMap<>(totals), of(Window.MINUTE));
  }
}
