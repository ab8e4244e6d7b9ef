package dev.snarl.observe.pairs;

import dev.snarl.observe.live.ClassFiles;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.SnarlLens;

/**
 * The code of tasks by their classes, each read once. A look at one costs milliseconds, so the next
 * comes after twenty times as long as that took. The observer's thread only.
 */
final class TaskCodes {
  private static final int MOST = 2_000;
  private static final int PAUSE = 20;

  private final Map<Class<?>, TaskCode> known = new WeakHashMap<>();
  private long nextAt = System.nanoTime();

  /** Of the lambda or class of a task; unknown while it was not read yet. */
  TaskCode of(Class<?> type) {
    if (type.getClassLoader() == null) {
      return TaskCode.UNKNOWN;
    }
    TaskCode code = known.get(type);
    long begin = System.nanoTime();
    if (code != null || begin - nextAt < 0) {
      return code == null ? TaskCode.UNKNOWN : code;
    }
    if (known.size() >= MOST) {
      known.clear();
    }
    code = read(type);
    known.put(type, code);
    long end = System.nanoTime();
    nextAt = end + PAUSE * (end - begin);
    return code;
  }

  private static TaskCode read(Class<?> type) {
    String method = SnarlLens.methodOf(type);
    if (type.isHidden() && method == null) {
      return TaskCode.UNKNOWN;
    }
    CodeWalk walk = new CodeWalk(name -> ClassFiles.read(type, name));
    if (method == null) {
      walk.task(type.getName());
    } else {
      int dot = method.lastIndexOf('.');
      walk.method(method.substring(0, dot), method.substring(dot + 1));
    }
    return walk.end();
  }
}
