package dev.snarl.instrument;

import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Puts the {@link Call}s of a point into one method. It never changes what is on the stack, adds no
 * local variable and so no frame, except the frame of the handler for what the method throws: that
 * one claims of locals only what it passes on, which is true everywhere.
 *
 * <p>Arguments are {@code this}; {@code 0} to {@code 3}, the object in that local variable; {@code
 * top} and {@code top-two} of the stack, which are the result, what is thrown, or the arguments of
 * the call that follows; {@code null}, {@code true}, {@code false}; {@code int 1}, {@code bit-4-of
 * 1}, {@code non-zero 1} of a variable that is an int, an int, a long; {@code timed}, whether the
 * first parameter is a time; {@code field name:descriptor} of this; {@code is} a class, of this.
 * {@code with} in the last two is what the point says.
 */
final class WovenMethod extends MethodVisitor {

  private static final String REFERENCE = "Ljava/lang/Object;";

  private final Point point;
  private final String owner;
  private final String method;
  private final String descriptor;
  private final boolean parks;
  private final boolean handles;
  private final Label start = new Label();
  private boolean parked;

  /** The park that was met last has no deadline, whatever the method is given. */
  private boolean forever;

  /** Objects of the class itself that the constructor has begun to make so far. */
  private int made;

  /** The constructor leaves the work to another of its class, which tells of it. */
  private boolean delegates;

  WovenMethod(MethodVisitor next, Point point, String owner, String method, String descriptor) {
    super(Opcodes.ASM9, next);
    this.point = point;
    this.owner = owner;
    this.method = method;
    this.descriptor = descriptor;
    boolean anyParks = false;
    boolean anyThrows = false;
    for (Call call : point.weave().calls()) {
      anyParks |= call.at() == Call.At.PARK;
      anyThrows |= call.throwing();
    }
    this.parks = anyParks;
    this.handles = anyThrows;
  }

  /** Whether it was seen to call what parks; known once it was read. */
  boolean parks() {
    return parked;
  }

  String method() {
    return method;
  }

  @Override
  public void visitCode() {
    super.visitCode();
    for (Call call : point.weave().calls()) {
      if (call.at() == Call.At.ENTER) {
        put(call, false);
      }
    }
    if (handles) {
      super.visitLabel(start);
    }
  }

  @Override
  public void visitTypeInsn(int opcode, String type) {
    if (opcode == Opcodes.NEW && type.equals(owner)) {
      made++;
    }
    super.visitTypeInsn(opcode, type);
  }

  @Override
  public void visitMethodInsn(
      int opcode, String type, String name, String descriptorOfCall, boolean isInterface) {
    if (name.equals("<init>") && type.equals(owner) && --made < 0) {
      delegates = true;
    }
    for (Call call : point.weave().calls()) {
      if (call.at() == Call.At.BEFORE && name.equals(call.callee())) {
        put(call, false);
      } else if (call.at() == Call.At.PARK && Parks.parks(type, name, point.with())) {
        parked = true;
        forever = Parks.forever(type, name, descriptorOfCall);
        put(call, false);
      }
    }
    super.visitMethodInsn(opcode, type, name, descriptorOfCall, isInterface);
  }

  @Override
  public void visitInsn(int opcode) {
    if (opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN) {
      for (Call call : point.weave().calls()) {
        // What returns before it has parked is the fast path.
        if (call.at() == Call.At.BUILT ? !delegates : call.returns() && (parked || !parks)) {
          put(call, opcode == Opcodes.IRETURN);
        }
      }
    }
    super.visitInsn(opcode);
  }

