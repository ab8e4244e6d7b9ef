package java.util.concurrent;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.HashSet;
import java.util.concurrent.locks.AbstractQueuedSynchronizer;
import java.util.concurrent.locks.ReentrantLock;
import jdk.internal.access.SharedSecrets;
import jdk.internal.misc.Unsafe;
import jdk.internal.reflect.ConstantPool;

/**
 * Reads the private state of futures, executors and queues for the observer: plain field reads, no
 * method of theirs, since those take locks that the application may hold for long ({@code
 * PriorityBlockingQueue.size()} waits for a slow {@code compareTo}). What it reads may be a moment
 * old or torn; callers bound every walk. Lives in the bootstrap loader, runs on the observer's
 * thread, and on application threads only where a thread ends or has waited.
 *
 * <p>A field that this JVM does not have reads as null, 0 or -1.
 */
@SuppressWarnings("FutureReturnValueIgnored") // it looks at futures, it does not wait for them
public final class SnarlLens {

  private static final Unsafe U = Unsafe.getUnsafe();

  /** The bit of a node's status while its thread waits on a condition. */
  private static final int CONDITION = 2;

  private SnarlLens() {}

  /**
   * Whether the application has begun to use this class. The agent must not be the first: the
   * fork-join pool reads its system properties once, and {@code main} may set them.
   */
  public static boolean initialised(Class<?> type) {
    return !U.shouldBeInitialized(type);
  }

  /**
   * The method that objects of the class of a lambda or method reference call, such as {@code
   * com.acme.Orders.lambda$load$0}; null for other classes. The JDK hides their frames from stacks,
   * and only the constants of the class tell. Loads and initializes nothing.
   */
  public static String methodOf(Class<?> lambda) {
    if (!lambda.isHidden() || !lambda.getName().contains("$$Lambda")) {
      return null;
    }
    ConstantPool constants = SharedSecrets.getJavaLangAccess().getConstantPool(lambda);
    for (int i = constants.getSize() - 1; i > 0; i--) {
      try {
        String[] method = constants.getMemberRefInfoAt(i);
        if (method[2].startsWith("(") && !method[1].equals("<init>")) {
          return method[0].replace('/', '.') + '.' + method[1];
        }
      } catch (IllegalArgumentException e) {
        // Another kind of constant.
      }
    }
    return null;
  }

  // ---- fields ----

  /** Where a field of this very type lies in its class; -1 if there is no such field. */
  public static long offset(Class<?> holder, String field, Class<?> type) {
    try {
      Field found = holder.getDeclaredField(field);
      boolean plain = !Modifier.isStatic(found.getModifiers());
      boolean fits = type.isPrimitive() ? found.getType() == type : !found.getType().isPrimitive();
      return plain && fits ? U.objectFieldOffset(found) : -1;
    } catch (NoSuchFieldException | LinkageError | SecurityException e) {
      return -1;
    }
  }

  /** Where such a field lies, of instances: a class file may have several of one name. */
  public static long offset(Field field) {
    return U.objectFieldOffset(field);
  }

  /** A static field that holds an object; null if there is none. */
  public static Object constant(Class<?> holder, String field) {
    try {
      Field found = holder.getDeclaredField(field);
      boolean reads =
          Modifier.isStatic(found.getModifiers())
              && !found.getType().isPrimitive()
              && initialised(holder);
      return reads
          ? U.getReferenceVolatile(U.staticFieldBase(found), U.staticFieldOffset(found))
          : null;
    } catch (NoSuchFieldException | LinkageError e) {
      return null;
    }
  }

  /** The holder must be an instance of the class of which the offset was asked. */
  public static Object object(Object holder, long offset) {
    return holder == null || offset < 0 ? null : U.getReferenceVolatile(holder, offset);
  }

  /** The same of an int field; 0 if there is none. */
  public static int integer(Object holder, long offset) {
    return holder == null || offset < 0 ? 0 : U.getIntVolatile(holder, offset);
  }

  /** The same of a long field; 0 if there is none. */
  public static long number(Object holder, long offset) {
    return holder == null || offset < 0 ? 0 : U.getLongVolatile(holder, offset);
  }

  /** The same of a boolean field; false if there is none. */
  public static boolean flag(Object holder, long offset) {
    return holder != null && offset >= 0 && U.getBooleanVolatile(holder, offset);
  }

  /**
   * Threads that wait on a condition of {@link AbstractQueuedSynchronizer}, as many as are wanted
   * at most: a walk over its list, without the lock that would make it exact.
   */
  public static int waiters(Object condition, int most) {
    long first =
        condition == null ? -1 : fieldOf(condition.getClass(), "firstWaiter", Object.class);
    Object node = object(condition, first);
    Class<?> kind = node == null ? null : node.getClass();
    long next = kind == null ? -1 : fieldOf(kind, "nextWaiter", Object.class);
    long status = kind == null ? -1 : fieldOf(kind, "status", int.class);
    int waiting = 0;
    for (int i = 0; node != null && node.getClass() == kind && i < most; i++) {
      waiting += (integer(node, status) & CONDITION) == 0 ? 0 : 1;
      node = object(node, next);
    }
    return waiting;
  }

  /**
   * Where the class or a superclass keeps this field, looked up each time; -1 if none has it, or it
   * has another kind of value: a number that is read as a reference crashes the JVM. So does asking
   * {@link Unsafe#objectFieldOffset(Class, String)} about the class of an array: a class that is
   * not known beforehand is asked by reflection.
   *
   * @param kind of a primitive field its type; any class for one that holds an object
   */
  public static long fieldOf(Class<?> type, String field, Class<?> kind) {
    for (Class<?> at = type; at != null && at != Object.class; at = at.getSuperclass()) {
      long offset = offset(at, field, kind);
      if (offset >= 0) {
        return offset;
      }
    }
    return -1;
  }

  /** A copy of a pool's set of workers, under its lock if that is free at once; null if not. */
  public static Object[] copyUnder(Object lock, Object set) {
    if (!(lock instanceof ReentrantLock free) || !(set instanceof HashSet<?> workers)) {
      return null;
    }
    if (!free.tryLock()) {
      return null;
    }
    try {
      return workers.toArray();
    } finally {
      free.unlock();
    }
  }

  static Class<?> type(String name) {
    try {
      return Class.forName(name, false, null);
    } catch (ClassNotFoundException e) {
      return null;
    }
  }

  /** Only for a class that is known to be no array: the JVM crashes on one. */
  static long offset(Class<?> type, String field) {
    if (type == null) {
      return -1;
    }
    try {
      return U.objectFieldOffset(type, field);
    } catch (InternalError e) {
      return -1; // this JVM has no such field
    }
  }
}
