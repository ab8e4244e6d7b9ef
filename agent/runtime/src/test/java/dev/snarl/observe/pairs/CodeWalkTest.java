package dev.snarl.observe.pairs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.snarl.observe.pairs.TaskCode.Touch;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

class CodeWalkTest {
  private static final String HERE = CodeWalkTest.class.getName();

  private static byte @Nullable [] file(String name) {
    try (InputStream in =
        CodeWalkTest.class.getClassLoader().getResourceAsStream(name + ".class")) {
      return in == null ? null : in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static TaskCode of(String method) {
    CodeWalk walk = new CodeWalk(CodeWalkTest::file);
    walk.method(HERE, method);
    return walk.end();
  }

  private final BlockingQueue<String> queue = new ArrayBlockingQueue<>(1);
  private final Condition done = new ReentrantLock().newCondition();
  private final CountDownLatch latch = new CountDownLatch(1);

  void puts(String text) throws InterruptedException {
    queue.put("text " + text + latch.getCount());
  }

  @Test
  void aCallBelongsToTheFieldOnWhichItIsMade() {
    TaskCode code = of("puts");
    assertThat(code.complete()).isTrue();
    assertThat(code.touches())
        .containsExactly(new Touch(HERE, "queue", false, "put", HERE + ".puts"));
    assertThat(code.calls()).containsKeys("put", "getCount");
  }

  void further(Executor executor) {
    executor.execute(() -> signals(true));
  }

  void signals(boolean again) {
    if (again) {
      signals(false);
    }
    done.signalAll();
  }

  @Test
  void lambdasAndCallsOfOwnMethodsAreFollowed() {
    TaskCode code = of("further");
    assertThat(code.touches())
        .contains(new Touch(HERE, "done", false, "signalAll", HERE + ".signals"));
    assertThat(code.mayEnd(done)).isTrue();
    assertThat(code.enders(done)).contains(HERE + ".signals");
    assertThat(of("puts").mayEnd(done)).isTrue(); // a queue may be what the condition belongs to
  }

  static long reads(CountDownLatch latch) {
    return latch.getCount();
  }

  static Object asks(Callable<?> task) throws Exception {
    return task.call();
  }

  interface Port {
    void send();
  }

  static void sends(Port port) {
    port.send();
  }

  @Test
  void whatAnybodyMayHaveWrittenMayDoAnything() {
    assertThat(of("reads").complete()).isTrue();
    assertThat(of("asks").complete()).isFalse();
    assertThat(of("sends").complete()).isFalse();
    assertThat(of("noSuchMethod").complete()).isFalse();
    assertThat(of("asks").mayEnd(done)).isTrue();
  }

  static void awaits(Condition condition) throws InterruptedException {
    while (!Thread.interrupted()) {
      condition.await();
    }
  }

  static void meets(CyclicBarrier barrier) throws Exception {
    barrier.await();
  }

  @Test
  void whoAwaitsAConditionEndsNoWait() {
    assertThat(of("awaits").mayEnd(done)).isFalse();
    assertThat(of("meets").mayEnd(done)).isTrue();
  }

  /** A class whose only method calls one of an interface. */
  private static byte[] calling(String owner) {
    ClassWriter type = new ClassWriter(ClassWriter.COMPUTE_MAXS);
    type.visit(Opcodes.V17, Opcodes.ACC_PUBLIC, "Made", null, "java/lang/Object", null);
    MethodVisitor method =
        type.visitMethod(Opcodes.ACC_STATIC, "calls", "(L" + owner + ";)V", null, null);
    method.visitVarInsn(Opcodes.ALOAD, 0);
    method.visitMethodInsn(Opcodes.INVOKEINTERFACE, owner, "info", "()V", true);
    method.visitInsn(Opcodes.RETURN);
    method.visitMaxs(0, 0);
    method.visitEnd();
    type.visitEnd();
    return type.toByteArray();
  }

  private static boolean complete(String owner) {
    CodeWalk walk = new CodeWalk(name -> name.equals("Made") ? calling(owner) : null);
    walk.method("Made", "calls");
    return walk.end().complete();
  }

  @Test
  void aLoggerEndsNoWait() {
    assertThat(complete("org/slf4j/Logger")).isTrue();
    assertThat(complete("com/acme/Logger")).isFalse();
  }

  /** A worker's task of a class of its own. */
  private record Task(CountDownLatch latch) implements Runnable {
    @Override
    public void run() {
      latch.countDown();
    }
  }

  @Test
  void aTaskIsReadFromWhatExecutorsCall() {
    CodeWalk walk = new CodeWalk(CodeWalkTest::file);
    walk.task(Task.class.getName());
    assertThat(walk.end().touches())
        .contains(
            new Touch(
                Task.class.getName(), "latch", false, "countDown", Task.class.getName() + ".run"));
  }
}