  @Override
  public void visitMaxs(int maxStack, int maxLocals) {
    if (handles) {
      Label handler = new Label();
      super.visitTryCatchBlock(start, handler, handler, null);
      super.visitLabel(handler);
      for (Call call : point.weave().calls()) {
        if (call.throwing()) {
          int locals = 0;
          boolean given = false;
          for (String argument : call.arguments()) {
            boolean self = argument.equals("this") || argument.startsWith("field");
            given |= argument.equals("0");
            locals = Math.max(locals, argument.equals("1") ? 2 : self || given ? 1 : 0);
          }
          Object[] types = {given ? "java/lang/Object" : owner, "java/lang/Object"};
          Object[] thrown = {"java/lang/Throwable"};
          super.visitFrame(Opcodes.F_FULL, locals, types, 1, thrown);
          put(call, false);
        }
      }
      super.visitInsn(Opcodes.ATHROW);
    }
    super.visitMaxs(maxStack, maxLocals);
  }

  private boolean timed() {
    return descriptor.startsWith("(J")
        || descriptor.startsWith("(I")
        || descriptor.startsWith("(ZJ")
        || descriptor.contains("Ljava/time/Duration;")
        || descriptor.contains("Lscala/concurrent/duration/Duration;")
        || descriptor.contains("Ljava/util/concurrent/TimeUnit;");
  }

  private void put(Call call, boolean topIsInt) {
    boolean topComesSecond = call.arguments().indexOf("top") == 1;
    if (topComesSecond) {
      super.visitInsn(Opcodes.DUP);
    }
    String types = "(";
    for (String argument : call.arguments()) {
      if (!argument.equals("top")) {
        types += load(argument);
      } else {
        super.visitInsn(topComesSecond ? Opcodes.SWAP : Opcodes.DUP);
        types += topIsInt ? "I" : REFERENCE;
      }
    }
    super.visitMethodInsn(Opcodes.INVOKESTATIC, call.type(), call.method(), types + ")V", false);
  }

  /** Its descriptor. */
  private String load(String argument) {
    int space = argument.indexOf(' ');
    String what = space < 0 ? argument : argument.substring(0, space);
    String of = argument.substring(space + 1);
    int comma = point.with().indexOf(',');
    if (of.equals("with")) {
      of = comma < 0 ? point.with() : point.with().substring(0, comma);
    } else if (of.equals("with-2")) {
      of = point.with().substring(comma + 1);
    }
    switch (what) {
      case "this" -> super.visitVarInsn(Opcodes.ALOAD, 0);
      case "top-two" -> {
        super.visitInsn(Opcodes.DUP2);
        return REFERENCE + REFERENCE;
      }
      case "null" -> super.visitInsn(Opcodes.ACONST_NULL);
      case "field" -> {
        int colon = of.indexOf(':');
        super.visitVarInsn(Opcodes.ALOAD, 0);
        super.visitFieldInsn(
            Opcodes.GETFIELD, owner, of.substring(0, colon), of.substring(colon + 1));
      }
      case "true" -> {
        super.visitInsn(Opcodes.ICONST_1);
        return "I";
      }
      case "false" -> {
        super.visitInsn(Opcodes.ICONST_0);
        return "I";
      }
      case "timed" -> {
        return load(timed() && !forever ? "true" : "false");
      }
      case "int" -> {
        super.visitVarInsn(Opcodes.ILOAD, Integer.parseInt(of));
        return "I";
      }
      case "bit-4-of" -> {
        super.visitVarInsn(Opcodes.ILOAD, Integer.parseInt(of));
        super.visitInsn(Opcodes.ICONST_4);
        super.visitInsn(Opcodes.IAND);
        return "I";
      }
      case "non-zero" -> {
        super.visitVarInsn(Opcodes.LLOAD, Integer.parseInt(of));
        super.visitInsn(Opcodes.LCONST_0);
        super.visitInsn(Opcodes.LCMP);
        return "I";
      }
      case "is" -> {
        super.visitVarInsn(Opcodes.ALOAD, 0);
        super.visitTypeInsn(Opcodes.INSTANCEOF, of);
        return "I";
      }
      default -> super.visitVarInsn(Opcodes.ALOAD, Integer.parseInt(what));
    }
    return REFERENCE;
  }
}
