package dev.snarl.observe.requests;

import dev.snarl.libraries.KnownLibraries;
import dev.snarl.snapshot.Request;
import dev.snarl.stacks.Frames;
import dev.snarl.text.Text;
import java.util.concurrent.SnarlProbe;
import java.util.concurrent.SnarlSlot;
import org.jspecify.annotations.Nullable;

/**
 * Tells which request a thread works on. Its thread-locals are recognised by the classes of their
 * values, so no class is looked up and none of the application's code runs. Asked only for a thread
 * whose stack was read anyway; costs 4 µs more, and 10 µs if it has a hundred thread-locals. The
 * observer's thread only.
 */
public final class Requests {
  private static final int LONGEST = 120;

  private final Handlers handlers;

  public Requests(Frames frames) {
    this.handlers = new Handlers(frames, KnownLibraries.handlers());
  }

  /** Null if nothing names it. */
  public @Nullable Request of(Thread thread, StackTraceElement[] stack) {
    Found found = new Found();
    try {
      ThreadLocals.each(thread, value -> read(value, found));
    } catch (RuntimeException | LinkageError e) {
      // A class of another shape than the known ones: what was read up to here is right.
    }
    String route = found.route();
    if (route == null) {
      SnarlSlot slot = SnarlProbe.slotOf(thread);
      String handler = handlers.in(stack, slot != null && slot.polls > 1);
      route = handler == null ? null : Text.oneLine(handler, LONGEST);
    }
    String traceId = found.traceId();
    return route == null && traceId == null ? null : new Request(route, traceId);
  }

  private static void read(Object value, Found found) {
    String type = value.getClass().getName();
    switch (type) {
      case Micrometer.SCOPE -> Micrometer.read(value, found);
      case Brave.CONTEXT -> Brave.read(value, found);
      case SpringWeb.REQUEST -> SpringWeb.read(value, found);
      default -> {
        if (type.endsWith(OpenTelemetry.CONTEXT)) {
          OpenTelemetry.read(value, found);
        } else {
          LogContext.read(value, found);
        }
      }
    }
  }
}
