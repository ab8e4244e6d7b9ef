package dev.snarl.observe.pairs;

import dev.snarl.observe.live.ClassFiles;
import dev.snarl.observe.pairs.LaterCalls.Skipped;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What class files say of the lines on stacks. The observer's thread only. */
final class LineCalls {

  /** One of {@link LaterCalls}. */
  interface Reading {
    List<Skipped> of(byte[] file, String method, int line, @Nullable String callee);
  }

  private final Reading reading;
  private final Paced<List<Skipped>> known = new Paced<>();

  LineCalls(Reading reading) {
    this.reading = reading;
  }

  /**
   * Of a frame of the stack; null where its class file was not read yet, and may not be now.
   *
   * @param near a class whose loader has that of the frame
   */
  @Nullable List<Skipped> at(Class<?> near, List<StackTraceElement> stack, int index) {
    StackTraceElement frame = stack.get(index);
    String callee = index == 0 ? null : stack.get(index - 1).getMethodName();
    return known.get(
        near,
        frame + " " + callee,
        () -> {
          byte[] file = ClassFiles.read(near, frame.getClassName().replace('.', '/'));
          return file == null
              ? List.of()
              : reading.of(file, frame.getMethodName(), frame.getLineNumber(), callee);
        });
  }
}
