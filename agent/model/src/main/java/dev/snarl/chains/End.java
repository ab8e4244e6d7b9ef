package dev.snarl.chains;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What the last thread of a chain does, or why the chain goes no further. */
public enum End {
  /** It runs on a processor. */
  PROCESSOR(true),
  /** It could run and has no processor. */
  RUNNABLE(true),
  /** It could run, and a garbage collection has stopped all threads. */
  COLLECTION(true),
  SOCKET(true),
  FILE(true),
  /** It waits for the end of another process. */
  PROCESS(true),
  /** It sleeps: a pause, or a poll. */
  SLEEP(true),
  /** A turn at a lock or a signal that comes within a fraction of a millisecond. */
  BRIEF(true),
  /** The chain comes back to itself: a deadlock, or until a deadline. */
  CIRCLE(true),
  /**
   * By design: a thread that waits for something to do, and one outside any pool that has waited
   * for the end of others for a minute, or joins itself.
   */
  IDLE(true),
  /** A latch, permit, condition or queue, of which nothing shows who will signal it. */
  SIGNAL(false),
  /** A lock whose holder was not read. */
  LOCK(false),
  /** Something that no known thread completes, or a blocking call of unknown kind. */
  UNKNOWN(false),
  /** Chains beyond the limit of a table. */
  OTHER(false);

  /** How the call of a thread begins that is blocked at a monitor. */
  static final String MONITOR = "a monitor";

  private final boolean explained;

  End(boolean explained) {
    this.explained = explained;
  }

  /** Whether it says what the chain waited for. */
  public boolean explained() {
    return explained;
  }

  /** As label and in JSON. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * By what ends the call in which a thread is blocked.
   *
   * @param input as in {@link dev.snarl.snapshot.Pool.Blocking}
   */
  static End of(@Nullable String call, @Nullable String input) {
    if (input == null) {
      return of(call);
    }
    return switch (input) {
      case "socket" -> SOCKET;
      case "process" -> PROCESS;
      case "file" -> FILE;
      case "idle" -> IDLE;
      case "sleep" -> SLEEP;
      default -> of(call);
    };
  }

  /**
   * By the call in which a thread is blocked.
   *
   * @param call as {@link dev.snarl.snapshot.Need.Running#blockedIn}; null while it runs
   */
  static End of(@Nullable String call) {
    if (call == null) {
      return PROCESSOR;
    }
    if (call.startsWith(MONITOR)) {
      return LOCK;
    }
    if (call.startsWith("java.lang.Process")) {
      return PROCESS;
    }
    if (call.equals("java.lang.Thread.sleep") || call.endsWith("TimeUnit.sleep")) {
      return SLEEP;
    }
    if (call.startsWith("java.io.File") || call.startsWith("java.io.RandomAccessFile")) {
      return FILE;
    }
    if (call.startsWith("java.net.")
        || call.startsWith("jdk.internal.net.http.")
        || call.startsWith("sun.nio.ch.")
        || call.startsWith("sun.security.ssl.")
        || call.startsWith("java.nio.channels.")) {
      return SOCKET;
    }
    return call.startsWith("java.util.concurrent.") || call.equals("java.lang.Object.wait")
        ? SIGNAL
        : UNKNOWN;
  }
}
