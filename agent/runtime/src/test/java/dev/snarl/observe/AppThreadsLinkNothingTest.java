package dev.snarl.observe;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * What runs on the application's threads holds no {@code invokedynamic}: the first use of one spins
 * classes for tens of milliseconds, for which the application's first requests would wait. Lambdas
 * are made with one, and so are the methods that the compiler writes for a record. Follows the
 * calls from each event through the agent's own classes, to every method that a call may mean.
 */
class AppThreadsLinkNothingTest {

  /** By which the JDK calls an object that it was handed. */
  private static final Set<String> CALLED_BY_THE_JDK =
      Set.of("hashCode", "equals", "apply", "accept", "test", "run", "compare", "get");

  /** What the JDK and libraries have: their calls are not followed. */
  private static final Type NOT_OURS = new Type("", List.of(), Map.of());

  private final Map<String, Type> types = new HashMap<>();
  private final Map<Method, String> reached = new LinkedHashMap<>();
  private final Deque<Method> open = new ArrayDeque<>();

  private record Call(String owner, String signature) {}

  private static final class Method {
    final String name;
    final boolean isPublic;
    final List<Call> calls = new ArrayList<>();
    boolean links;

    Method(String name, boolean isPublic) {
      this.name = name;
      this.isPublic = isPublic;
    }
  }

  private record Type(String name, List<String> supers, Map<String, Method> methods) {}

  @BeforeEach
  void readClasses() throws Exception {
    Path root = Path.of(Recorder.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    try (Stream<Path> files = Files.walk(root.resolve("dev/snarl"))) {
      for (Path file : files.filter(each -> each.toString().endsWith(".class")).toList()) {
        read(Files.newInputStream(file));
      }
    }
    for (Path file : BootstrapClasses.files()) {
      read(Files.newInputStream(file));
    }
  }

  @Test
  void noEventDoes() {
    for (Class<?> sink : List.of(SinkByThread.class, Recorder.class)) {
      for (Method method : type(sink.getName().replace('.', '/')).methods.values()) {
        if (method.isPublic && !method.name.contains("<")) {
          reach(method, "");
        }
      }
    }
    Set<String> links = new TreeSet<>();
    while (!open.isEmpty()) {
      Method method = open.pop();
      String path = method.name + reached.get(method);
      if (method.links) {
        links.add(path);
      }
      method.calls.forEach(call -> follow(call, " <- " + path));
    }
    assertThat(reached).hasSizeGreaterThan(100);
    assertThat(links).isEmpty();
  }

  private void follow(Call call, String from) {
    for (Type type : types.values()) {
      boolean below = within(type, call.owner);
      Method method = type.methods.get(call.signature);
      if (method != null && (below || within(type(call.owner), type.name))) {
        reach(method, from);
      }
      if (below && type.name.equals(call.owner) && call.signature.startsWith("<init>")) {
        type.methods.forEach(
            (signature, each) -> {
              if (CALLED_BY_THE_JDK.contains(signature.substring(0, signature.indexOf('(')))) {
                reach(each, from);
              }
            });
      }
    }
  }

  private boolean within(Type type, String name) {
    return type.name.equals(name)
        || type.supers.stream().anyMatch(each -> within(type(each), name));
  }

  private Type type(String name) {
    return types.getOrDefault(name, NOT_OURS);
  }

  private void reach(Method method, String from) {
    if (reached.putIfAbsent(method, from) == null) {
      open.push(method);
    }
  }

  private void read(InputStream bytes) throws IOException {
    try (bytes) {
      new ClassReader(bytes).accept(new Reader(), ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
    }
  }

  private final class Reader extends ClassVisitor {
    private Type type = NOT_OURS;

    Reader() {
      super(Opcodes.ASM9);
    }

    @Override
    public void visit(
        int version,
        int access,
        String name,
        @Nullable String generic,
        @Nullable String base,
        String[] interfaces) {
      List<String> supers = new ArrayList<>(List.of(interfaces));
      if (base != null) {
        supers.add(base);
      }
      type = new Type(name, supers, new HashMap<>());
      types.put(name, type);
    }

    @Override
    public MethodVisitor visitMethod(
        int access,
        String name,
        String descriptor,
        @Nullable String generic,
        String @Nullable [] exceptions) {
      String simple = type.name.substring(type.name.lastIndexOf('/') + 1);
      Method method = new Method(simple + '.' + name, (access & Opcodes.ACC_PUBLIC) != 0);
      type.methods.put(name + descriptor, method);
      return new MethodVisitor(Opcodes.ASM9) {
        @Override
        public void visitMethodInsn(
            int opcode, String owner, String called, String calledWith, boolean isInterface) {
          method.calls.add(new Call(owner, called + calledWith));
        }

        @Override
        public void visitInvokeDynamicInsn(
            String called, String calledWith, Handle bootstrap, Object... arguments) {
          method.links = true;
        }
      };
    }
  }
}
