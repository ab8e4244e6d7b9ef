package dev.snarl.observe.code;

import dev.snarl.observe.code.HandedOnFlow.Call;
import java.util.ArrayDeque;
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
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.BasicValue;
import org.objectweb.asm.tree.analysis.Frame;

/**
 * To which tasks a method hands on the latch or the future that it makes and waits for, or an
 * object of the application's in whose method it waits to be notified, where its code shows them
 * all: it captures the object in lambdas, or gives it to constructors of tasks, and submits these
 * at once; and they only call it. What any of this code stores elsewhere, returns or passes to
 * others may reach anybody, so nothing is known then. Pure.
 */
public final class HandedOn {
  private static final int MOST_BODIES = 32;

  private final Function<String, byte @Nullable []> files;

  /** The method of the application's object that waits; null for the JDK's objects. */
  private final @Nullable StackTraceElement own;

  private final Map<String, @Nullable ClassNode> classes = new HashMap<>();
  private final Set<Call> known = new HashSet<>();
  private final Deque<Call> open = new ArrayDeque<>();
  private final Set<String> kinds = new LinkedHashSet<>();

  /** Fields of tasks that keep it. */
  private final Set<String> fields = new HashSet<>();

  private HandedOn(Function<String, byte @Nullable []> files, @Nullable StackTraceElement own) {
    this.files = files;
    this.own = own;
  }

  /**
   * The kinds of these tasks, as {@link TaskContents} names them; none where that is unclear.
   *
   * @param files by names with slashes
   * @param frame of the method that waits, at its line
   * @param own what it calls there, if that is a method of the application's object in which it
   *     waits to be notified
   */
  public static Set<String> of(
      Function<String, byte @Nullable []> files,
      StackTraceElement frame,
      @Nullable StackTraceElement own) {
    ClassNode type = read(files, slashes(frame));
    ClassNode waited = own == null ? null : read(files, slashes(own));
    boolean alone = own == null || (waited != null && ClassCode.jdk(waited.superName));
    if (type != null && alone) {
      for (MethodNode method : type.methods) {
        if (method.name.equals(frame.getMethodName())) {
          for (AbstractInsnNode each : method.instructions) {
            if (makes(each, own)) {
              HandedOn handedOn = new HandedOn(files, own);
              Set<String> found = handedOn.of(type, method, each, frame.getLineNumber());
              if (found != null) {
                return found;
              }
            }
          }
        }
      }
    }
    return Set.of();
  }

  private static String slashes(StackTraceElement frame) {
    return frame.getClassName().replace('.', '/');
  }

  private static boolean makes(AbstractInsnNode instruction, @Nullable StackTraceElement own) {
    if (instruction.getOpcode() != Opcodes.NEW) {
      return false;
    }
    String made = ((TypeInsnNode) instruction).desc;
    return own == null ? HandedOnFlow.CALLS.containsKey(made) : made.equals(slashes(own));
  }

  private boolean waits(MethodInsnNode call) {
    return own == null
        ? HandedOnFlow.WAITS.contains(call.name)
        : call.name.equals(own.getMethodName()) && call.owner.equals(slashes(own));
  }

  /** Null if the wait is for another. */
  private @Nullable Set<String> of(
      ClassNode type, MethodNode method, AbstractInsnNode made, int line) {
    HandedOnFlow flow = flow(type, made, Set.of(), null);
    Frame<BasicValue>[] frames = analyze(flow, type, method);
    if (frames == null || !waits(method, frames, line)) {
      return null;
    }
    boolean clear = take(flow);
    while (clear && !open.isEmpty()) {
      clear = read(open.poll());
    }
    return clear ? Set.copyOf(kinds) : Set.of();
  }

  private boolean waits(MethodNode method, Frame<BasicValue>[] frames, int line) {
    int at = 0;
    boolean waits = false;
    for (int i = 0; i < method.instructions.size(); i++) {
      AbstractInsnNode each = method.instructions.get(i);
      at = each instanceof LineNumberNode number ? number.line : at;
      Frame<BasicValue> frame = frames[i];
      if (at == line && frame != null && each instanceof MethodInsnNode call) {
        int arguments = Type.getArgumentTypes(call.desc).length;
        int receiver = frame.getStackSize() - arguments - 1;
        waits |= waits(call) && receiver >= 0 && HandedOnFlow.isIt(frame.getStack(receiver));
      }
    }
    return waits;
  }

  private HandedOnFlow flow(
      ClassNode type, @Nullable AbstractInsnNode made, Set<Integer> locals, @Nullable String self) {
    String followed = own == null ? null : slashes(own);
    return new HandedOnFlow(type.name, made, locals, fields, self, followed);
  }

  /** Takes what was found of one method; false if it is unclear where the object went. */
  private boolean take(HandedOnFlow flow) {
    flow.calls().forEach(this::add);
    boolean clear = flow.clear();
    for (HandedOnFlow.Task task : flow.tasks()) {
      kinds.add(task.kind());
      if (task.body() == null) {
        clear &= everything(task.type());
      } else {
        add(task.body());
      }
    }
    return clear && known.size() <= MOST_BODIES;
  }

  private void add(Call body) {
    if (known.add(body)) {
      open.add(body);
    }
  }

  /** All methods of a task that keeps it in a field. A superclass may tell others of the task. */
  private boolean everything(String name) {
    ClassNode type = read(name);
    if (type == null || !ClassCode.jdk(type.superName)) {
      return false;
    }
    for (MethodNode method : type.methods) {
      if (!method.name.startsWith("<")) {
        add(new Call(name, method.name, method.desc, Set.of()));
      }
    }
    return true;
  }

  private boolean read(Call body) {
    ClassNode type = read(body.type());
    MethodNode found = null;
    for (MethodNode method : type == null ? List.<MethodNode>of() : type.methods) {
      if (method.name.equals(body.name()) && method.desc.equals(body.descriptor())) {
        found = method;
      }
    }
    if (type == null || found == null) {
      return false;
    }
    String task = kinds.contains(body.type().replace('/', '.')) ? body.type() : null;
    HandedOnFlow flow = flow(type, null, body.locals(), task);
    return found.instructions.size() == 0 || (analyze(flow, type, found) != null && take(flow));
  }

  /** Null for code that cannot be read. */
  private static Frame<BasicValue> @Nullable [] analyze(
      HandedOnFlow flow, ClassNode type, MethodNode method) {
    try {
      return new Analyzer<>(flow).analyze(type.name, method);
    } catch (AnalyzerException | RuntimeException unreadable) {
      return null; // as code of a compiler that ends with jumps to nowhere
    }
  }

  private @Nullable ClassNode read(String name) {
    if (!classes.containsKey(name)) {
      classes.put(name, read(files, name));
    }
    return classes.get(name);
  }

  private static @Nullable ClassNode read(Function<String, byte @Nullable []> files, String name) {
    byte[] bytes = files.apply(name);
    if (bytes == null) {
      return null;
    }
    try {
      ClassNode type = new ClassNode();
      new ClassReader(bytes).accept(type, ClassReader.SKIP_FRAMES);
      return type;
    } catch (RuntimeException unreadable) {
      return null; // of a JVM that is newer than the reader
    }
  }
}
