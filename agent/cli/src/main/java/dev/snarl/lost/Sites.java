package dev.snarl.lost;

import dev.snarl.heap.graph.Threads.Frame;
import dev.snarl.heap.graph.Threads.ThreadStack;
import dev.snarl.libraries.KnownLibraries;
import dev.snarl.stacks.Frames;
import dev.snarl.stacks.StackSite;
import dev.snarl.stacks.Wrappers;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The lines to open, by the agent's rules, of the stacks of a dump. */
final class Sites {
  /** The line of a native method, in a dump and in a stack trace. */
  private static final int NATIVE_IN_DUMP = -3;

  private static final int NATIVE = -2;

  private final Frames frames = new Frames(List.of(), KnownLibraries.frames());
  private final Wrappers wrappers = new Wrappers();

  /** Null if every frame is the JDK's. */
  @Nullable StackSite of(ThreadStack stack) {
    return StackSite.in(trace(stack), frames, wrappers);
  }

  static StackTraceElement[] trace(ThreadStack stack) {
    return stack.frames().stream()
        .map(f -> new StackTraceElement(f.type(), f.method(), f.file(), line(f)))
        .toArray(StackTraceElement[]::new);
  }

  private static int line(Frame frame) {
    return frame.line() == NATIVE_IN_DUMP ? NATIVE : frame.line();
  }
}
