package dev.snarl.snapshot;

/**
 * Who gives something to do to a thread, or to the workers of a pool, that usually end waits: as
 * long as those have nothing to do, the chain goes on there. It proves nothing and is no edge of
 * the graph.
 *
 * @param to to whom
 * @param by who; its site says nothing, and its odds are how often it was this one
 */
public record Giver(Taker to, Ender by) {

  /**
   * One that waits for something to do.
   *
   * @param pool whether it is any worker of a pool, rather than one thread
   * @param id of the pool, or of the thread
   */
  public record Taker(boolean pool, long id) {}
}
