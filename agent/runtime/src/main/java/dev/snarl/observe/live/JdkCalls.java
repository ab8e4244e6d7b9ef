package dev.snarl.observe.live;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.security.AccessController;
import java.security.PrivilegedActionException;
import java.security.PrivilegedExceptionAction;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RunnableScheduledFuture;
import java.util.concurrent.SnarlProbe;
import org.jspecify.annotations.Nullable;

/**
 * The JDK's own methods of threads and fork-join pools, whatever the application's subclasses make
 * of them: an override may be slow, take a lock or not be meant for other threads. Objects of JDK
 * classes are called as usual; for others a handle that does not look for overrides is linked once.
 * Mostly the observer's thread.
 */
public final class JdkCalls {

  /** Whether a look at a thread stops the whole JVM. */
  public static final boolean ONE_STOP = Runtime.version().feature() < 19;

  private static final StackTraceElement[] NO_FRAMES = {};

  private JdkCalls() {}

  public static long id(Thread thread) {
    return SnarlProbe.id(thread);
  }

  public static Thread.State state(Thread thread) {
    return jdks(thread) ? thread.getState() : (Thread.State) call(Handles.STATE, thread);
  }

  static StackTraceElement[] stack(Thread thread) {
    try {
      return jdks(thread)
          ? thread.getStackTrace()
          : (StackTraceElement[]) call(Handles.STACK, thread);
    } catch (InternalError notNow) { // https://bugs.openjdk.org/browse/JDK-8322818
      return NO_FRAMES;
    }
  }

  /**
   * Those of several threads, in the same order. Before JDK 19, to ask one thread stops all of
   * them; so there all are asked in one stop (https://bugs.openjdk.org/browse/JDK-8284161).
   */
  public static StackTraceElement[][] stacks(List<Thread> threads) {
    if (!ONE_STOP || threads.size() < 2) {
      StackTraceElement[][] each = new StackTraceElement[threads.size()][];
      for (int i = 0; i < each.length; i++) {
        each[i] = stack(threads.get(i));
      }
      return each;
    }
    StackTraceElement[][] stacks =
        (StackTraceElement[][]) call(Dump.THREADS, threads.toArray(new Thread[0]));
    for (int i = 0; i < stacks.length; i++) {
      stacks[i] = stacks[i] == null ? NO_FRAMES : stacks[i]; // it has ended
    }
    return stacks;
  }

  /**
   * Of a virtual thread without a carrier; null if it has one. The JDK keeps it from running on
   * while its stack is read, which touches no carrier.
   */
  public static StackTraceElement @Nullable [] parkedStack(Thread virtual) {
    return (StackTraceElement[]) call(Unmounted.STACK, virtual);
  }

  /** Where it was thrown. */
  public static StackTraceElement[] trace(Throwable thrown) {
    return jdks(thrown)
        ? thrown.getStackTrace()
        : (StackTraceElement[]) call(Handles.TRACE, thrown);
  }

  /** All that {@code ThreadMXBean} counts, in one call that takes no lock of a thread group. */
  public static Thread[] threads() {
    return (Thread[]) call(All.THREADS, Thread.class);
  }

  /** Whether a task of the JDK's runs again and again; of others that is not asked. */
  public static boolean periodic(Object task) {
    return jdks(task)
        && task instanceof RunnableScheduledFuture<?> scheduled
        && scheduled.isPeriodic();
  }

  public static int parallelism(ForkJoinPool pool) {
    return jdks(pool) ? pool.getParallelism() : (int) call(Handles.PARALLELISM, pool);
  }

  public static int size(ForkJoinPool pool) {
    return jdks(pool) ? pool.getPoolSize() : (int) call(Handles.SIZE, pool);
  }

  public static int active(ForkJoinPool pool) {
    return jdks(pool) ? pool.getActiveThreadCount() : (int) call(Handles.ACTIVE, pool);
  }

  public static long steals(ForkJoinPool pool) {
    return jdks(pool) ? pool.getStealCount() : (long) call(Handles.STEALS, pool);
  }

  public static long waiting(ForkJoinPool pool) {
    return jdks(pool)
        ? pool.getQueuedTaskCount() + pool.getQueuedSubmissionCount()
        : (long) call(Handles.QUEUED, pool) + (int) call(Handles.SUBMITTED, pool);
  }

