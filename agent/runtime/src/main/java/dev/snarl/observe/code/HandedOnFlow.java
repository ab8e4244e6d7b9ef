package dev.snarl.observe.code;

import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.BasicInterpreter;
import org.objectweb.asm.tree.analysis.BasicValue;

/**
 * One method, as {@link HandedOn} reads it: follows the object, and the tasks that have it, through
 * variables and the stack to all that uses them.
 */
final class HandedOnFlow extends BasicInterpreter {

  private static final String CONCURRENT = "java/util/concurrent/";

  /** What is followed, and the calls that hand it on to nobody. */
  static final Map<String, Set<String>> CALLS =
      Map.of(
          CONCURRENT + "CountDownLatch",
          Set.of("<init>", "countDown", "getCount", "await", "toString"),
          CONCURRENT + "CompletableFuture",
          Set.of(
              "<init>",
              "complete",
              "completeExceptionally",
              "cancel",
              "isDone",
              "isCancelled",
              "isCompletedExceptionally",
              "get",
              "getNow",
              "join",
              "toString"));

  /** Of them, those that wait. */
  static final Set<String> WAITS = Set.of("await", "get", "join");

  /** Of an object of the application's, beside those of its own class. */
  private static final Set<String> OBJECT =
      Set.of("<init>", "wait", "notify", "notifyAll", "getClass", "hashCode");

  private static final Set<Integer> HARMLESS =
      Set.of(
          Opcodes.GETFIELD,
          Opcodes.INSTANCEOF,
          Opcodes.IFNULL,
          Opcodes.IFNONNULL,
          Opcodes.MONITORENTER,
          Opcodes.MONITOREXIT);

  private static final String THREAD = "java/lang/Thread";

  /**
   * Executors whose queues are looked at. An {@code Executor} may keep a task back for any time, as
   * {@link java.util.concurrent.CompletableFuture#delayedExecutor} does.
   */
  private static final Set<String> EXECUTORS =
      Set.of(
          CONCURRENT + "ExecutorService",
          CONCURRENT + "AbstractExecutorService",
          CONCURRENT + "ThreadPoolExecutor",
          CONCURRENT + "ForkJoinPool",
          CONCURRENT + "ScheduledExecutorService",
          CONCURRENT + "ScheduledThreadPoolExecutor");

  private static final Set<String> RUNS = Set.of("forEach", "forEachOrdered", "ifPresent");

  /**
   * A method that gets the object, as parameters or in fields of its class.
   *
   * @param locals its variables that are the object when it begins
   */
  record Call(String type, String name, String descriptor, Set<Integer> locals) {}

  /**
   * What is submitted and has the object.
   *
   * @param kind as {@link TaskContents} names it
   * @param body of a lambda; null for an object that keeps it in a field
   */
  record Task(String kind, String type, @Nullable Call body) {}

  private final String type;
  private final @Nullable AbstractInsnNode makes;
  private final Set<Integer> locals;
  private final Set<String> fields;
  private final @Nullable String self;
  private final @Nullable String own;
  private final Set<Call> calls = new LinkedHashSet<>();
  private final Set<Task> tasks = new LinkedHashSet<>();

  /** Those made here that were given the object, and the threads among them that were started. */
  private final Set<AbstractInsnNode> given = new HashSet<>();

  private final Set<AbstractInsnNode> started = new HashSet<>();
  private boolean clear = true;

  /**
   * For one method.
   *
   * @param makes where it makes the object; null if it gets it
   * @param locals its variables that are the object when it begins
   * @param fields of tasks that keep it; constructors add theirs
   * @param self its class, if that is of such tasks
   * @param own the object's class, if that is the application's
   */
  HandedOnFlow(
      String type,
      @Nullable AbstractInsnNode makes,
      Set<Integer> locals,
      Set<String> fields,
      @Nullable String self,
      @Nullable String own) {
    super(Opcodes.ASM9);
    this.type = type;
    this.makes = makes;
    this.locals = locals;
    this.fields = fields;
    this.self = self;
    this.own = own;
  }

  static boolean isIt(BasicValue value) {
    return Held.IT.equals(value);
  }

  Set<Call> calls() {
    return calls;
  }

  Set<Task> tasks() {
    return tasks;
  }

