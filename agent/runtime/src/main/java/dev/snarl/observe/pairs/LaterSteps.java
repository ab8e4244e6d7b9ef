package dev.snarl.observe.pairs;

import dev.snarl.observe.pairs.ClassCode.Call;
import dev.snarl.observe.pairs.LaterCalls.Skipped;
import dev.snarl.observe.pairs.TaskCode.Touch;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** One method, as {@link LaterCalls} reads it: what its code does after what. Pure. */
final class LaterSteps extends MethodVisitor {

  /** One instruction, as far as it matters here. */
  private static final class Step {
    final int line;
    @Nullable String calls;
    final List<Call> made = new ArrayList<>();
    @Nullable Skipped end;
    @Nullable Skipped permits;
    List<Label> jumps = List.of();
    boolean leaves;
    boolean throwing;

    Step(int line) {
      this.line = line;
    }
  }

  private record Handler(Label from, Label to, Label at) {}

  private final String in;
  private final int line;
  private final @Nullable String callee;
  private final Consumer<Skipped> skipped;
  private final Consumer<Call> later;
  private final Consumer<Skipped> kept;

  private final List<Step> steps = new ArrayList<>();
  private final Map<Label, Integer> labels = new HashMap<>();
  private final List<Handler> handlers = new ArrayList<>();
  private final Map<Integer, Integer> parameters = new HashMap<>();

  /** The last field of each type that was read, as {@link ClassCode} takes it. */
  private final Map<String, Touch> read = new HashMap<>();

  private int at;
  private int variable = -1;

  LaterSteps(
      String type,
      String method,
      int line,
      @Nullable String callee,
      int access,
      String descriptor,
      Consumer<Skipped> skipped,
      Consumer<Call> later,
      Consumer<Skipped> kept) {
    super(Opcodes.ASM9);
    this.in = type.replace('/', '.') + '.' + method;
    this.line = line;
    this.callee = callee;
    this.skipped = skipped;
    this.later = later;
    this.kept = kept;
    int local = (access & Opcodes.ACC_STATIC) != 0 ? 0 : 1;
    int number = local;
    for (Type each : Type.getArgumentTypes(descriptor)) {
      parameters.put(local, ++number);
      local += each.getSize();
    }
  }

  private Step step() {
    Step step = new Step(at);
    steps.add(step);
    variable = -1;
    return step;
  }

  @Override
  public void visitLineNumber(int number, Label start) {
    at = number;
  }

  @Override
  public void visitLabel(Label label) {
    labels.put(label, steps.size());
  }

  @Override
  public void visitTryCatchBlock(Label start, Label end, Label handler, @Nullable String caught) {
    handlers.add(new Handler(start, end, handler));
  }

  @Override
  public void visitInsn(int opcode) {
    Step step = step();
    step.throwing = opcode == Opcodes.ATHROW;
    step.leaves = step.throwing || (opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN);
  }

  @Override
  public void visitVarInsn(int opcode, int index) {
    int before = variable;
    step();
    // A stamp is given back to the lock that is loaded before it.
    variable = opcode == Opcodes.ALOAD ? index : opcode == Opcodes.LLOAD ? before : -1;
  }

