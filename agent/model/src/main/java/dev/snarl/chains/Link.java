package dev.snarl.chains;

import dev.snarl.snapshot.CallSite;
import dev.snarl.text.Words;
import org.jspecify.annotations.Nullable;

/**
 * One frame of a chain.
 *
 * @param who the group of the thread, the endpoint, the pool whose queue it is, or the peer; empty
 *     for {@link Kind#REST}
 * @param call in which the thread waits, {@code Process.waitFor()}; null if it runs or was not seen
 * @param site where it does; null if its stack was not read or has no frame to name
 */
public record Link(Kind kind, String who, @Nullable String call, @Nullable String site) {

  /** What a frame is, and the field of an answer that names it. */
  public enum Kind {
    THREAD("threadGroup", ""),
    /** The endpoint of the request that the next frame's thread works on. */
    ROUTE("route", ""),
    /** Time in the queue of a pool. */
    QUEUE("pool", "queue of "),
    /** The connections of a pool, which threads wait for. */
    CONNECTIONS("connections", "connections of "),
    /** The host and port that a thread waits for. */
    PEER("peer", "peer "),
    /** What a tree had no room for. */
    REST(null, "other chains");

    private final @Nullable String field;
    private final String before;

    Kind(@Nullable String field, String before) {
      this.field = field;
      this.before = before;
    }

    /** In JSON; null if the frame has no name. */
    public @Nullable String field() {
      return field;
    }
  }

  static final Link NO_ROOM = new Link(Kind.REST, "", null, null);

  /** A frame of which only the text is known. */
  public static Link text(String text) {
    return new Link(Kind.THREAD, text, null, null);
  }

  static Link route(String endpoint) {
    return new Link(Kind.ROUTE, endpoint, null, null);
  }

  static Link queue(String pool) {
    return new Link(Kind.QUEUE, pool, null, null);
  }

  static Link connections(String pool) {
    return new Link(Kind.CONNECTIONS, pool, null, null);
  }

  static Link peer(String hostAndPort) {
    return new Link(Kind.PEER, hostAndPort, null, null);
  }

  /**
   * A thread.
   *
   * @param in the qualified call in which it is blocked; null while it runs
   * @param site as {@link CallSite#site}; null if its stack was not read
   */
  static Link thread(String group, @Nullable String in, @Nullable String site) {
    String call = in == null ? null : in.startsWith(End.MONITOR) ? End.MONITOR : Words.call(in);
    boolean named = !CallSite.OTHER.site().equals(site);
    return new Link(Kind.THREAD, group, call, named ? site : null);
  }

  /** {@code queue of POOL}, {@code GROUP in CALL at SITE}. */
  public String text() {
    return kind.before + who + (call == null ? "" : " in " + call) + Words.at(site);
  }
}
