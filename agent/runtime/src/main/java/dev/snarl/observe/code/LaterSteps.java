package dev.snarl.observe.code;

import dev.snarl.observe.code.CallReceivers.On;
import dev.snarl.observe.code.ClassCode.Call;
import dev.snarl.observe.code.LaterCalls.Onward;
import dev.snarl.observe.code.LaterCalls.Skipped;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
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
    int variable = -1;
    List<Label> jumps = List.of();
    boolean leaves;
    boolean throwing;
    boolean lambda;
    boolean leavesMonitor;
    boolean returns;

    /** The class of which it makes an object. */
    String object = "";

    Step(int line) {
      this.line = line;
    }
  }

  private record Handler(Label from, Label to, Label at) {}

  private final LaterCalls into;
  private final List<Step> steps = new ArrayList<>();
  private final Map<Label, Integer> labels = new HashMap<>();
  private final List<Handler> handlers = new ArrayList<>();
  private final Map<Integer, Integer> parameters;

  /** The variables that the last instructions loaded, in order. */
  private final List<Integer> loads = new ArrayList<>();

  /** How often each variable is set, and to which tasks it is given. */
  private final Map<Integer, Integer> set = new HashMap<>();

  private final Map<Integer, Set<String>> given = new HashMap<>();

  /** Of the calls that end waits, those that are still to be visited. */
  private final Iterator<On> receivers;

  private int at;

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
    Step step = new Step(at);
    steps.add(step);
    loads.clear();
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
    step.leavesMonitor = opcode == Opcodes.MONITOREXIT;
    step.returns = opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN;
    step.leaves = step.throwing || step.returns;
  }

  @Override
  public void visitVarInsn(int opcode, int index) {
    List<Integer> loaded = List.copyOf(loads);
    step();
    if (opcode <= Opcodes.ALOAD) {
      loads.addAll(loaded);
      loads.add(index);
    } else {
      set.merge(index, 1, Integer::sum);
    }
  }

  @Override
  public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
    step();
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
    step.calls = boxes(made) ? null : name;
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
      if (steps.get(i).line == into.line) {
        there.add(i);
      }
    }
    Integer exact = exact(there);
    int from = exact != null ? exact : there.isEmpty() ? -1 : there.get(0);
    if (from < 0) {
      return;
    }
    into.there = true;
    Set<Integer> after = steps.get(from).throwing ? past(from) : after(from);
    if (into.onward != null && exact != null) {
      into.onward = onward(from, after);
    }
    if (!madeByHandler(from)) {
      after.stream()
          .map(i -> steps.get(i))
          .filter(step -> exact != null || step.line != into.line || lastCall(step, there))
          .map(step -> step.end)
          .filter(Objects::nonNull)
          .forEach(into.skipped::add);
    }
    handlersOf(from).forEach(handler -> after.addAll(reached(index(handler.at))));
    after.forEach(i -> into.later.addAll(steps.get(i).made));
    if (handsOver(after)) {
      into.later.add(HandOver.CALL);
    }
    after.forEach(i -> end(steps.get(i)));
    for (Skipped acquired : acquired(steps.subList(0, from))) {
      after.stream()
          .map(i -> steps.get(i).permits)
          .filter(call -> call != null && givesBack(call) && call.same(acquired))
          .findFirst()
          .ifPresent(into.kept::add);
    }
  }

  private Onward onward(int from, Set<Integer> after) {
    Set<Integer> loop = leadingTo(from);
    loop.retainAll(after);
    boolean turns = loop.stream().anyMatch(i -> i != from && does(i));
    boolean more = after.stream().anyMatch(i -> !loop.contains(i) && does(i));
    boolean guards =
        loop.stream().filter(i -> i != from).map(steps::get).noneMatch(LaterSteps::acts);
    boolean ends = after.stream().anyMatch(i -> steps.get(i).returns);
    return new Onward(!loop.isEmpty(), guards, turns, more, ends);
  }

  private boolean does(int step) {
    return steps.get(step).made.stream().anyMatch(LaterSteps::does);
  }

  /** Whether a call is more than the end of a wait. */
  private static boolean does(Call call) {
    return !boxes(call) && !LaterCalls.UNLOCKS.contains(call.name());
  }

  private static boolean boxes(Call call) {
    return call.owner().startsWith("java/lang/") && call.name().equals("valueOf");
  }

  /** Whether it does anything but ask. */
  private static boolean acts(Step step) {
    return step.leavesMonitor
        || step.made.stream().anyMatch(call -> call.descriptor().endsWith(")V"));
  }

  /** Itself, and all from which it may be reached. */
  private Set<Integer> leadingTo(int index) {
    Map<Integer, Set<Integer>> before = new HashMap<>();
    for (int i = 0; i < steps.size(); i++) {
      int from = i;
      Step step = steps.get(i);
      step.jumps.forEach(to -> before.computeIfAbsent(index(to), key -> new HashSet<>()).add(from));
      if (!step.leaves) {
        before.computeIfAbsent(i + 1, key -> new HashSet<>()).add(from);
      }
    }
    Set<Integer> leading = new TreeSet<>();
    Deque<Integer> open = new ArrayDeque<>(List.of(index));
    for (Integer next = open.poll(); next != null; next = open.poll()) {
      if (leading.add(next)) {
        open.addAll(before.getOrDefault(next, Set.of()));
      }
    }
    return leading;
  }

  private boolean handsOver(Set<Integer> after) {
    HandOver handOver = new HandOver();
    boolean handsOver = false;
    for (int i : after) {
      Step step = steps.get(i);
      handOver.object(step.object);
      if (step.lambda) {
        handOver.lambda();
      } else {
        for (Call call : step.made) {
          handsOver |= handOver.by(call.owner(), call.name(), call.descriptor());
        }
      }
    }
    return handsOver;
  }

  private void end(Step step) {
    Skipped permits = step.permits;
    Skipped end = step.end == null && permits != null && givesBack(permits) ? permits : step.end;
    if (end != null) {
      int times = parameters.containsKey(step.variable) ? 1 : 0;
      boolean once = times + set.getOrDefault(step.variable, 0) == 1;
      into.ends.add(end.to(once ? given.getOrDefault(step.variable, Set.of()) : Set.of()));
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

  /** Where it was left, if that is clear: stacks may hide what is between a call and a lambda. */
  private @Nullable Integer exact(List<Integer> there) {
    Integer only = null;
    int calls = 0;
    for (int i : there) {
      Step step = steps.get(i);
      if (into.callee == null ? step.throwing : into.callee.equals(step.calls)) {
        return i;
      }
      if (step.calls != null && !step.calls.equals("<init>")) {
        only = i;
        calls++;
      }
    }
    return into.callee != null && calls == 1 ? only : null;
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

  /** What comes instead of a throw, where a condition before it jumps over it. */
  private Set<Integer> past(int thrown) {
    for (int i = thrown - 1; i >= 0; i--) {
      for (Label label : steps.get(i).leaves ? List.<Label>of() : steps.get(i).jumps) {
        if (index(label) > thrown) {
          return reached(index(label));
        }
      }
    }
    return new TreeSet<>();
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
