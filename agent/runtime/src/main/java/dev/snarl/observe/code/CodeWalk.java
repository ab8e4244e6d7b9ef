package dev.snarl.observe.code;

import dev.snarl.observe.code.TaskCode.Touch;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;

/**
 * Follows the calls of a method through the class files of the application, within a budget, but
 * for those of a logger. A call of an interface, of a lambda made elsewhere or by reflection could
 * lead anywhere: what was found is then not complete. A method that subclasses may override counts
 * as that of the class named, and of those of its subclasses that are known. Pure, but for the
 * files.
 */
final class CodeWalk {
  private static final int MOST_METHODS = 400;
  private static final int MOST_CLASSES = 60;

  /** Beginnings of the names of what ends no wait, though its code is anybody's. */
  private static final List<String> LOGS =
      List.of("org/slf4j/", "org/apache/logging/", "org/apache/commons/logging/");

  private static final Set<String> ITERATION = Set.of("java/lang/Iterable", "java/util/Iterator");

  private static final Set<String> ENTRIES = Set.of("run", "call", "get", "exec", "compute");

  private final Function<String, byte @Nullable []> files;
  private final Subclasses subclasses;
  private final Map<String, @Nullable ClassCode> classes = new HashMap<>();
  private final Deque<ClassCode.Method> open = new ArrayDeque<>();
  private final Set<ClassCode.Method> seen = new HashSet<>();
  private final Map<String, Set<String>> calls = new HashMap<>();
  private final Set<Touch> touches = new LinkedHashSet<>();
  private boolean complete = true;

  /**
   * Nothing is read yet.
   *
   * @param files by names with slashes
   */
  CodeWalk(Function<String, byte @Nullable []> files, Subclasses subclasses) {
    this.files = files;
    this.subclasses = subclasses;
  }

  /** From the methods that executors call. */
  void task(String type) {
    boolean found = false;
    ClassCode at = code(type.replace('.', '/'));
    for (; at != null && !found; at = at.parent == null ? null : code(at.parent)) {
      for (ClassCode.Method method : at.methods.values()) {
        if (ENTRIES.contains(method.name)) {
          found = true;
          reach(method);
        }
      }
    }
    complete &= found;
  }

  /** From all methods of that name. */
  void method(String type, String name) {
    String owner = type.replace('.', '/');
    if (ClassCode.jdk(owner)) {
      call(new ClassCode.Call(owner, name, "", false), type + '.' + name);
      return;
    }
    ClassCode code = code(owner);
    boolean found = false;
    List<ClassCode.Method> all = code == null ? List.of() : List.copyOf(code.methods.values());
    for (ClassCode.Method method : all) {
      if (method.name.equals(name)) {
        found = true;
        reach(method);
      }
    }
    complete &= found;
  }

  /** From what a method that is under way may call later. */
  void rest(StackTraceElement frame, @Nullable String callee) {
    String owner = frame.getClassName().replace('.', '/');
    byte[] file = files.apply(owner);
    if (file == null) {
      complete = false;
      return;
    }
    String in = frame.getClassName() + '.' + frame.getMethodName();
    List<ClassCode.Call> later =
        LaterCalls.later(file, frame.getMethodName(), frame.getLineNumber(), callee);
    complete &= later != null;
    if (later != null) {
      later.forEach(call -> call(call, in));
    }
  }

  TaskCode end() {
    for (ClassCode.Method next = open.poll(); next != null; next = open.poll()) {
      touches.addAll(next.touches);
      String in = next.in;
      next.calls.forEach(call -> call(call, in));
      next.made.forEach(this::made);
    }
    Set<String> methods = new HashSet<>();
    seen.forEach(method -> methods.add(method.in));
    return new TaskCode(calls, methods, new ArrayList<>(touches), complete);
  }

  private void reach(ClassCode.Method method) {
    if (seen.size() >= MOST_METHODS) {
      complete = false;
    } else if (seen.add(method)) {
      complete &= !method.open;
      open.add(method);
    }
  }