  @Override
  public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
    step();
    boolean fixed = opcode == Opcodes.GETSTATIC;
    if (fixed || opcode == Opcodes.GETFIELD) {
      read.put(descriptor, new Touch(owner.replace('/', '.'), name, fixed, "", in));
    }
  }

  @Override
  public void visitMethodInsn(
      int opcode, String owner, String name, String descriptor, boolean isInterface) {
    int loaded = variable;
    Step step = step();
    step.made.add(new Call(owner, name, descriptor, opcode == Opcodes.INVOKEINTERFACE));
    boolean boxes = owner.startsWith("java/lang/") && name.equals("valueOf");
    step.calls = boxes ? null : name;
    boolean direct = (descriptor.startsWith("()") || descriptor.equals("(J)V")) && loaded >= 0;
    int parameter = direct ? parameters.getOrDefault(loaded, 0) : 0;
    Touch on = direct ? null : read.get('L' + owner + ';');
    Skipped call = new Skipped(owner.replace('/', '.'), name, at, on, parameter);
    step.end = LaterCalls.ENDERS.getOrDefault(owner, Set.of()).contains(name) ? call : null;
    step.permits = LaterCalls.BACK.containsKey(owner) ? call : null;
  }

  @Override
  public void visitInvokeDynamicInsn(
      String name, String descriptor, Handle bootstrap, Object... arguments) {
    Step step = step();
    for (Object argument : arguments) {
      if (argument instanceof Handle it) {
        step.made.add(new Call(it.getOwner(), it.getName(), it.getDesc(), it.isInterface()));
      }
    }
  }

  @Override
  public void visitJumpInsn(int opcode, Label label) {
    Step step = step();
    step.jumps = List.of(label);
    step.leaves = opcode == Opcodes.GOTO;
  }

  @Override
  public void visitTableSwitchInsn(int min, int max, Label other, Label... cases) {
    choice(other, cases);
  }

  @Override
  public void visitLookupSwitchInsn(Label other, int[] keys, Label[] cases) {
    choice(other, cases);
  }

  private void choice(Label other, Label[] cases) {
    Step step = step();
    step.jumps = new ArrayList<>(List.of(cases));
    step.jumps.add(other);
    step.leaves = true;
  }

  @Override
  public void visitIntInsn(int opcode, int operand) {
    step();
  }

  @Override
  public void visitTypeInsn(int opcode, String of) {
    step();
  }

  @Override
  public void visitLdcInsn(Object value) {
    step();
  }

  @Override
  public void visitIincInsn(int index, int increment) {
    step();
  }

  @Override
  public void visitMultiANewArrayInsn(String descriptor, int dimensions) {
    step();
  }

  @Override
  public void visitEnd() {
    List<Integer> there = new ArrayList<>();
    for (int i = 0; i < steps.size(); i++) {
      if (steps.get(i).line == line) {
        there.add(i);
      }
    }
    Integer exact = exact(there);
    int from = exact != null ? exact : there.isEmpty() ? -1 : there.get(0);
    if (from < 0) {
      return;
    }
    Set<Integer> after = after(from);
    if (!madeByHandler(from)) {
      after.stream()
          .map(i -> steps.get(i))
          .filter(step -> exact != null || step.line != line || lastCall(step, there))
          .map(step -> step.end)
          .filter(Objects::nonNull)
          .forEach(skipped);
    }
    handlersOf(from).forEach(handler -> after.addAll(reached(index(handler.at))));
    after.forEach(i -> steps.get(i).made.forEach(later));
    for (Skipped acquired : acquired(steps.subList(0, from))) {
      after.stream()
          .map(i -> steps.get(i).permits)
          .filter(call -> call != null && givesBack(call) && call.same(acquired))
          .findFirst()
          .ifPresent(kept);
    }
  }

  private static boolean givesBack(Skipped call) {
    return LaterCalls.BACK
        .getOrDefault(call.type().replace('.', '/'), Set.of())
        .contains(call.call());
  }

  /** The calls that acquired permits, of those that were not released since. */
  private static List<Skipped> acquired(List<Step> before) {
    List<Skipped> acquired = new ArrayList<>();
    for (Step step : before) {
      Skipped call = step.permits;
      if (call != null) {
        acquired.removeIf(call::same);
        acquired.addAll(LaterCalls.takes(call.call()) ? List.of(call) : List.of());
      }
    }
    return acquired;
  }

  /** Where it was left, if that is clear. */
  private @Nullable Integer exact(List<Integer> there) {
    for (int i : there) {
      Step step = steps.get(i);
      if (callee == null ? step.throwing : callee.equals(step.calls)) {
        return i;
      }
    }
    return null;
  }

  /** Whether nothing is called after it on its line: then what threw came before. */
  private boolean lastCall(Step step, List<Integer> there) {
    int index = steps.indexOf(step);
    return there.stream().noneMatch(i -> i > index && steps.get(i).calls != null);
  }

  /** Whether a handler around it makes such a call, and throws afterwards. */
  private boolean madeByHandler(int from) {
    for (Handler handler : handlersOf(from)) {
      for (int i : reached(index(handler.at))) {
        if (steps.get(i).end != null
            && reached(i).stream().anyMatch(next -> steps.get(next).throwing)) {
          return true;
        }
      }
    }
    return false;
  }

  private List<Handler> handlersOf(int from) {
    return handlers.stream()
        .filter(handler -> index(handler.from) <= from && from < index(handler.to))
        .toList();
  }

  /** All that may come after it, in order; itself only where it may come again. */
  private Set<Integer> after(int index) {
    Set<Integer> after = new TreeSet<>();
    Step step = steps.get(index);
    step.jumps.forEach(label -> after.addAll(reached(index(label))));
    if (!step.leaves) {
      after.addAll(reached(index + 1));
    }
    return after;
  }

  private int index(Label label) {
    return labels.getOrDefault(label, steps.size());
  }

  /** It and all that may come after it, in order. */
  private Set<Integer> reached(int begin) {
    Set<Integer> reached = new TreeSet<>();
    Deque<Integer> open = new ArrayDeque<>(List.of(begin));
    for (Integer next = open.poll(); next != null; next = open.poll()) {
      if (next >= steps.size() || !reached.add(next)) {
        continue;
      }
      Step step = steps.get(next);
      step.jumps.forEach(label -> open.add(index(label)));
      if (!step.leaves) {
        open.add(next + 1);
      }
    }
    return reached;
  }
}
