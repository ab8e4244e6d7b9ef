package dev.snarl.observe.live;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Asks classes for their fields. The JVM then loads the fields' types, through the class's own
 * loader: code of the application's, which may wait for ever, as where loaders deadlock. So the
 * observer has a thread of its own for such a class, and goes on without what takes long; while one
 * hangs, no other is asked. A thread of the application's asks by itself. Classes of the JDK's
 * loaders are asked at once.
 */
final class FieldLists {
  private static final long PATIENCE_MILLIS = 200;

  private static volatile @Nullable Thread asking;

  private FieldLists() {}

  /**
   * What the list makes of a class's fields; null if that takes too long, for the time being.
   *
   * @param list asks one class, and its superclasses
   */
  static <T> @Nullable T ask(Class<?> type, Supplier<T> list) {
    if (!(Thread.currentThread() instanceof AgentThread) || builtIn(type.getClassLoader())) {
      return list.get();
    }
    Thread before = asking;
    if (before != null && before.isAlive()) {
      return null;
    }
    Answer<T> answer = new Answer<>(list);
    Thread thread = new AgentThread(answer, "snarl-fields");
    asking = thread;
    thread.start();
    try {
      thread.join(PATIENCE_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return answer.value;
  }

  private static boolean builtIn(@Nullable ClassLoader loader) {
    return loader == null || loader.getClass().getName().startsWith("jdk.internal.loader.");
  }

  private static final class Answer<T> implements Runnable {
    private final Supplier<T> list;
    private volatile @Nullable T value;

    Answer(Supplier<T> list) {
      this.list = list;
    }

    @Override
    public void run() {
      value = list.get();
    }
  }
}
