package dev.snarl.observe.code;

import dev.snarl.observe.live.ClassFiles;
import dev.snarl.observe.sites.Sites;
import java.util.List;
import java.util.concurrent.SnarlLens;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The code of tasks by their classes. The observer's thread only. */
public final class TaskCodes {
  private static final int FRAMES = 50;

  private final Paced<TaskCode> known = new Paced<>();
  private final Subclasses subclasses;

  /** Takes methods for those of the classes on which they are called. */
  public TaskCodes() {
    this(Subclasses.NONE);
  }

  public TaskCodes(Subclasses subclasses) {
    this.subclasses = subclasses;
  }

  /** The subclasses whose versions of a method count too. */
  public Subclasses subclasses() {
    return subclasses;
  }

  /** Of the lambda or class of a task; unknown while it was not read yet. */
  public TaskCode of(Class<?> type) {
    TaskCode code = read(type);
    return code == null ? TaskCode.UNKNOWN : code;
  }

  /** The same; null while it was not read yet. */
  public @Nullable TaskCode read(Class<?> type) {
    return read(type, "", () -> task(type));
  }

  /**
   * Of what is still to come of the methods on a stack; null while it was not read yet.
   *
   * @param near a class whose loader has theirs
   */
  public @Nullable TaskCode rest(Class<?> near, List<StackTraceElement> stack) {
    return read(near, stack.toString(), () -> rest(walk(near), stack));
  }

  private @Nullable TaskCode read(Class<?> type, String key, Supplier<TaskCode> walk) {
    return type.getClassLoader() == null
        ? TaskCode.UNKNOWN
        : known.get(type, subclasses.version() + key, walk);
  }

  /**
   * Whether a class file has its code; a lambda's class has none, and only calls the next frame.
   */
  public static boolean hasCode(StackTraceElement frame) {
    String type = frame.getClassName();
    return !Sites.jdk(type) && !type.contains("$$Lambda");
  }

  private static TaskCode rest(CodeWalk walk, List<StackTraceElement> stack) {
    for (int i = 0; i < Math.min(stack.size(), FRAMES); i++) {
      if (hasCode(stack.get(i))) {
        walk.rest(stack.get(i), i == 0 ? null : stack.get(i - 1).getMethodName());
      }
    }
    return walk.end();
  }

  private CodeWalk walk(Class<?> near) {
    return new CodeWalk(name -> ClassFiles.read(near, name), subclasses);
  }

  private TaskCode task(Class<?> type) {
    String method = SnarlLens.methodOf(type);
    if (type.isHidden() && method == null) {
      return TaskCode.UNKNOWN;
    }
    CodeWalk walk = walk(type);
    if (method == null) {
      walk.task(type.getName());
    } else {
      int dot = method.lastIndexOf('.');
      walk.method(method.substring(0, dot), method.substring(dot + 1));
    }
    return walk.end();
  }
}
