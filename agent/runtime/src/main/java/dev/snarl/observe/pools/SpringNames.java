package dev.snarl.observe.pools;

import dev.snarl.observe.live.Places;
import dev.snarl.observe.sites.Names;
import dev.snarl.text.Text;
import java.lang.ref.WeakReference;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Names the executor that {@code @Async} takes when nobody has named one, as what it is. Others
 * have the names of their beans in their threads' names already. The observer's thread only.
 */
final class SpringNames {

  private static final String NOTE = " (Spring @Async default)";

  /** Spring Boot's bean, and the name that Spring itself looks for. */
  private static final Set<String> DEFAULTS = Set.of("applicationTaskExecutor", "taskExecutor");

  private SpringNames() {}

  static @Nullable String of(Known known, Object executor) {
    WeakReference<Object> reference = known.owner;
    Object owner = reference == null ? null : reference.get();
    if (owner != null) {
      String bean = text(owner, "beanName");
      return bean != null && DEFAULTS.contains(bean) ? bean + NOTE : null;
    }
    String prefix = simple(executor.getClass()) ? text(executor, "threadNamePrefix") : null;
    if (prefix == null) {
      return null;
    }
    boolean unnamed = prefix.equals("SimpleAsyncTaskExecutor-") || prefix.equals("task-");
    return Text.folded(prefix + '1', Names.LONGEST) + (unnamed ? NOTE : "");
  }

  private static @Nullable String text(Object object, String field) {
    return Places.object(object, field) instanceof String text ? text : null;
  }

  private static boolean simple(Class<?> type) {
    for (Class<?> at = type; at != null; at = at.getSuperclass()) {
      if (at.getName().equals("org.springframework.core.task.SimpleAsyncTaskExecutor")) {
        return true;
      }
    }
    return false;
  }
}
