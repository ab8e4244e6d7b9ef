package dev.snarl.observe.slots;

import dev.snarl.observe.sites.Site;
import dev.snarl.snapshot.Request;
import org.jspecify.annotations.Nullable;

/** The last wait of a thread for what it gave away. */
public final class Reply {
  public final int given;
  public final int blocker;
  public final int node;
  public final boolean fresh;

  /** Whether it may be for the end of the thread: anybody may wait at one as at any object. */
  public final boolean ends;

  /** Class of the object whose monitor it is; empty for others. */
  public final String type;

  public final long since;
  public @Nullable Site site;
  public @Nullable Request request;

  /**
   * How many of the {@link #wakesSeen} waits whose ends were seen were ended by threads that do
   * what its worker does; 0 if that is not clear.
   */
  public int wakes;

  public int wakesSeen;

  public Reply(
      int given, int blocker, int node, boolean fresh, boolean ends, String type, long since) {
    this.given = given;
    this.blocker = blocker;
    this.node = node;
    this.fresh = fresh;
    this.ends = ends;
    this.type = type;
    this.since = since;
  }
}
