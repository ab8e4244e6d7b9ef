package dev.snarl.observe.live;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.concurrent.SnarlProbe;
import org.jspecify.annotations.Nullable;

/**
 * Has the JVM say which monitors a thread owns: {@code ThreadSnapshot.create} of JDK 25, which its
 * own dump of threads calls. A virtual thread that is mounted or unmounted meanwhile may crash the
 * JVM (https://bugs.openjdk.org/browse/JDK-8364343). So one is asked about only while it has no
 * carrier, and is kept from having one until the JVM has answered, just as {@code
 * VirtualThread.tryGetStackTrace} keeps it while it reads the stack. Of the release that was tested
 * only. The observer's thread only.
 */
final class ThreadSnapshots {
  private static final int TESTED = 25;
  private static final int SUSPENDED = 1 << 8;
  private static boolean off = Runtime.version().feature() != TESTED;

  private ThreadSnapshots() {}

  /** Null where the JVM does not tell, and of a thread that has ended or goes on. */
  static @Nullable Object of(Thread thread) {
    if (off) {
      return null;
    }
    try {
      return SnarlProbe.virtual(thread) ? ofVirtual(thread) : Handles.CREATE.invoke(thread);
    } catch (LinkageError | ReflectiveOperationException missing) {
      off = true;
      return null;
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }

  /** The protocol of {@code tryGetStackTrace}, for the states that matter. */
  private static @Nullable Object ofVirtual(Thread thread) throws Throwable {
    int state =
        switch (VirtualLens.doing(thread)) {
          case VirtualLens.PARKED -> Handles.PARKED;
          case VirtualLens.PARKED_TIMED -> Handles.TIMED_PARKED;
          case VirtualLens.BLOCKED -> Handles.BLOCKED;
          default -> -1;
        };
    // A pinned one is parked too, in a state of its own.
    if (state < 0 || !(boolean) Handles.SWAP.invoke(thread, state, state | SUSPENDED)) {
      return null;
    }
    Object snapshot;
    try {
      snapshot = Handles.CREATE.invoke(thread);
    } finally {
      Handles.SET.invoke(thread, state);
      boolean blocked = state == Handles.BLOCKED;
      // Whoever woke it meanwhile left that to us.
      if (Places.flag(thread, blocked ? "blockPermit" : "parkPermit")
          && (boolean)
              Handles.SWAP.invoke(thread, state, blocked ? Handles.UNBLOCKED : Handles.UNPARKED)) {
        Handles.SUBMIT.invoke(thread);
      }
    }
    return snapshot;
  }

  /** Linked once a virtual thread stays at a monitor. */
  private static final class Handles {
    private static final MethodHandle CREATE;
    private static final MethodHandle SWAP;
    private static final MethodHandle SET;
    private static final MethodHandle SUBMIT;
    private static final int PARKED;
    private static final int TIMED_PARKED;
    private static final int UNPARKED;
    private static final int BLOCKED;
    private static final int UNBLOCKED;

    static {
      try {
        Class<?> snapshot = Class.forName("jdk.internal.vm.ThreadSnapshot");
        // The JVM makes objects of this one, whether or not it is initialized:
        // https://bugs.openjdk.org/browse/JDK-8378071
        Class.forName("jdk.internal.vm.ThreadSnapshot$ThreadLock");
        MethodHandles.Lookup all = MethodHandles.lookup();
        CREATE =
            MethodHandles.privateLookupIn(snapshot, all)
                .findStatic(snapshot, "create", MethodType.methodType(snapshot, Thread.class))
                .asType(MethodType.methodType(Object.class, Thread.class));
        Class<?> type = Class.forName("java.lang.VirtualThread");
        MethodHandles.Lookup lookup = MethodHandles.privateLookupIn(type, all);
        SWAP = method(lookup, "compareAndSetState", boolean.class, int.class, int.class);
        SET = method(lookup, "setState", void.class, int.class);
        SUBMIT = method(lookup, "submitRunContinuation", void.class);
        PARKED = (int) lookup.findStaticGetter(type, "PARKED", int.class).invoke();
        TIMED_PARKED = (int) lookup.findStaticGetter(type, "TIMED_PARKED", int.class).invoke();
        UNPARKED = (int) lookup.findStaticGetter(type, "UNPARKED", int.class).invoke();
        BLOCKED = (int) lookup.findStaticGetter(type, "BLOCKED", int.class).invoke();
        UNBLOCKED = (int) lookup.findStaticGetter(type, "UNBLOCKED", int.class).invoke();
        lookup.findGetter(type, "blockPermit", boolean.class);
        lookup.findGetter(type, "parkPermit", boolean.class);
      } catch (Throwable e) {
        throw new ExceptionInInitializerError(e);
      }
    }

    private static MethodHandle method(
        MethodHandles.Lookup lookup, String name, Class<?> result, Class<?>... parameters)
        throws ReflectiveOperationException {
      MethodHandle found =
          lookup.findVirtual(lookup.lookupClass(), name, MethodType.methodType(result, parameters));
      return found.asType(found.type().changeParameterType(0, Thread.class));
    }
  }
}
