package dev.snarl.tests.programs;

import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * An agent that comes before the one under test and makes its methods throw: {@code
 * dev/snarl/observe/Observer#tick=java/lang/AssertionError}, several of them separated by a
 * semicolon. {@code #*} is every method; {@code #*@try} is every public one that returns nothing,
 * and throws within its first try block, or not if it has none.
 */
public final class Saboteur implements ClassFileTransformer {
  private static final String WITHIN = "@try";

  /** By class: its methods with what they throw. */
  private final Map<String, Map<String, String>> plan = new HashMap<>();

  private Saboteur(String arguments) {
    for (String each : arguments.split(";", -1)) {
      String[] parts = each.split("[#=]", 3);
      plan.computeIfAbsent(parts[0], type -> new HashMap<>()).put(parts[1], parts[2]);
    }
  }

  public static void premain(String arguments, Instrumentation instrumentation) {
    Saboteur saboteur = new Saboteur(arguments);
    saboteur.transform(null, "warm/Up", null, null, new byte[0]);
    instrumentation.addTransformer(saboteur);
  }

  @Override
  public byte @Nullable [] transform(
      @Nullable ClassLoader loader,
      @Nullable String name,
      @Nullable Class<?> redefined,
      @Nullable ProtectionDomain domain,
      byte[] bytes) {
    Map<String, String> methods = name == null ? null : plan.get(name);
    if (methods == null) {
      return null;
    }
    ClassReader reader = new ClassReader(bytes);
    ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
    reader.accept(new Sabotaged(writer, reader, methods), 0);
    return writer.toByteArray();
  }

  private static final class Sabotaged extends ClassVisitor {
    private final Map<String, String> methods;
    private final String self;
    private final boolean isInterface;

    Sabotaged(ClassVisitor next, ClassReader of, Map<String, String> methods) {
      super(Opcodes.ASM9, next);
      this.self = of.getClassName();
      this.isInterface = (of.getAccess() & Opcodes.ACC_INTERFACE) != 0;
      this.methods = methods;
    }

    /** What a method that is to throw calls: a call needs no frame, as a jump over it would. */
    @Override
    public void visitEnd() {
      for (String thrown : Set.copyOf(methods.values())) {
        int access = Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC | Opcodes.ACC_SYNTHETIC;
        MethodVisitor method = super.visitMethod(access, failing(thrown), "()V", null, null);
        method.visitCode();
        method.visitTypeInsn(Opcodes.NEW, thrown);
        method.visitInsn(Opcodes.DUP);
        method.visitMethodInsn(Opcodes.INVOKESPECIAL, thrown, "<init>", "()V", false);
        method.visitInsn(Opcodes.ATHROW);
        method.visitMaxs(0, 0);
        method.visitEnd();
      }
      super.visitEnd();
    }

    static String failing(String thrown) {
      return "fail$" + thrown.replace('/', '$');
    }

    @Override
    public @Nullable MethodVisitor visitMethod(
        int access,
        String name,
        String descriptor,
        @Nullable String signature,
        String @Nullable [] exceptions) {
      MethodVisitor method = super.visitMethod(access, name, descriptor, signature, exceptions);
      if (name.startsWith("<") || (access & (Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE)) != 0) {
        return method;
      }
      String atEntry = methods.getOrDefault(name, methods.get("*"));
      boolean hook = (access & Opcodes.ACC_PUBLIC) != 0 && descriptor.endsWith(")V");
      String within = hook ? methods.get("*" + WITHIN) : null;
      return atEntry == null && within == null
          ? method
          : new Throwing(
              method, atEntry == null ? String.valueOf(within) : atEntry, atEntry == null);
    }

    private final class Throwing extends MethodVisitor {
      private final String thrown;
      private final boolean within;
      private @Nullable Label start;

      /** Behind the label, but not yet behind the frame that may belong to it. */
      private boolean due;

      Throwing(MethodVisitor next, String thrown, boolean within) {
        super(Opcodes.ASM9, next);
        this.thrown = thrown;
        this.within = within;
      }

      @Override
      public void visitCode() {
        super.visitCode();
        if (!within) {
          fail();
        }
      }

      @Override
      public void visitTryCatchBlock(Label from, Label to, Label handler, @Nullable String type) {
        super.visitTryCatchBlock(from, to, handler, type);
        if (start == null) {
          start = from;
        }
      }

      @Override
      public void visitLabel(Label label) {
        super.visitLabel(label);
        due |= within && label == start;
      }

      private void failIfDue() {
        if (due) {
          due = false;
          fail();
        }
      }

      @Override
      public void visitInsn(int opcode) {
        failIfDue();
        super.visitInsn(opcode);
      }

      @Override
      public void visitLdcInsn(Object value) {
        failIfDue();
        super.visitLdcInsn(value);
      }

      @Override
      public void visitVarInsn(int opcode, int variable) {
        failIfDue();
        super.visitVarInsn(opcode, variable);
      }

      @Override
      public void visitTypeInsn(int opcode, String type) {
        failIfDue();
        super.visitTypeInsn(opcode, type);
      }

      @Override
      public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
        failIfDue();
        super.visitFieldInsn(opcode, owner, name, descriptor);
      }

      @Override
      public void visitMethodInsn(
          int opcode, String owner, String name, String descriptor, boolean isInterface) {
        failIfDue();
        super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
      }

      private void fail() {
        super.visitMethodInsn(Opcodes.INVOKESTATIC, self, failing(thrown), "()V", isInterface);
      }
    }
  }
}
