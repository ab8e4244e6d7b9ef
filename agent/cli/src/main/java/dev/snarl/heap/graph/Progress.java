package dev.snarl.heap.graph;

/** Told how far the work has come; called often, so cheap. */
public interface Progress {
  /** Tells nobody. */
  Progress NONE = (what, share) -> {};

  /**
   * Says how far.
   *
   * @param what is being done
   * @param share of the whole, 0 to 1
   */
  void done(String what, double share);
}
