package dev.snarl.observe.code;

import dev.snarl.observe.code.ClassCode.Call;
import java.util.Set;
import org.objectweb.asm.Type;

/**
 * Whether code that is read in its order gives away to run what was made before: a thread to start,
 * a task, or a function. What it makes itself is read with it. Pure.
 */
final class HandOver {

  /** Stands for such calls among those that code makes. */
  static final Call CALL = new Call("java/", TaskCode.HANDS_OVER, "", false);

  private static final String FUNCTIONS = "java/util/function/";
  private static final Set<String> TASKS =
      Set.of(
          "java/lang/Runnable",
          "java/lang/Thread",
          "java/util/TimerTask",
          "java/util/concurrent/Callable",
          "java/util/concurrent/ForkJoinTask");

  /** Of executors, with collections of tasks. */
  private static final Set<String> ALL = Set.of("invokeAll", "invokeAny");

  /** What was made and not given away since. */
  private int made;

  void lambda() {
    made++;
  }

  void object(String type) {
    made += TASKS.contains(type) ? 1 : 0;
  }

  /** Whether the call, which comes next, gives away what was made before. */
  boolean by(String owner, String name, String descriptor) {
    int given = starts(name, descriptor) || ALL.contains(name) ? 1 : 0;
    for (Type each : Type.getArgumentTypes(descriptor)) {
      String type = each.getSort() == Type.OBJECT ? each.getInternalName() : "";
      given += type.startsWith(FUNCTIONS) || TASKS.contains(type) ? 1 : 0;
    }
    boolean before = given > made;
    made = Math.max(0, made - given);
    return before && ClassCode.jdk(owner);
  }

  /** Whether it may start a thread. */
  static boolean starts(String name, String descriptor) {
    return (name.equals("start") || name.equals("fork")) && descriptor.startsWith("()");
  }
}
