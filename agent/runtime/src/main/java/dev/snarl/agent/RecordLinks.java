package dev.snarl.agent;

import dev.snarl.text.Say;
import java.lang.instrument.Instrumentation;
import java.lang.invoke.MethodHandle;
import java.lang.reflect.Field;
import java.util.Map;
import java.util.Set;

/**
 * The JDK keeps, behind static handles, the class of the record whose methods were linked last: for
 * ever on 17, and on 21 until memory is short. A record of the agent would keep its loader alive
 * after a detach. Clears those two caches of each handle; the next record to be linked fills them
 * again.
 */
final class RecordLinks {
  private static final Set<String> CACHES = Set.of("asTypeCache", "asTypeSoftCache");

  private RecordLinks() {}

  static void forget(Instrumentation instrumentation) {
    Set<Module> ours = Set.of(RecordLinks.class.getModule());
    try {
      instrumentation.redefineModule(
          Object.class.getModule(),
          Set.of(),
          Map.of(),
          Map.of("java.lang.invoke", ours, "java.lang.runtime", ours),
          Set.of(),
          Map.of());
      for (Field field : Class.forName("java.lang.runtime.ObjectMethods").getDeclaredFields()) {
        if (field.getType() == MethodHandle.class) {
          field.setAccessible(true);
          empty(field.get(null));
        }
      }
    } catch (ReflectiveOperationException | RuntimeException e) {
      Say.line("the agent's classes may stay in memory: " + e);
    }
  }

  private static void empty(Object handle) throws IllegalAccessException {
    for (Field field : MethodHandle.class.getDeclaredFields()) {
      if (CACHES.contains(field.getName())) {
        field.setAccessible(true);
        field.set(handle, null);
      }
    }
  }
}
