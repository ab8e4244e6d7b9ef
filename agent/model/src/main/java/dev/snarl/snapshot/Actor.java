package dev.snarl.snapshot;

/**
 * A thread that must act before another can go on, and what it was seen doing meanwhile.
 *
 * @param group its name with digits folded
 */
public record Actor(String group, Doing doing) {

  /**
   * Stands for none: the wait was over, or who must act had changed, when it was looked for, a
   * fraction of a millisecond after the waiter was seen.
   */
  public static final Actor BRIEF = new Actor("", new Doing(null, "", null));
}
