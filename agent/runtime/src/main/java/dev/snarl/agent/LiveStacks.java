package dev.snarl.agent;

import dev.snarl.observe.live.LiveThreads;
import dev.snarl.publish.Stacks;
import java.util.Arrays;
import java.util.List;

/**
 * Reads the stack of one thread of this JVM. That stops this thread for some microseconds, before
 * JDK 19 all threads, and takes no lock of the application. Only when a node of the page's graph is
 * clicked.
 */
final class LiveStacks implements Stacks {
  private static final int DEEPEST = 64;

  @Override
  public List<String> of(long thread) {
    return Arrays.stream(LiveThreads.stack(thread)).limit(DEEPEST).map(LiveStacks::frame).toList();
  }

  private static String frame(StackTraceElement frame) {
    String place =
        frame.isNativeMethod()
            ? "native"
            : frame.getFileName() == null
                ? "unknown"
                : frame.getFileName()
                    + (frame.getLineNumber() < 0 ? "" : ":" + frame.getLineNumber());
    return frame.getClassName() + '.' + frame.getMethodName() + '(' + place + ')';
  }
}