  /** Whether all that uses it was understood. */
  boolean clear() {
    return clear && started.containsAll(given.stream().filter(HandedOnFlow::isThread).toList());
  }

  private static boolean isThread(AbstractInsnNode made) {
    return ((TypeInsnNode) made).desc.equals(THREAD);
  }

  // ---- values ----

  @Override
  public BasicValue newParameterValue(boolean isInstanceMethod, int local, Type type) {
    if (locals.contains(local)) {
      return Held.IT;
    }
    return isInstanceMethod && local == 0 && self != null ? of(self, null) : newValue(type);
  }

  private static Held of(String type, @Nullable AbstractInsnNode made) {
    return new Held(new Task(type.replace('/', '.'), type, null), made);
  }

  @Override
  @SuppressWarnings("ReferenceEquality") // an instruction is an identity
  public BasicValue newOperation(AbstractInsnNode instruction) throws AnalyzerException {
    if (instruction == makes) {
      return Held.IT;
    }
    if (instruction.getOpcode() == Opcodes.NEW) {
      String made = ((TypeInsnNode) instruction).desc;
      if (made.equals(THREAD) || !ClassCode.jdk(made)) {
        return of(made, instruction);
      }
    }
    return super.newOperation(instruction);
  }

  @Override
  public BasicValue merge(BasicValue one, BasicValue other) {
    if (one instanceof Held && other instanceof Held) {
      return one.equals(other) ? one : Held.MIXED;
    }
    return one instanceof Held ? one : other instanceof Held ? other : super.merge(one, other);
  }

  // ---- uses ----

  @Override
  public @Nullable BasicValue unaryOperation(AbstractInsnNode instruction, BasicValue value)
      throws AnalyzerException {
    int operation = instruction.getOpcode();
    if (operation == Opcodes.GETFIELD && fields.contains(field(instruction))) {
      return Held.IT;
    }
    if (operation == Opcodes.CHECKCAST && value instanceof Held) {
      return value;
    }
    if (!HARMLESS.contains(operation)) {
      leaves(value);
    }
    return super.unaryOperation(instruction, value);
  }

  private static String field(AbstractInsnNode instruction) {
    FieldInsnNode field = (FieldInsnNode) instruction;
    return field.owner + '.' + field.name;
  }

  @Override
  public @Nullable BasicValue binaryOperation(
      AbstractInsnNode instruction, BasicValue one, BasicValue other) throws AnalyzerException {
    if (instruction.getOpcode() == Opcodes.PUTFIELD && other instanceof Held) {
      boolean keeps = makes == null && ((FieldInsnNode) instruction).owner.equals(type);
      if (isIt(other) && keeps && one instanceof Held) {
        fields.add(field(instruction));
      } else {
        leaves(other);
      }
    }
    return super.binaryOperation(instruction, one, other);
  }

  @Override
  public @Nullable BasicValue ternaryOperation(
      AbstractInsnNode instruction, BasicValue one, BasicValue other, BasicValue third)
      throws AnalyzerException {
    leaves(third);
    return super.ternaryOperation(instruction, one, other, third);
  }

  /** Somebody gets it of whom nothing is known. */
  private void leaves(BasicValue value) {
    if (value instanceof Held held && (held.made == null || (has(held) && !held.thread()))) {
      clear = false;
    }
  }

  /** Whether what was made here was given the object. */
  private boolean has(Held held) {
    return held.made != null && given.contains(held.made);
  }

  @Override
  public @Nullable BasicValue naryOperation(
      AbstractInsnNode instruction, List<? extends BasicValue> values) throws AnalyzerException {
    if (instruction instanceof InvokeDynamicInsnNode dynamic) {
      Held lambda = lambda(dynamic, values);
      return lambda == null ? super.naryOperation(instruction, values) : lambda;
    }
    if (instruction instanceof MethodInsnNode call) {
      int first = call.getOpcode() == Opcodes.INVOKESTATIC ? 0 : 1;
      Held on = first == 1 && values.get(0) instanceof Held held ? held : null;
      Set<Integer> handed = new HashSet<>();
      int local = first;
      for (int i = first; i < values.size(); i++) {
        if (isIt(values.get(i))) {
          handed.add(local);
        } else if (values.get(i) instanceof Held held) {
          passed(held, call, on);
        }
        local += values.get(i).getSize();
      }
      if (!handed.isEmpty()) {
        handed(call, on, handed);
      }
      if (on != null) {
        called(on, call);
      }
    }
    return super.naryOperation(instruction, values);
  }

