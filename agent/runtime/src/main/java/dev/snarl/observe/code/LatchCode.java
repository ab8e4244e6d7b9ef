package dev.snarl.observe.code;

import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Who counts down the latches of a method, as far as its class file tells: itself, or somebody to
 * whom it hands them on, such as a lambda, a field or another method. Pure.
 */
public final class LatchCode extends ClassVisitor {
  private static final String LATCH = "java/util/concurrent/CountDownLatch";
  private static final String OF_LATCH = 'L' + LATCH + ';';

  private final String method;
  private boolean itself;
  private boolean others;

  private LatchCode(String method) {
    super(Opcodes.ASM9);
    this.method = method;
  }

  /** Whether methods of this name call {@code countDown}, and nobody else of their making does. */
  public static boolean countsAlone(byte[] file, String method) {
    LatchCode code = new LatchCode(method);
    try {
      new ClassReader(file).accept(code, ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
    } catch (RuntimeException unreadable) {
      return false; // of a JVM that is newer than the reader
    }
    return code.itself && !code.others;
  }

  @Override
  public @Nullable MethodVisitor visitMethod(
      int access,
      String name,
      String descriptor,
      @Nullable String signature,
      String @Nullable [] exceptions) {
    boolean own = name.equals(method);
    return own || name.startsWith("lambda$" + method + '$') ? new Body(own) : null;
  }

  private final class Body extends MethodVisitor {
    private final boolean own;

    Body(boolean own) {
      super(Opcodes.ASM9);
      this.own = own;
    }

    @Override
    public void visitMethodInsn(
        int opcode, String owner, String name, String descriptor, boolean isInterface) {
      if (owner.equals(LATCH) && name.equals("countDown")) {
        itself |= own;
        others |= !own;
      }
      others |= descriptor.substring(0, descriptor.indexOf(')')).contains(OF_LATCH);
    }

    @Override
    public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
      others |= opcode == Opcodes.PUTFIELD && descriptor.equals(OF_LATCH);
      others |= opcode == Opcodes.PUTSTATIC && descriptor.equals(OF_LATCH);
    }

    @Override
    public void visitInvokeDynamicInsn(
        String name, String descriptor, Handle bootstrap, Object... arguments) {
      for (Object argument : arguments) {
        others |= argument instanceof Handle it && it.getOwner().equals(LATCH) && counts(it);
      }
    }

    private static boolean counts(Handle handle) {
      return handle.getName().equals("countDown");
    }
  }
}
