package dev.snarl.recordings;

import dev.snarl.threads.Doing;
import dev.snarl.threads.View;
import org.jspecify.annotations.Nullable;

/**
 * A wait of a thread that has something to do, as its event says.
 *
 * @param kind which event
 * @param from nanoseconds since 1970
 * @param to the same
 * @param thread the JVM's number for it
 * @param view what it was doing
 * @param target {@code host:port}, or the class of what is waited for; may be empty
 * @param other the thread that held the lock before, or that notified; -1 unknown
 */
record Interval(Kind kind, long from, long to, long thread, View view, String target, long other) {

  /** The events that say that a thread waited. */
  enum Kind {
    PARK,
    ENTER,
    WAIT,
    SLEEP,
    READ_SOCKET,
    WRITE_SOCKET,
    FILE;

    /** Whether it is a call of the system, during which the thread's state is runnable. */
    boolean inKernel() {
      return this == READ_SOCKET || this == WRITE_SOCKET || this == FILE;
    }

    boolean socket() {
      return this == READ_SOCKET || this == WRITE_SOCKET;
    }
  }

  long nanos() {
    return to - from;
  }

  /** What outside this process ends it, as {@link dev.snarl.snapshot.Pool.Blocking} has it. */
  @Nullable String input() {
    if (kind.socket()) {
      return "socket";
    }
    if (kind == Kind.FILE) {
      return "file";
    }
    return view.doing() == Doing.SLEEP ? "sleep" : view.doing() == Doing.IO ? "process" : null;
  }
}
