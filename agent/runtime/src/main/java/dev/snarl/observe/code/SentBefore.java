package dev.snarl.observe.code;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Whether a method sends something before a line: its code has, further up, a call whose name says
 * so. What goes to {@link System#out} and {@link System#err} does not count. Pure.
 */
public final class SentBefore extends ClassVisitor {
  private static final List<String> SENDS =
      List.of("append", "flush", "format", "print", "send", "write");

  private final String method;
  private final int line;
  private final @Nullable String callee;
  private boolean sent;

  private SentBefore(String method, int line, @Nullable String callee) {
    super(Opcodes.ASM9);
    this.method = method;
    this.line = line;
    this.callee = callee;
  }

  /** Of any method of that name that makes the call at the line. */
  public static boolean at(byte[] file, String method, int line, @Nullable String callee) {
    SentBefore read = new SentBefore(method, line, callee);
    try {
      new ClassReader(file).accept(read, ClassReader.SKIP_FRAMES);
    } catch (RuntimeException unreadable) {
      return false; // of a JVM that is newer than the reader
    }
    return read.sent;
  }

  @Override
  public @Nullable MethodVisitor visitMethod(
      int access,
      String name,
      String descriptor,
      @Nullable String signature,
      String @Nullable [] exceptions) {
    return name.equals(method) ? new Calls() : null;
  }

  private final class Calls extends MethodVisitor {
    private int at;
    private boolean console;
    private boolean sends;

    Calls() {
      super(Opcodes.ASM9);
    }

    @Override
    public void visitLineNumber(int number, Label start) {
      at = number;
    }

    @Override
    public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
      console |= owner.equals("java/lang/System") && opcode == Opcodes.GETSTATIC;
    }

    @Override
    public void visitMethodInsn(
        int opcode, String owner, String name, String descriptor, boolean isInterface) {
      if (at == line && name.equals(callee)) {
        sent |= sends;
      }
      if (SENDS.stream().anyMatch(name::startsWith)) {
        boolean shown = console && owner.equals("java/io/PrintStream");
        sends |= !shown;
        console &= !shown;
      }
    }
  }
}
