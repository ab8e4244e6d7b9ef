package dev.snarl.recordings;

import dev.snarl.stacks.Frames;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmc.common.IMCFrame;
import org.openjdk.jmc.common.IMCMethod;
import org.openjdk.jmc.common.IMCStackTrace;

/**
 * Stack traces of a recording as those of a JVM. The recorder keeps no names of source files: the
 * file is that of the outermost class. Equal stacks are one object.
 */
final class Stacks {
  private static final StackTraceElement SLEEP =
      new StackTraceElement("java.lang.Thread", "sleep", null, -1);

  private final IdentityHashMap<IMCStackTrace, List<StackTraceElement>> known =
      new IdentityHashMap<>();
  private final Map<List<StackTraceElement>, List<StackTraceElement>> equal = new HashMap<>();

  List<StackTraceElement> of(@Nullable IMCStackTrace stack) {
    if (stack == null) {
      return List.of();
    }
    List<StackTraceElement> there = known.get(stack);
    if (there == null) {
      List<StackTraceElement> read = read(stack);
      there = equal.computeIfAbsent(read, same -> same);
      known.put(stack, there);
    }
    return there;
  }

  /** As a sleeping thread has it: from Java 25 on, the event leaves the JDK's own frames out. */
  List<StackTraceElement> ofSleep(@Nullable IMCStackTrace stack) {
    List<StackTraceElement> read = of(stack);
    if (read.isEmpty() || Frames.jdk(read.get(0).getClassName())) {
      return read;
    }
    List<StackTraceElement> whole = new ArrayList<>(read);
    whole.add(0, SLEEP);
    return equal.computeIfAbsent(List.copyOf(whole), same -> same);
  }

  /** Forgets the objects of a chunk. */
  void chunk() {
    known.clear();
  }

  private static List<StackTraceElement> read(IMCStackTrace stack) {
    List<StackTraceElement> frames = new ArrayList<>();
    for (IMCFrame frame : stack.getFrames()) {
      IMCMethod method = frame.getMethod();
      if (method != null && method.getType() != null) {
        Integer line = frame.getFrameLineNumber();
        String type = method.getType().getFullName();
        frames.add(
            new StackTraceElement(
                type,
                String.valueOf(method.getMethodName()),
                Frames.jdk(type) ? null : Frames.file(type),
                line == null ? -1 : line));
      }
    }
    return List.copyOf(frames);
  }
}
