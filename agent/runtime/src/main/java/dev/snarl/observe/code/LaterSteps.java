package dev.snarl.observe.code;

import dev.snarl.observe.code.CallReceivers.On;
import dev.snarl.observe.code.ClassCode.Call;
import dev.snarl.observe.code.LaterCalls.Skipped;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** One method, as {@link LaterCalls} reads it: what its code does after what. Pure. */
final class LaterSteps extends MethodVisitor {

  /** What stacks have for methods without line numbers, as compilers add them. */
  private static final int NO_LINE = -1;

  private final LaterCalls into;
  private final Steps steps = new Steps();
  private final Map<Integer, Integer> parameters;

  /** The variables that the last instructions loaded, in order. */
  private final List<Integer> loads = new ArrayList<>();

  /** How often each variable is set, and to which tasks it is given. */
  private final Map<Integer, Integer> set = new HashMap<>();

  private final Map<Integer, Set<String>> given = new HashMap<>();

  /** Of the calls that end waits, those that are still to be visited. */
  private final Iterator<On> receivers;

  private int at = NO_LINE;

  /** The last call. */
  private @Nullable Call before;

  /**
   * For one method.
   *
   * @param receivers of its calls of methods that end waits
   * @param into what is asked for, and what is found
   */
  LaterSteps(int access, String descriptor, List<On> receivers, LaterCalls into) {
    super(Opcodes.ASM9);
    this.receivers = receivers.iterator();
    this.into = into;
    this.parameters = CallReceivers.parameters(access, descriptor);
  }

  private Step step() {
    loads.clear();
    return steps.add(at);
  }

  @Override
  public void visitLineNumber(int number, Label start) {
    at = number;
  }

  @Override
  public void visitLabel(Label label) {
    steps.label(label);
  }

  @Override
  public void visitTryCatchBlock(Label start, Label end, Label handler, @Nullable String caught) {
    steps.handler(start, end, handler);
  }

  @Override
  public void visitInsn(int opcode) {
    Step step = step();
    step.throwing = opcode == Opcodes.ATHROW;
    step.leavesMonitor = opcode == Opcodes.MONITOREXIT;
    step.returns = opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN;
    step.leaves = step.throwing || step.returns;
  }

  @Override
  public void visitVarInsn(int opcode, int index) {
    List<Integer> loaded = List.copyOf(loads);
    Step step = step();
    if (opcode <= Opcodes.ALOAD) {
      step.loads = index;
      loads.addAll(loaded);
      loads.add(index);
    } else {
      set.merge(index, 1, Integer::sum);
    }
  }

  @Override
  public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
    step().initializes = ClassCode.initializes(opcode, owner);
  }

  @Override
  public void visitMethodInsn(
      int opcode, String owner, String name, String descriptor, boolean isInterface) {
    if (name.equals("<init>")) {
      give(owner.replace('/', '.'), descriptor);
    }
    Step step = step();
    Call made = new Call(owner, name, descriptor, opcode == Opcodes.INVOKEINTERFACE);
    if (!ClassCode.own(made, before)) {
      step.made.add(made);
    }
    before = made;
    step.calls = Turns.boxes(made) ? null : name;
    boolean gives = LaterCalls.BACK.containsKey(owner);
    Set<String> enders = LaterCalls.ENDERS.getOrDefault(owner, Set.of());
    if (!gives && enders.isEmpty()) {
      return;
    }
    On on = receivers.hasNext() ? receivers.next() : On.UNCLEAR;
    int parameter = parameters.getOrDefault(on.variable(), 0);
    Skipped call =
        new Skipped(owner.replace('/', '.'), name, at, on.field(), on.own(), parameter, Set.of());
    step.variable = on.variable();
    step.end = enders.contains(name) ? call : null;
    step.permits = gives ? call : null;
  }

  @Override
  public void visitInvokeDynamicInsn(
      String name, String descriptor, Handle bootstrap, Object... arguments) {
    if (arguments.length > 1 && arguments[1] instanceof Handle it) {
      give(it.getOwner().replace('/', '.') + '.' + it.getName(), descriptor);
    }
    Step step = step();
    for (Object argument : arguments) {
      if (argument instanceof Handle it) {
        step.lambda = true;
        step.made.add(new Call(it.getOwner(), it.getName(), it.getDesc(), it.isInterface()));
      }
    }
  }

  /** A task is made of the variables that were loaded last. */
  private void give(String task, String descriptor) {
    int arguments = Type.getArgumentTypes(descriptor).length;
    for (int each : loads.subList(Math.max(0, loads.size() - arguments), loads.size())) {
      given.computeIfAbsent(each, key -> new HashSet<>()).add(task);
    }
  }

  @Override
  public void visitJumpInsn(int opcode, Label label) {
    Step step = step();
    step.jumps = List.of(label);
    step.leaves = opcode == Opcodes.GOTO;
    step.compares = opcode >= Opcodes.IF_ICMPEQ && opcode <= Opcodes.IF_ICMPLE;
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
    Step step = step();
    step.object = opcode == Opcodes.NEW ? of : "";
  }

  @Override
  public void visitLdcInsn(Object value) {
    Step step = step();
    step.never = value.equals(Long.MAX_VALUE);
  }

  @Override
  public void visitIincInsn(int index, int increment) {
    Step step = step();
    step.counts = index;
  }

  @Override
  public void visitMultiANewArrayInsn(String descriptor, int dimensions) {
    step();
  }

  @Override
  public void visitEnd() {
    new AfterLine(steps, into, this::tasksGiven).read();
  }

  /** The tasks to which a variable is given that is set once; none if it is set again. */
  private Set<String> tasksGiven(int variable) {
    int times = parameters.containsKey(variable) ? 1 : 0;
    boolean once = times + set.getOrDefault(variable, 0) == 1;
    return once ? given.getOrDefault(variable, Set.of()) : Set.of();
  }
}