  public static boolean shutdown(ForkJoinPool pool) {
    return jdks(pool) ? pool.isShutdown() : (boolean) call(Handles.SHUTDOWN, pool);
  }

  /** Whether it is one of the JVM's own, such as those of references and finalizers. */
  public static boolean jvms(Thread thread) {
    ThreadGroup group = thread.getThreadGroup(); // final; null once it has ended
    return group == null || group.getParent() == null;
  }

  /**
   * Whether its class is of java.base, as the scheduler of virtual threads. A security manager asks
   * for no rights of the application's thread here, as it would for a class loader.
   */
  public static boolean jdks(Object object) {
    return object.getClass().getModule() == Object.class.getModule();
  }

  private static Object call(MethodHandle handle, Object target) {
    try {
      return handle.invokeExact(target);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }

  /** Linked by the first who meets an object of a subclass; most programs have none. */
  private static final class Handles {
    private static final MethodHandle STATE = handle(Thread.class, "getState", Thread.State.class);
    private static final MethodHandle STACK =
        handle(Thread.class, "getStackTrace", StackTraceElement[].class);
    private static final MethodHandle TRACE =
        handle(Throwable.class, "getStackTrace", StackTraceElement[].class);
    private static final MethodHandle PARALLELISM =
        handle(ForkJoinPool.class, "getParallelism", int.class);
    private static final MethodHandle SIZE = handle(ForkJoinPool.class, "getPoolSize", int.class);
    private static final MethodHandle ACTIVE =
        handle(ForkJoinPool.class, "getActiveThreadCount", int.class);
    private static final MethodHandle STEALS =
        handle(ForkJoinPool.class, "getStealCount", long.class);
    private static final MethodHandle QUEUED =
        handle(ForkJoinPool.class, "getQueuedTaskCount", long.class);
    private static final MethodHandle SUBMITTED =
        handle(ForkJoinPool.class, "getQueuedSubmissionCount", int.class);
    private static final MethodHandle SHUTDOWN =
        handle(ForkJoinPool.class, "isShutdown", boolean.class);

    private static MethodHandle handle(Class<?> owner, String method, Class<?> result) {
      return linked(
          () ->
              MethodHandles.privateLookupIn(owner, MethodHandles.lookup())
                  .findSpecial(owner, method, MethodType.methodType(result), owner));
    }
  }

  /** What {@code Thread.getAllStackTraces} and the thread bean themselves call. */
  private static final class All {
    private static final MethodHandle THREADS =
        linked(
            () ->
                MethodHandles.dropArguments(
                    MethodHandles.privateLookupIn(Thread.class, MethodHandles.lookup())
                        .findStatic(
                            Thread.class, "getThreads", MethodType.methodType(Thread[].class)),
                    0,
                    Object.class));
  }

  /** What {@code Thread.getStackTrace} itself calls of a virtual thread without a carrier. */
  private static final class Unmounted {
    private static final MethodHandle STACK =
        linked(
            () -> {
              Class<?> type = Class.forName("java.lang.VirtualThread");
              return MethodHandles.privateLookupIn(type, MethodHandles.lookup())
                  .findVirtual(
                      type, "tryGetStackTrace", MethodType.methodType(StackTraceElement[].class));
            });
  }

  /** What {@code Thread.getStackTrace} itself calls before JDK 19. */
  private static final class Dump {
    private static final MethodHandle THREADS =
        linked(
            () ->
                MethodHandles.privateLookupIn(Thread.class, MethodHandles.lookup())
                    .findStatic(
                        Thread.class,
                        "dumpThreads",
                        MethodType.methodType(StackTraceElement[][].class, Thread[].class)));
  }

  /** With the agent's rights, whoever's thread links first. */
  @SuppressWarnings("removal") // As long as there are JVMs with a security manager.
  private static MethodHandle linked(PrivilegedExceptionAction<MethodHandle> link) {
    try {
      return AccessController.doPrivileged(link)
          .asType(MethodType.methodType(Object.class, Object.class));
    } catch (PrivilegedActionException e) {
      throw new ExceptionInInitializerError(e);
    }
  }
}