  /** A lambda that captures it, or null. */
  private @Nullable Held lambda(
      InvokeDynamicInsnNode dynamic, List<? extends BasicValue> captured) {
    boolean any = captured.stream().anyMatch(Held.class::isInstance);
    String by = dynamic.bsm.getOwner();
    if (!any || by.equals("java/lang/invoke/StringConcatFactory")) {
      return null;
    }
    if (!by.equals("java/lang/invoke/LambdaMetafactory")
        || !(dynamic.bsmArgs[1] instanceof Handle body)
        || body.getTag() == Opcodes.H_NEWINVOKESPECIAL
        || ClassCode.jdk(body.getOwner())) {
      captured.forEach(this::leaves);
      return null;
    }
    Set<Integer> its = new HashSet<>();
    boolean has = false;
    int local = 0;
    for (BasicValue value : captured) {
      if (isIt(value)) {
        its.add(local);
        has = true;
      } else if (value instanceof Held held && held.made == null && !held.lambda()) {
        has |= held.task != null;
        clear &= held.task != null; // else it is mixed
      } else {
        leaves(value);
      }
      local += value.getSize();
    }
    String kind = body.getOwner().replace('/', '.') + '.' + body.getName();
    Call call = new Call(body.getOwner(), body.getName(), body.getDesc(), its);
    return has ? new Held(new Task(kind, body.getOwner(), call), null) : null;
  }

  /** A task that has it is an argument, or one that has not. */
  private void passed(Held held, MethodInsnNode call, @Nullable Held on) {
    Task task = held.task;
    if (task == null) {
      clear = false;
    } else if (held.made == null || has(held)) {
      if (submits(call)) {
        tasks.add(task);
      } else if (ClassCode.jdk(call.owner) && RUNS.contains(call.name) && task.body != null) {
        calls.add(task.body);
      } else if (on != null && on.made != null && on.thread() && call.name.equals("<init>")) {
        given.add(on.made);
        tasks.add(task);
      } else {
        leaves(held);
      }
    }
  }

  private static boolean submits(MethodInsnNode call) {
    return switch (call.name) {
      case "submit", "execute" -> EXECUTORS.contains(call.owner);
      case "runAsync", "supplyAsync" ->
          call.owner.equals(CONCURRENT + "CompletableFuture")
              && Type.getArgumentTypes(call.desc).length == 1;
      case "startVirtualThread" -> call.owner.equals(THREAD);
      case "start" -> call.owner.startsWith(THREAD + "$Builder");
      default -> false;
    };
  }

  /** It is an argument itself. */
  private void handed(MethodInsnNode call, @Nullable Held on, Set<Integer> as) {
    boolean makesTask = call.name.equals("<init>") && on != null && on.made != null && !on.thread();
    if (makesTask) {
      given.add(Objects.requireNonNull(Objects.requireNonNull(on).made));
    }
    boolean known = call.owner.equals(type) || call.getOpcode() == Opcodes.INVOKESTATIC;
    if (!ClassCode.jdk(call.owner) && (makesTask || (known && !call.name.equals("<init>")))) {
      calls.add(new Call(call.owner, call.name, call.desc, as));
    } else {
      clear = false;
    }
  }

  /** A method of it, or of a task that has it, is called. */
  private void called(Held on, MethodInsnNode call) {
    if (isIt(on) && call.owner.equals(own)) {
      calls.add(new Call(call.owner, call.name, call.desc, Set.of(0)));
    } else if (isIt(on)) {
      Set<String> harmless = own == null ? CALLS.getOrDefault(call.owner, Set.of()) : OBJECT;
      clear &= harmless.contains(call.name);
    } else if (on.made != null) {
      if (call.name.equals("start") && has(on)) {
        started.add(on.made);
        if (!on.thread()) {
          tasks.add(Objects.requireNonNull(on.task)); // a thread of a class of its own
        }
      } else if (!call.name.equals("<init>") && !on.thread()) {
        leaves(on);
      }
    } else if (on.lambda() || on.task == null) {
      clear = false;
    }
  }
}
