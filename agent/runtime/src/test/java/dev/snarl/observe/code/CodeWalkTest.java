package dev.snarl.observe.code;

import static org.assertj.core.api.Assertions.assertThat;

import dev.snarl.observe.code.TaskCode.Touch;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
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
    CodeWalk walk = new CodeWalk(CodeWalkTest::file, Subclasses.NONE);
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

  private static final class Lazy {
    static final long LEFT;

    static {
      CountDownLatch latch = new CountDownLatch(1);
      latch.countDown();
      LEFT = latch.getCount();
    }
  }

  long first() {
    return Lazy.LEFT;
  }

  @Test
  void theStaticInitialiserOfAClassThatIsNotLoadedRunsAtItsFirstUse() {
    Subclasses none = new Subclasses(() -> new Class<?>[0]);
    none.look();
    CodeWalk walk = new CodeWalk(CodeWalkTest::file, none);
    walk.method(HERE, "first");
    assertThat(walk.end().calls()).containsKey("countDown");
    assertThat(of("first").calls()).isEmpty();
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
    CodeWalk walk =
        new CodeWalk(name -> name.equals("Made") ? calling(owner) : null, Subclasses.NONE);
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
    CodeWalk walk = new CodeWalk(CodeWalkTest::file, Subclasses.NONE);
    walk.task(Task.class.getName());
    assertThat(walk.end().touches())
        .contains(
            new Touch(
                Task.class.getName(), "latch", false, "countDown", Task.class.getName() + ".run"));
  }

  static void startsWhatItMakes(Executor executor) {
    String name = "name";
    executor.execute(() -> reads(new CountDownLatch(1)));
    new Thread(() -> reads(new CountDownLatch(1)), "t-" + name).start();
  }

  static void startsAThread(Thread thread) {
    thread.start();
  }

  static void startsItsOwn(Worker worker) {
    worker.start();
  }

  static void runsATask(Executor executor, Runnable task) {
    executor.execute(() -> reads(new CountDownLatch(1)));
    executor.execute(task);
  }

  static void startsAWrapped(Runnable task) {
    new Thread(task).start();
  }

  static void loops(List<String> texts, Consumer<String> each) {
    texts.forEach(each);
  }

  static final class Worker extends Thread {}

  @Test
  void whatWasMadeBeforeMayBeGivenAway() {
    assertThat(of("startsWhatItMakes").calls()).doesNotContainKey(TaskCode.HANDS_OVER);
    for (String method :
        List.of("startsAThread", "startsItsOwn", "runsATask", "startsAWrapped", "loops")) {
      assertThat(of(method).calls()).as(method).containsKey(TaskCode.HANDS_OVER);
    }
  }

  static class Base {
    void step(CountDownLatch latch) {}
  }

  static final class Sub extends Base {
    @Override
    void step(CountDownLatch latch) {
      latch.countDown();
    }
  }

  static void steps(Base base, CountDownLatch latch) {
    base.step(latch);
  }

  /** Classes of a loader of their own, as the application's are not the agent's. */
  private static Class<?>[] loaded(Class<?>... types) throws ClassNotFoundException {
    ClassLoader loader =
        new ClassLoader(null) {
          @Override
          protected Class<?> findClass(String name) throws ClassNotFoundException {
            byte[] file = file(name.replace('.', '/'));
            if (file == null) {
              throw new ClassNotFoundException(name);
            }
            return defineClass(name, file, 0, file.length);
          }
        };
    Class<?>[] loaded = new Class<?>[types.length];
    for (int i = 0; i < types.length; i++) {
      loaded[i] = loader.loadClass(types[i].getName());
    }
    return loaded;
  }

  private static TaskCode walked(Subclasses subclasses) {
    CodeWalk walk = new CodeWalk(CodeWalkTest::file, subclasses);
    walk.method(HERE, "steps");
    return walk.end();
  }

  @Test
  void aMethodIsAlsoThatOfTheSubclassesThatAreLoaded() throws Exception {
    Class<?>[] loaded = loaded(Base.class, Sub.class);
    Subclasses subclasses = new Subclasses(() -> loaded);
    assertThat(walked(subclasses).calls()).doesNotContainKey("countDown");
    int before = subclasses.version();
    subclasses.look();
    assertThat(subclasses.version()).isNotEqualTo(before);
    assertThat(walked(subclasses).calls()).containsKey("countDown");
  }

  static void interruptsItself() {
    Thread.currentThread().interrupt();
  }

  static void interruptsAnother(Thread thread) {
    thread.interrupt();
  }

  @Test
  void whoInterruptsItselfEndsNoOtherWait() {
    assertThat(of("interruptsItself").calls()).doesNotContainKey("interrupt");
    assertThat(of("interruptsAnother").calls()).containsKey("interrupt");
  }
}
