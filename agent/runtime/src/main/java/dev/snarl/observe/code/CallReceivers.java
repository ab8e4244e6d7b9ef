package dev.snarl.observe.code;

import dev.snarl.observe.code.TaskCode.Touch;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.Frame;
import org.objectweb.asm.tree.analysis.SourceInterpreter;
import org.objectweb.asm.tree.analysis.SourceValue;

/**
 * Of a method, on which of its variables, or on which field, it calls each method, and which of its
 * parameters or fields it passes to one. Pure.
 */
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

  /**
   * What a method passes to another.
   *
   * @param parameter number of its own, from 1, where {@code this} counts as the first; 0 for none
   * @param field without a call, where it is one; with {@code own} as of {@link On}
   */
  record Passed(int parameter, @Nullable Touch field, boolean own) {
    static final Passed UNCLEAR = new Passed(0, null, false);
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
        Frame<SourceValue>[] frames = frames(type, each);
        for (int i = 0; frames != null && i < frames.length; i++) {
          if (each.instructions.get(i) instanceof MethodInsnNode call
              && owners.contains(call.owner)) {
            receivers.add(on(call, frames[i], in(type, each), own(each, frames)));
          }
        }
      }
    }
    return receivers;
  }

  /**
   * What the only call of such a method at the line passes as the parameter of that number.
   *
   * @param callee the name of the method that is called
   */
  static Passed passed(byte[] file, String method, int line, String callee, int number) {
    ClassNode type = new ClassNode();
    new ClassReader(file).accept(type, ClassReader.SKIP_FRAMES);
    List<Passed> passed = new ArrayList<>();
    for (MethodNode each : type.methods) {
      Frame<SourceValue>[] frames = each.name.equals(method) ? frames(type, each) : null;
      int at = 0;
      for (int i = 0; frames != null && i < frames.length; i++) {
        AbstractInsnNode instruction = each.instructions.get(i);
        at = instruction instanceof LineNumberNode begins ? begins.line : at;
        if (at == line && instruction instanceof MethodInsnNode call && call.name.equals(callee)) {
          passed.add(passed(type, each, frames, call, number));
        }
      }
    }
    return passed.size() == 1 ? passed.get(0) : Passed.UNCLEAR;
  }

  private static Passed passed(
      ClassNode type,
      MethodNode method,
      Frame<SourceValue>[] frames,
      MethodInsnNode call,
      int number) {
    Frame<SourceValue> frame = frames[method.instructions.indexOf(call)];
    int values = Type.getArgumentTypes(call.desc).length;
    values += call.getOpcode() == Opcodes.INVOKESTATIC ? 0 : 1;
    int place = frame == null ? -1 : frame.getStackSize() - values + number - 1;
    if (frame == null || place < 0 || number > values) {
      return Passed.UNCLEAR;
    }
    AbstractInsnNode source = source(frame.getStack(place));
    if (source instanceof FieldInsnNode field) {
      return new Passed(0, touch(field, in(type, method)), own(method, frames).test(field));
    }
    return source instanceof VarInsnNode variable
        ? new Passed(parameter(method, variable.var), null, false)
        : Passed.UNCLEAR;
  }

  /** The number of the parameter that a variable is; 0 if it is none, or is set anew. */
  private static int parameter(MethodNode method, int variable) {
    for (AbstractInsnNode each : method.instructions) {
      if (each.getOpcode() == Opcodes.ASTORE && ((VarInsnNode) each).var == variable) {
        return 0;
      }
    }
    boolean own = variable == 0 && (method.access & Opcodes.ACC_STATIC) == 0;
    return own ? 1 : parameters(method.access, method.desc).getOrDefault(variable, 0);
  }

  /** The numbers of a method's parameters, where {@code this} counts as 1, by their variables. */
  static Map<Integer, Integer> parameters(int access, String descriptor) {
    Map<Integer, Integer> parameters = new HashMap<>();
    int local = (access & Opcodes.ACC_STATIC) != 0 ? 0 : 1;
    int number = local;
    for (Type each : Type.getArgumentTypes(descriptor)) {
      parameters.put(local, ++number);
      local += each.getSize();
    }
    return parameters;
  }

  /** Null for code that cannot be read. */
  private static Frame<SourceValue> @Nullable [] frames(ClassNode type, MethodNode method) {
    try {
      return new Analyzer<>(new Sources()).analyze(type.name, method);
    } catch (AnalyzerException | RuntimeException unreadable) {
      return null; // as code of a compiler that ends with jumps to nowhere
    }
  }

  private static String in(ClassNode type, MethodNode method) {
    return type.name.replace('/', '.') + '.' + method.name;
  }

  private static Touch touch(FieldInsnNode field, String in) {
    String owner = field.owner.replace('/', '.');
    return new Touch(owner, field.name, field.getOpcode() == Opcodes.GETSTATIC, "", in);
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
        ? new On(-1, touch(field, in), own.test(field))
        : On.UNCLEAR;
  }
}
