package dev.snarl.agent;

import dev.snarl.publish.Stacks;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.util.Arrays;
import java.util.List;

/**
 * Reads the stack of one thread of this JVM through its management bean: that thread is stopped for
 * some microseconds, no other, and no lock of the application is taken. Only when a node of the
 * page's graph is clicked.
 */
final class LiveStacks implements Stacks {
  private static final int DEEPEST = 64;

  @Override
  public List<String> of(long thread) {
    ThreadInfo info =
        thread <= 0 ? null : ManagementFactory.getThreadMXBean().getThreadInfo(thread, DEEPEST);
    return info == null
        ? List.of()
        : Arrays.stream(info.getStackTrace()).map(LiveStacks::frame).toList();
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
