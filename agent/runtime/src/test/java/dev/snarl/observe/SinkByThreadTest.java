package dev.snarl.observe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.snarl.observe.live.AgentThread;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.SnarlPool;
import java.util.concurrent.SnarlSink;
import java.util.concurrent.SnarlSlot;
import java.util.concurrent.SnarlWaits;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Whatever the probe can report reaches the sink that it is meant for, once and unchanged. */
class SinkByThreadTest {

  /** What a recording sink was called with: the method's name, then its arguments. */
  public static final List<List<Object>> CALLS = new ArrayList<>();

  private static final String SINK = Type.getInternalName(SnarlSink.class);
  private static final String TEST = Type.getInternalName(SinkByThreadTest.class);

  static Stream<Method> events() {
    return Stream.of(SnarlSink.class.getDeclaredMethods()).filter(event -> !event.isSynthetic());
  }

  @ParameterizedTest
  @MethodSource("events")
  void whatTheApplicationCausesReachesItsSink(Method event) throws Exception {
    SinkByThread sink = new SinkByThread(recording());
    sink.selfTest(new SnarlSink() {});
    reaches(sink, event, work -> new Thread(work));
  }

  @ParameterizedTest
  @MethodSource("events")
  void whatTheAgentCausesReachesOneSink(Method event) throws Exception {
    SinkByThread sink = new SinkByThread(recording());
    sink.selfTest(recording());
    reaches(sink, event, work -> new AgentThread(work, "snarl-test"));
  }

  private static void reaches(SnarlSink sink, Method event, Function<Runnable, Thread> threads)
      throws Exception {
    CALLS.clear();
    Object[] arguments = new Object[event.getParameterCount()];
    for (int i = 0; i < arguments.length; i++) {
      arguments[i] = value(event.getParameterTypes()[i], threads.apply(() -> {}), i);
    }
    FutureTask<Object> call = new FutureTask<>(() -> event.invoke(sink, arguments));
    Thread thread = threads.apply(call);
    thread.start();
    call.get();
    List<Object> expected = new ArrayList<>(List.of(event.getName()));
    expected.addAll(List.of(arguments));
    assertThat(CALLS).containsExactly(expected);
  }

  private static Object value(Class<?> type, Thread thread, int at) {
    if (type == Thread.class) {
      return thread;
    }
    if (type == SnarlSlot.class) {
      return SnarlWaits.earlierWait(thread, thread, false);
    }
    if (type == SnarlPool.class) {
      return new SnarlPool(thread);
    }
    if (type == boolean.class) {
      return true;
    }
    if (type == int.class) {
      return at;
    }
    return type == long.class ? (Object) (long) at : "argument " + at;
  }

  public static void called(String event, Object[] arguments) {
    List<Object> call = new ArrayList<>(List.of(event));
    call.addAll(List.of(arguments));
    CALLS.add(call);
  }

  /** A sink that overrides each method, also one that is added after this test was written. */
  private static SnarlSink recording() throws ReflectiveOperationException {
    ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
    String name = TEST + "Recording";
    writer.visit(Opcodes.V17, Opcodes.ACC_PUBLIC, name, null, SINK, null);
    MethodVisitor make = writer.visitMethod(Opcodes.ACC_PUBLIC, "<init>", "()V", null, null);
    make.visitCode();
    make.visitVarInsn(Opcodes.ALOAD, 0);
    make.visitMethodInsn(Opcodes.INVOKESPECIAL, SINK, "<init>", "()V", false);
    make.visitInsn(Opcodes.RETURN);
    make.visitMaxs(0, 0);
    make.visitEnd();
    events().forEach(event -> record(writer, event));
    writer.visitEnd();
    Class<?> type =
        MethodHandles.lookup().defineHiddenClass(writer.toByteArray(), true).lookupClass();
    return (SnarlSink) type.getConstructor().newInstance();
  }

  private static void record(ClassWriter writer, Method event) {
    MethodVisitor code =
        writer.visitMethod(
            Opcodes.ACC_PUBLIC, event.getName(), Type.getMethodDescriptor(event), null, null);
    code.visitCode();
    code.visitLdcInsn(event.getName());
    Type[] parameters = Type.getArgumentTypes(event);
    code.visitIntInsn(Opcodes.BIPUSH, parameters.length);
    code.visitTypeInsn(Opcodes.ANEWARRAY, "java/lang/Object");
    int local = 1;
    for (int i = 0; i < parameters.length; i++) {
      code.visitInsn(Opcodes.DUP);
      code.visitIntInsn(Opcodes.BIPUSH, i);
      code.visitVarInsn(parameters[i].getOpcode(Opcodes.ILOAD), local);
      box(code, parameters[i]);
      code.visitInsn(Opcodes.AASTORE);
      local += parameters[i].getSize();
    }
    code.visitMethodInsn(
        Opcodes.INVOKESTATIC, TEST, "called", "(Ljava/lang/String;[Ljava/lang/Object;)V", false);
    code.visitInsn(Opcodes.RETURN);
    code.visitMaxs(0, 0);
    code.visitEnd();
  }

  private static void box(MethodVisitor code, Type type) {
    String boxed =
        switch (type.getSort()) {
          case Type.LONG -> "java/lang/Long";
          case Type.INT -> "java/lang/Integer";
          case Type.BOOLEAN -> "java/lang/Boolean";
          default -> null;
        };
    if (boxed != null) {
      code.visitMethodInsn(
          Opcodes.INVOKESTATIC,
          boxed,
          "valueOf",
          "(" + type.getDescriptor() + ")L" + boxed + ";",
          false);
    }
  }
}
