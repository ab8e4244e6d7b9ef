package dev.snarl.observe;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.SnarlProbe;
import java.util.concurrent.SnarlTasks;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * A hook throws nothing into the application: in each static method that woven code may call,
 * whatever can throw stands inside a handler of every throwable. Reads the byte code, so that a
 * hook that is added later is checked too.
 */
class HooksCatchTest {

  /** What only the agent calls, and what it calls to read a slot. */
  private static final Set<String> OF_THE_AGENT = Set.of("attach", "detach", "release", "forget");

  private final Set<String> classes = new HashSet<>();

  /** Hooks return nothing: woven code never changes what is on the stack. */
  private final Set<String> hooks = new TreeSet<>();

  @BeforeEach
  void findHooks() throws Exception {
    for (Class<?> type : BootstrapClasses.loaded()) {
      classes.add(Type.getInternalName(type));
      Stream.of(type.getDeclaredMethods())
          .filter(method -> Modifier.isPublic(method.getModifiers()))
          .filter(method -> Modifier.isStatic(method.getModifiers()))
          .filter(method -> method.getReturnType() == void.class)
          .map(Method::getName)
          .filter(name -> !OF_THE_AGENT.contains(name))
          .forEach(hooks::add);
    }
  }

  @AfterEach
  void detach() {
    SnarlProbe.detach();
  }

  @Test
  void whateverCanThrowIsInsideATry() throws Exception {
    assertThat(hooks).contains("enterTaskWait", "threadEnding", "begins", "completing");
    List<String> outside = new ArrayList<>();
    for (String type : classes) {
      try (InputStream bytes = ClassLoader.getSystemResourceAsStream(type + ".class")) {
        new ClassReader(bytes).accept(new Hooks(outside), ClassReader.SKIP_FRAMES);
      }
    }
    assertThat(outside).isEmpty();
  }

  @Test
  void aFutureThatIsNoneIsCountedAndNothingIsThrown() {
    new Intake(List.of()).attach(64);
    long before = SnarlProbe.errors;
    SnarlTasks.completing("no future");
    assertThat(SnarlProbe.errors).isEqualTo(before + 1);
  }

  private final class Hooks extends ClassVisitor {
    private final List<String> outside;

    Hooks(List<String> outside) {
      super(Opcodes.ASM9);
      this.outside = outside;
    }

    @Override
    public @Nullable MethodVisitor visitMethod(
        int access,
        String name,
        String descriptor,
        @Nullable String generic,
        String @Nullable [] exceptions) {
      boolean hook = (access & Opcodes.ACC_PUBLIC) != 0 && hooks.contains(name);
      return hook ? new Body(name, outside) : null;
    }
  }

  /** Notes each instruction that can throw where no handler of every throwable is in force. */
  private final class Body extends MethodVisitor {
    private final String name;
    private final List<String> outside;
    private final List<Label[]> handled = new ArrayList<>();
    private final Set<Label> ended = new HashSet<>();
    private final Set<Label> begun = new HashSet<>();
    private int line;

    Body(String name, List<String> outside) {
      super(Opcodes.ASM9);
      this.name = name;
      this.outside = outside;
    }

    @Override
    public void visitTryCatchBlock(Label start, Label end, Label handler, @Nullable String type) {
      if ("java/lang/Throwable".equals(type)) {
        handled.add(new Label[] {start, end});
      }
    }

    @Override
    public void visitLabel(Label label) {
      begun.add(label);
      for (Label[] range : handled) {
        if (range[1] == label) {
          ended.add(range[0]);
        }
      }
    }

    @Override
    public void visitLineNumber(int number, Label start) {
      line = number;
    }

    private void mayThrow(String what) {
      boolean inside =
          handled.stream().anyMatch(range -> begun.contains(range[0]) && !ended.contains(range[0]));
      if (!inside) {
        outside.add(name + ", line " + line + ": " + what);
      }
    }

    @Override
    public void visitMethodInsn(
        int opcode, String owner, String called, String descriptor, boolean isInterface) {
      boolean safe = classes.contains(owner) && (hooks.contains(called) || called.equals("failed"));
      if (!safe) {
        mayThrow(called);
      }
    }

    @Override
    public void visitFieldInsn(int opcode, String owner, String field, String descriptor) {
      if (opcode == Opcodes.GETFIELD || opcode == Opcodes.PUTFIELD || !classes.contains(owner)) {
        mayThrow(field);
      }
    }

    @Override
    public void visitTypeInsn(int opcode, String type) {
      mayThrow(type); // the class may have to be found first
    }

    @Override
    public void visitInsn(int opcode) {
      boolean array =
          (opcode >= Opcodes.IALOAD && opcode <= Opcodes.SALOAD)
              || (opcode >= Opcodes.IASTORE && opcode <= Opcodes.SASTORE)
              || opcode == Opcodes.ARRAYLENGTH;
      boolean division =
          opcode == Opcodes.IDIV
              || opcode == Opcodes.LDIV
              || opcode == Opcodes.IREM
              || opcode == Opcodes.LREM;
      if (array || division || opcode == Opcodes.ATHROW || opcode == Opcodes.MONITORENTER) {
        mayThrow("instruction " + opcode);
      }
    }
  }
}
