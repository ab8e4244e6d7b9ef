package dev.snarl.observe.code;

import dev.snarl.observe.code.TaskCode.Touch;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * The methods of a class: what they call, and on which fields. A call belongs to a field where that
 * was loaded right before it or, as the arguments come between, where it is the last that was
 * loaded of the very type on which the method is called.
 */
final class ClassCode extends ClassVisitor {
  private static final Set<String> SOCKETS = Set.of("java/net/Socket", "java/net/ServerSocket");

  static final String INITIALIZER = "<clinit>";

  /**
   * A call.
   *
   * @param open whether any class may have the method that is meant
   */
  record Call(String owner, String name, String descriptor, boolean open) {}

  /** What one method does. */
  static final class Method {
    final String name;

    /** With its class, as stacks name it. */
    final String in;

    final boolean fixed;

    /** Whether subclasses have its code. */
    final boolean open;

    final List<Call> calls = new ArrayList<>();
    final List<Touch> touches = new ArrayList<>();

    /** Classes of which it makes objects. */
    final List<String> made = new ArrayList<>();

    Method(String owner, String name, int access) {
      this.name = name;
      this.in = owner.replace('/', '.') + '.' + name;
      this.fixed = (access & Opcodes.ACC_STATIC) != 0;
      this.open = (access & Opcodes.ACC_ABSTRACT) != 0;
    }
  }

  final Map<String, Method> methods = new HashMap<>();
  @Nullable String parent;
  private String type = "";

  ClassCode() {
    super(Opcodes.ASM9);
  }

  static boolean jdk(String owner) {
    return owner.startsWith("java/")
        || owner.startsWith("javax/")
        || owner.startsWith("jdk/")
        || owner.startsWith("sun/")
        || owner.startsWith("com/sun/")
        || owner.startsWith("[");
  }

  /** Whether a thread interrupts itself, as one does that has caught such an exception. */
  static boolean own(Call call, @Nullable Call before) {
    return call.name.equals("interrupt") && before != null && before.name.equals("currentThread");
  }

  /** As in {@link TaskCode#calls}. */
  static String name(Call call) {
    if (SOCKETS.contains(call.owner)) {
      return "Socket." + call.name; // its close ends no wait but for input or output
    }
    return call.owner.equals("java/util/concurrent/CyclicBarrier") && call.name.equals("await")
        ? TaskCode.ARRIVES
        : call.name;
  }

  /** That a static field is used, which may initialise its class; null for other fields. */
  static @Nullable Call initializes(int opcode, String owner) {
    boolean fixed = opcode == Opcodes.GETSTATIC || opcode == Opcodes.PUTSTATIC;
    return fixed && !jdk(owner) ? new Call(owner, INITIALIZER, "()V", false) : null;
  }

  @Override
  public void visit(
      int version,
      int access,
      String name,
      @Nullable String signature,
      @Nullable String superName,
      String @Nullable [] interfaces) {
    parent = superName;
    type = name;
  }

  @Override
  public MethodVisitor visitMethod(
      int access,
      String name,
      String descriptor,
      @Nullable String signature,
      String @Nullable [] exceptions) {
    Method method = new Method(type, name, access);
    methods.put(name + descriptor, method);
    return new Body(method);
  }

  private static final class Body extends MethodVisitor {
    private final Method method;

    /** The last field of each type that was loaded. */
    private final Map<String, Touch> loaded = new HashMap<>();

    /** The field that the last instruction loaded. */
    private @Nullable Touch last;

    private final HandOver handOver = new HandOver();

    /** The last call. */
    private @Nullable Call before;

    Body(Method method) {
      super(Opcodes.ASM9);
      this.method = method;
    }

    @Override
    public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
      last = null;
      Call call = initializes(opcode, owner);
      if (call != null) {
        method.calls.add(call);
      }
      if ((opcode == Opcodes.GETFIELD || opcode == Opcodes.GETSTATIC) && !jdk(owner)) {
        last = new Touch(owner.replace('/', '.'), name, opcode == Opcodes.GETSTATIC, "", method.in);
        loaded.put(descriptor, last);
      }
    }

    @Override
    public void visitMethodInsn(
        int opcode, String owner, String name, String descriptor, boolean isInterface) {
      Call call = new Call(owner, name, descriptor, opcode == Opcodes.INVOKEINTERFACE);
      if (!own(call, before)) {
        method.calls.add(call);
      }
      before = call;
      if (handOver.by(owner, name, descriptor)) {
        method.calls.add(HandOver.CALL);
      }
      Touch on = descriptor.startsWith("()") ? last : loaded.get('L' + owner + ';');
      if (on != null && TaskCode.endsWaits(owner, name(call))) {
        method.touches.add(on.by(name(call)));
      }
      last = null;
    }

    @Override
    public void visitInvokeDynamicInsn(
        String name, String descriptor, Handle bootstrap, Object... arguments) {
      for (Object argument : arguments) {
        if (argument instanceof Handle it) {
          handOver.lambda();
          Call call = new Call(it.getOwner(), it.getName(), it.getDesc(), it.isInterface());
          method.calls.add(call);
          if (last != null && TaskCode.endsWaits(it.getOwner(), name(call))) {
            method.touches.add(last.by(name(call)));
          }
        }
      }
      last = null;
    }

    @Override
    public void visitTypeInsn(int opcode, String type) {
      if (opcode == Opcodes.NEW) {
        method.made.add(type);
        handOver.object(type);
      }
      last = opcode == Opcodes.CHECKCAST ? last : null;
    }

    @Override
    public void visitInsn(int opcode) {
      last = null;
    }

    @Override
    public void visitIntInsn(int opcode, int operand) {
      last = null;
    }

    @Override
    public void visitVarInsn(int opcode, int index) {
      last = null;
    }

    @Override
    public void visitJumpInsn(int opcode, Label label) {
      last = null;
    }

    @Override
    public void visitLdcInsn(Object value) {
      last = null;
    }
  }
}
