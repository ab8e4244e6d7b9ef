package dev.snarl.threads;

import java.util.Locale;

/** What a thread was doing. */
public enum Doing {
  /** One of the JVM's own, or without a stack. */
  JVM,
  /** Waiting for work: of its pool, a queue, a connection. */
  IDLE,
  /** Waiting for a monitor or a lock. */
  LOCK,
  /** Waiting for a future. */
  FUTURE,
  /** In a socket, a file or a child process. */
  IO,
  SLEEP,
  /** Waiting for anything else. */
  WAITING,
  RUNNING;

  /** Held without running, although it has work. */
  public boolean blocked() {
    return this == LOCK || this == FUTURE || this == IO || this == SLEEP || this == WAITING;
  }

  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
