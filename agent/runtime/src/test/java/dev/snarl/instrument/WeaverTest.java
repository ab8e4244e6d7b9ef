package dev.snarl.instrument;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.instrument.Instrumentation;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

class WeaverTest {
  private static final String WOVEN = "a/pool/Woven";
  private static final String GIVEN = "a/pool/Given";
  private static final String ASKED = "a/pool/Asked";

  private static final Library LIBRARY =
      new Library(
          "pool", "Pool", "pool", "1", "2", List.of(Point.of("resource " + WOVEN + " <init> (")));

  /** When the JVM links the first class, it verifies that what a method gives is what it says. */
  private static final class Linking extends ClassLoader {
    final List<String> loaded = new ArrayList<>();

    @Override
    protected Class<?> findClass(String name) {
      loaded.add(name.replace('.', '/'));
      ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
      String self = name.replace('.', '/');
      String parent = self.equals(GIVEN) ? ASKED : "java/lang/Object";
      writer.visit(Opcodes.V17, Opcodes.ACC_PUBLIC, self, null, parent, null);
      if (self.equals(WOVEN)) {
        String descriptor = "(L" + GIVEN + ";)L" + ASKED + ";";
        MethodVisitor method = writer.visitMethod(0, "ask", descriptor, null, null);
        method.visitCode();
        method.visitVarInsn(Opcodes.ALOAD, 1);
        method.visitInsn(Opcodes.ARETURN);
        method.visitMaxs(0, 0);
        method.visitEnd();
      }
      writer.visitEnd();
      byte[] bytes = writer.toByteArray();
      return defineClass(name, bytes, 0, bytes.length);
    }
  }

  private final Linking loader = new Linking();
  private final List<String> loadedBefore = new ArrayList<>();

  @Test
  void aClassIsLinkedBeforeItIsRetransformed() throws Exception {
    Class<?> woven = loader.loadClass(WOVEN.replace('/', '.'));
    assertThat(loader.loaded).as("it is loaded and not linked").containsExactly(WOVEN);
    new Weaver(instrumentation(woven), List.of(LIBRARY), Set.of()).install();
    assertThat(loadedBefore).contains(WOVEN, GIVEN, ASKED);
  }

  private Instrumentation instrumentation(Class<?> loaded) {
    return (Instrumentation)
        Proxy.newProxyInstance(
            WeaverTest.class.getClassLoader(),
            new Class<?>[] {Instrumentation.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("getAllLoadedClasses")) {
                return new Class<?>[] {loaded};
              }
              if (method.getName().equals("retransformClasses")) {
                loadedBefore.addAll(loader.loaded);
              }
              return null;
            });
  }
}
