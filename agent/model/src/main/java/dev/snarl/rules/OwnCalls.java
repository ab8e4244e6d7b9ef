package dev.snarl.rules;

import dev.snarl.snapshot.Host.Listener;
import dev.snarl.snapshot.Pool;
import dev.snarl.snapshot.Snapshot;
import dev.snarl.text.Figures;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * Connections that this process has to a port on which it listens itself, two or more and at least
 * half as many as a pool has threads: a service that calls itself waits for threads that its
 * callers keep.
 */
record OwnCalls(int port, long connections) {
  private static final double ENOUGH = 0.5;

  /** One alone may be a probe of its health. */
  private static final long FEWEST = 2;

  /** Null if there are fewer, or that is not known. */
  static @Nullable OwnCalls of(Pool pool, Snapshot latest) {
    return latest.vitals().host().network().listeners().stream()
        .max(Comparator.comparingLong(Listener::own))
        .filter(listener -> listener.own() >= Math.max(FEWEST, ENOUGH * pool.size()))
        .map(listener -> new OwnCalls(listener.port(), listener.own()))
        .orElse(null);
  }

  String words() {
    return "; this JVM has %s to its own port %d"
        .formatted(Figures.plural(connections, "connection"), port);
  }

  String remedy() {
    return ("If its tasks serve port %d, a call to that port waits behind its own caller, and with a"
            + " caller on every thread none ends. Call the code behind the port as a method, or let"
            + " another pool serve such calls. ")
        .formatted(port);
  }
}
