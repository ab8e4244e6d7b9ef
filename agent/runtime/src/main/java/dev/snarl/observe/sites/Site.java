package dev.snarl.observe.sites;

/**
 * An interned call site: the frame that the application's engineer should open. Two equal sites are
 * one object. Never holds a class.
 */
public final class Site {

  /** Where a stack has no frame that could be named, or the table of sites is full. */
  public static final Site OTHER = new Site("other", "");

  private static final int SURE = 2;

  public final String text;

  /** The JDK's or library's method that the site called, such as {@code CompletableFuture.get}. */
  public final String call;

  /** Waits here after which the thread left tasks of its own behind, and the fewest of them. */
  private int leaving;

  private int left = Integer.MAX_VALUE;
  private boolean waitsForMore;

  Site(String text, String call) {
    this.text = text;
    this.call = call;
  }

  /** The method that it called, or what is waited for where that is not known. */
  public String callOr(String type) {
    return call.isEmpty() ? type : call;
  }

  /**
   * A thread waited here for one of its tasks, and went on to another job while so many of the
   * others were unfinished. Races lose a wait, nothing else.
   */
  public void leftBehind(int tasks) {
    left = Math.min(left, tasks);
    leaving++;
  }

  /** A thread waited here for one of its tasks, and then for another. */
  public void waitsForMore() {
    waitsForMore = true;
  }

  /** How many of its own unfinished tasks a thread that waits here does not wait for. */
  public int notWaitedFor() {
    return leaving < SURE || waitsForMore || this == OTHER ? 0 : left;
  }
}
