package dev.snarl.observe.pairs;

import dev.snarl.observe.live.ClassFiles;
import dev.snarl.observe.sites.Sites;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.SnarlLens;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The code of tasks by their classes, each read once. A look at one costs milliseconds, so the next
 * comes after twenty times as long as that took. The observer's thread only.
 */
final class TaskCodes {
  private static final int MOST = 2_000;
  private static final int MOST_STACKS = 100;
  private static final int FRAMES = 50;
  private static final int PAUSE = 20;

  private final Map<Class<?>, Map<String, TaskCode>> known = new WeakHashMap<>();
  private long nextAt = System.nanoTime();

  /** Of the lambda or class of a task; unknown while it was not read yet. */
  TaskCode of(Class<?> type) {
    TaskCode code = read(type);
    return code == null ? TaskCode.UNKNOWN : code;
  }

  /** The same; null while it was not read yet. */
  @Nullable TaskCode read(Class<?> type) {
    return read(type, "", () -> task(type));
  }

  /**
   * Of what is still to come of the methods on a stack; null while it was not read yet.
   *
   * @param near a class whose loader has theirs
   */
  @Nullable TaskCode rest(Class<?> near, List<StackTraceElement> stack) {
    return read(near, stack.toString(), () -> rest(new CodeWalk(files(near)), stack));
  }

  private @Nullable TaskCode read(Class<?> type, String key, Supplier<TaskCode> walk) {
    if (type.getClassLoader() == null) {
      return TaskCode.UNKNOWN;
    }
    Map<String, TaskCode> ofType = known.get(type);
    TaskCode code = ofType == null ? null : ofType.get(key);
    long begin = System.nanoTime();
    if (code != null || begin - nextAt < 0) {
      return code;
    }
    if (known.size() >= MOST || (ofType != null && ofType.size() >= MOST_STACKS)) {
      known.clear();
    }
    code = walk.get();
    known.computeIfAbsent(type, each -> new HashMap<>(2)).put(key, code);
    long end = System.nanoTime();
    nextAt = end + PAUSE * (end - begin);
    return code;
  }

  private static TaskCode rest(CodeWalk walk, List<StackTraceElement> stack) {
    for (int i = 0; i < Math.min(stack.size(), FRAMES); i++) {
      if (!Sites.jdk(stack.get(i).getClassName())) {
        walk.rest(stack.get(i), i == 0 ? null : stack.get(i - 1).getMethodName());
      }
    }
    return walk.end();
  }

  private static Function<String, byte @Nullable []> files(Class<?> near) {
    return name -> ClassFiles.read(near, name);
  }

  private static TaskCode task(Class<?> type) {
    String method = SnarlLens.methodOf(type);
    if (type.isHidden() && method == null) {
      return TaskCode.UNKNOWN;
    }
    CodeWalk walk = new CodeWalk(files(type));
    if (method == null) {
      walk.task(type.getName());
    } else {
      int dot = method.lastIndexOf('.');
      walk.method(method.substring(0, dot), method.substring(dot + 1));
    }
    return walk.end();
  }
}