  private void call(ClassCode.Call call, String in) {
    if (ClassCode.jdk(call.owner())) {
      called(ClassCode.name(call), in);
      if (TaskCode.queue(call.owner())) {
        called(TaskCode.ON_QUEUE + call.name(), in);
      }
      complete &= !anything(call);
      return;
    }
    if (LOGS.stream().anyMatch(call.owner()::startsWith)) {
      return;
    }
    initialize(call.owner());
    if (call.name().equals(ClassCode.INITIALIZER)) {
      return;
    }
    if (!call.name().startsWith("<")) {
      subclasses.of(call.owner()).forEach(type -> overriding(type, call));
    }
    String owner = call.owner();
    while (owner != null && !ClassCode.jdk(owner)) {
      ClassCode code = code(owner);
      ClassCode.Method method =
          code == null ? null : code.methods.get(call.name() + call.descriptor());
      if (code == null || method != null) {
        if (method == null) {
          complete = false;
        } else {
          reach(method);
        }
        return;
      }
      owner = code.parent;
    }
    called(call.name(), in); // a class of the JDK has it, which one of the application extends
    if (HandOver.starts(call.name(), call.descriptor())) {
      called(TaskCode.HANDS_OVER, in);
    }
    complete &= !call.open();
  }

  /** Its first use runs its static initialiser, and those of the classes that it extends. */
  private void initialize(String type) {
    String owner = type;
    while (owner != null && !ClassCode.jdk(owner) && !subclasses.initialized(owner)) {
      ClassCode code = code(owner);
      ClassCode.Method method =
          code == null ? null : code.methods.get(ClassCode.INITIALIZER + "()V");
      complete &= code != null;
      if (method != null) {
        reach(method);
      }
      owner = code == null ? null : code.parent;
    }
  }

  private void overriding(String type, ClassCode.Call call) {
    ClassCode code = code(type);
    ClassCode.Method method =
        code == null ? null : code.methods.get(call.name() + call.descriptor());
    complete &= code != null;
    if (method != null) {
      reach(method);
    }
  }

  private void called(String method, String in) {
    calls.computeIfAbsent(method, name -> new HashSet<>()).add(in);
  }

  /** Somebody will call its methods. */
  private void made(String type) {
    ClassCode code = ClassCode.jdk(type) ? null : code(type);
    if (code != null) {
      code.methods.values().stream().filter(method -> !method.fixed).forEach(this::reach);
    }
  }

  /** Whether calls of its methods run what somebody else wrote. */
  private boolean anything(ClassCode.Call call) {
    String owner = call.owner();
    return call.name().equals("forName")
        || (subclasses.iterate() && ITERATION.contains(owner))
        || owner.startsWith("java/util/function/")
        || owner.startsWith("java/lang/invoke/")
        || owner.startsWith("java/lang/reflect/")
        || owner.equals("java/lang/Runnable")
        || owner.equals("java/util/ServiceLoader")
        || owner.equals("java/util/Observable")
        || owner.startsWith("java/beans/")
        || owner.equals("java/lang/AutoCloseable")
        || owner.equals("java/io/Closeable")
        || owner.equals("java/util/concurrent/Callable");
  }

  private @Nullable ClassCode code(String name) {
    if (classes.containsKey(name)) {
      return classes.get(name);
    }
    ClassCode code = classes.size() < MOST_CLASSES && !ClassCode.jdk(name) ? read(name) : null;
    classes.put(name, code);
    return code;
  }

  private @Nullable ClassCode read(String name) {
    byte[] bytes = files.apply(name);
    if (bytes == null) {
      return null;
    }
    try {
      ClassCode code = new ClassCode();
      new ClassReader(bytes).accept(code, ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
      return code;
    } catch (RuntimeException unreadable) {
      return null; // of a JVM that is newer than the reader, or no class file at all
    }
  }
}
