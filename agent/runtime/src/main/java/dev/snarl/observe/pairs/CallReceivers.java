package dev.snarl.observe.pairs;

import dev.snarl.observe.pairs.TaskCode.Touch;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.Frame;
import org.objectweb.asm.tree.analysis.SourceInterpreter;
import org.objectweb.asm.tree.analysis.SourceValue;

/** Of a method, on which of its variables, or on which field, it calls each method. Pure. */
final class CallReceivers {

  /**
   * A receiver; neither where that is not clear.
   *
   * @param variable number of the local variable; -1 for none
   * @param field without a call
   * @param own whether it is a field of the object whose method it is
   */
  record On(int variable, @Nullable Touch field, boolean own) {
    static final On UNCLEAR = new On(-1, null, false);
  }

  /** Follows what is read from a field into variables. */
  private static final class Sources extends SourceInterpreter {
    Sources() {
      super(Opcodes.ASM9);
    }

    @Override
    public SourceValue copyOperation(AbstractInsnNode instruction, SourceValue value) {
      boolean read = value.insns.stream().anyMatch(FieldInsnNode.class::isInstance);
      return read || instruction.getOpcode() == Opcodes.DUP
          ? value
          : super.copyOperation(instruction, value);
    }

    @Override
    public @Nullable SourceValue unaryOperation(AbstractInsnNode instruction, SourceValue value) {
      return instruction.getOpcode() == Opcodes.CHECKCAST
          ? value
          : super.unaryOperation(instruction, value);
    }
  }

  private CallReceivers() {}

  /**
   * Of all its calls of methods of these classes, in the order of its code; none if that cannot be
   * read.
   */
  static List<On> of(byte[] file, String method, String descriptor, Set<String> owners) {
    ClassNode type = new ClassNode();
    new ClassReader(file).accept(type, ClassReader.SKIP_FRAMES | ClassReader.SKIP_DEBUG);
    List<On> receivers = new ArrayList<>();
    for (MethodNode each : type.methods) {
      if (each.name.equals(method) && each.desc.equals(descriptor)) {
        Frame<SourceValue>[] frames;
        try {
          frames = new Analyzer<>(new Sources()).analyze(type.name, each);
        } catch (AnalyzerException | RuntimeException unreadable) {
          return List.of(); // as code of a compiler that ends with jumps to nowhere
        }
        String in = type.name.replace('/', '.') + '.' + method;
        for (int i = 0; i < frames.length; i++) {
          if (each.instructions.get(i) instanceof MethodInsnNode call
              && owners.contains(call.owner)) {
            receivers.add(on(call, frames[i], in, own(each, frames)));
          }
        }
      }
    }
    return receivers;
  }

  /** Whether a field that is read there is that of the method's own object. */
  private static Predicate<AbstractInsnNode> own(MethodNode method, Frame<SourceValue>[] frames) {
    boolean fixed = (method.access & Opcodes.ACC_STATIC) != 0;
    return read -> {
      Frame<SourceValue> frame = fixed ? null : frames[method.instructions.indexOf(read)];
      AbstractInsnNode source =
          frame == null ? null : source(frame.getStack(frame.getStackSize() - 1));
      return read.getOpcode() == Opcodes.GETFIELD
          && source instanceof VarInsnNode variable
          && variable.var == 0;
    };
  }

  /** Null where there are several. */
  private static @Nullable AbstractInsnNode source(SourceValue value) {
    return value.insns.size() == 1 ? value.insns.iterator().next() : null;
  }

  private static On on(
      MethodInsnNode call,
      @Nullable Frame<SourceValue> frame,
      String in,
      Predicate<AbstractInsnNode> own) {
    int arguments = Type.getArgumentTypes(call.desc).length;
    int receiver = frame == null ? -1 : frame.getStackSize() - arguments - 1;
    if (frame == null || receiver < 0 || call.getOpcode() == Opcodes.INVOKESTATIC) {
      return On.UNCLEAR;
    }
    AbstractInsnNode source = source(frame.getStack(receiver));
    if (source instanceof VarInsnNode variable) {
      return new On(variable.var, null, false);
    }
    return source instanceof FieldInsnNode field
        ? new On(
            -1,
            new Touch(
                field.owner.replace('/', '.'),
                field.name,
                field.getOpcode() == Opcodes.GETSTATIC,
                "",
                in),
            own.test(field))
        : On.UNCLEAR;
  }
}
