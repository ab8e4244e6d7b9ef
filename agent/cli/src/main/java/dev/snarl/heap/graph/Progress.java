package dev.snarl.heap.graph;

/** Receives the progress of the work; called often, so it must be cheap. */
public interface Progress {
  /** Ignores the progress. */
  Progress NONE = (what, share) -> {};

  /**
   * Reports progress.
   *
   * @param what is being done
   * @param share of the whole, 0 to 1
   */
  void done(String what, double share);
}
