package dev.snarl.chains;

import dev.snarl.snapshot.Snapshot;
import dev.snarl.text.Figures;
import org.jspecify.annotations.Nullable;

/** The chains of a whole series of snapshots. Bounded as one tree is; not thread-safe. */
public final class ChainSum {
  private final ChainTree tree;
  private final Earlier earlier = new Earlier();
  private @Nullable Snapshot last;

  public ChainSum(int mostFrames) {
    tree = new ChainTree(mostFrames);
  }

  /** The chains of this moment, for the time since the last. */
  public void add(Snapshot now) {
    Snapshot before = last;
    last = now;
    double seconds = before == null ? 0 : (now.nanos() - before.nanos()) / Figures.NANOS;
    if (before != null && seconds > 0) {
      tree.observed(seconds);
      new Sample(before, now, earlier).addTo(tree, seconds);
    }
  }

  public ChainTree tree() {
    return tree;
  }
}
