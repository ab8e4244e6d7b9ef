package dev.snarl.observe.code;

import dev.snarl.observe.live.ClassFiles;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What class files say of the lines on stacks. The observer's thread only. */
public final class LineCalls<T> {

  /** One of {@link LaterCalls}. */
  public interface Reading<T> {
    T of(byte[] file, String method, int line, @Nullable String callee);
  }

  private final Reading<T> reading;
  private final T unreadable;
  private final Paced<T> known = new Paced<>();

  /**
   * Nothing is read yet.
   *
   * @param unreadable where there is no class file
   */
  public LineCalls(Reading<T> reading, T unreadable) {
    this.reading = reading;
    this.unreadable = unreadable;
  }

  /**
   * Of a frame of the stack; null where its class file was not read yet, and may not be now.
   *
   * @param near a class whose loader has that of the frame
   */
  public @Nullable T at(Class<?> near, List<StackTraceElement> stack, int index) {
    StackTraceElement frame = stack.get(index);
    String callee = index == 0 ? null : stack.get(index - 1).getMethodName();
    return known.get(
        near,
        frame + " " + callee,
        () -> {
          byte[] file = ClassFiles.read(near, frame.getClassName().replace('.', '/'));
          return file == null
              ? unreadable
              : reading.of(file, frame.getMethodName(), frame.getLineNumber(), callee);
        });
  }
}
