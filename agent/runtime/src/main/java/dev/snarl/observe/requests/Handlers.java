package dev.snarl.observe.requests;

import dev.snarl.stacks.Frames;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds on a stack the application's method that handles a request, a message or a scheduled task:
 * the outermost above the innermost method of a library that calls such a method. So a filter
 * around it is not taken. A thread that polls a broker by itself has no such caller; there it is
 * the application's outermost method. One pass over the stack. The observer's thread only.
 */
final class Handlers {
  private final Frames frames;
  private final Set<String> callers;

  /**
   * Knows them.
   *
   * @param callers methods of libraries that call handlers, with their classes
   */
  Handlers(Frames frames, Set<String> callers) {
    this.frames = frames;
    this.callers = callers;
  }

  /**
   * {@code RunController.run}; null if no library called a handler.
   *
   * @param polls whether the thread asks a broker for messages
   */
  @Nullable String in(StackTraceElement[] stack, boolean polls) {
    StackTraceElement outermost = null;
    for (StackTraceElement frame : stack) {
      String type = frame.getClassName();
      if (outermost != null && callers.contains(type + '.' + frame.getMethodName())) {
        return name(outermost);
      }
      if (frames.application(type)) {
        outermost = frame;
      }
    }
    return polls && outermost != null ? name(outermost) : null;
  }

  private static String name(StackTraceElement frame) {
    return Frames.shortName(frame.getClassName(), frame.getMethodName());
  }
}
