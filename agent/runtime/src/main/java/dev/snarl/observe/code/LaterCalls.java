package dev.snarl.observe.code;

import dev.snarl.observe.code.ClassCode.Call;
import dev.snarl.observe.code.TaskCode.Touch;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * What a method may call after a line. And those calls by which it ends waits, and that it skips
 * where an exception leaves it at the line: those that its code reaches from there, or past a throw
 * for which it has branched off, unless a handler around the line makes one before it throws on.
 * And whether it comes back to the line. Pure.
 */
public final class LaterCalls extends ClassVisitor {

  /**
   * A call that was skipped.
   *
   * @param type class of what it is called on, with dots
   * @param on the field that this was read from, where that is clear
   * @param own whether it is a field of the object whose method makes the call
   * @param parameter number of the method's parameter that this is, from 1, where {@code this}
   *     counts as the first; 0 if it is none
   * @param given of a local variable that is set once, the lambdas that capture it, by their
   *     methods, and the classes that it is given to construct
   */
  public record Skipped(
      String type,
      String call,
      int line,
      @Nullable Touch on,
      boolean own,
      int parameter,
      Set<String> given) {

    Skipped to(Set<String> tasks) {
      return new Skipped(type, call, line, on, own, parameter, Set.copyOf(tasks));
    }

    /** Whether it is called on the same field or parameter, as far as that is clear. */
    boolean same(Skipped other) {
      return (on != null || parameter > 0)
          && parameter == other.parameter
          && Objects.equals(on, other.on)
          && type.equals(other.type);
    }
  }

  /**
   * How a method goes on after a line where it waits.
   *
   * @param again whether it may come back to the line
   * @param guards whether it does so only to ask whether it must wait again
   * @param turns whether it calls anything in between, but to unlock
   * @param more whether it calls anything after that, but to unlock
   * @param ends whether it may return, and is not meant to wait there for ever
   * @param counted whether it comes back for a number of times, or for each of some elements
   * @param never whether it waits there with a time-out that never comes
   */
  public record Onward(
      boolean again,
      boolean guards,
      boolean turns,
      boolean more,
      boolean ends,
      boolean counted,
      boolean never) {
    public static final Onward UNCLEAR = new Onward(true, false, false, false, false, false, false);
  }

  private static final String CONCURRENT = "java/util/concurrent/";

  public static final Set<String> RELEASES = Set.of("release");
  public static final Set<String> UNLOCKS = Set.of("unlock", "unlockRead", "unlockWrite");
  private static final Set<String> STAMPS =
      Set.of("readLock", "readLockInterruptibly", "writeLock", "writeLockInterruptibly");

  /** What threads give back that they took from it, by its class. */
  static final Map<String, Set<String>> BACK =
      Map.of(CONCURRENT + "Semaphore", RELEASES, CONCURRENT + "locks/StampedLock", UNLOCKS);

  static final Map<String, Set<String>> ENDERS =
      Map.of(
          CONCURRENT + "CountDownLatch", Set.of("countDown"),
          CONCURRENT + "CyclicBarrier", Set.of("await"),
          CONCURRENT + "Phaser", Set.of("arrive", "arriveAndDeregister", "arriveAndAwaitAdvance"),
          CONCURRENT + "CompletableFuture", Set.of("complete", "completeExceptionally"));

  private static final Set<String> OWNERS =
      Stream.of(ENDERS, BACK).flatMap(each -> each.keySet().stream()).collect(Collectors.toSet());

  private final byte[] file;
  private final String method;
  final int line;
  final @Nullable String callee;
  final List<Skipped> skipped = new ArrayList<>();
  final List<Call> later = new ArrayList<>();
  final List<Skipped> kept = new ArrayList<>();
  final List<Skipped> ends = new ArrayList<>();

  /** Whether it is anywhere on the line, and did not throw there. */
  boolean runs;

  /** Whether the method has the line. */
  boolean there;

  /** Null unless it is asked for. */
  @Nullable Onward onward;

  private LaterCalls(byte[] file, String method, int line, @Nullable String callee) {
    super(Opcodes.ASM9);
    this.file = file;
    this.method = method;
    this.line = line;
    this.callee = callee;
  }

  /** Whether threads that are parked at this may wait for such a call. */
  public static boolean may(@Nullable Object parkedAt) {
    String type = parkedAt == null ? "" : parkedAt.getClass().getName();
    return type.startsWith("java.util.concurrent.CountDownLatch$")
        || type.equals("java.util.concurrent.CompletableFuture")
        || type.equals("java.util.concurrent.Phaser")
        || type.endsWith("AbstractQueuedSynchronizer$ConditionObject");
  }

  /**
   * Those of all methods of that name.
   *
   * @param callee the method that was called at the line; null if it threw itself
   */
  public static List<Skipped> of(byte[] file, String method, int line, @Nullable String callee) {
    return read(new LaterCalls(file, method, line, callee)).skipped;
  }

  /**
   * The calls that methods of that name may make after the line, where they are now; null if none
   * has it.
   *
   * @param callee the method that it calls there; null if it runs itself
   */
  static @Nullable List<Call> later(byte[] file, String method, int line, @Nullable String callee) {
    LaterCalls read = read(underWay(file, method, line, callee));
    return read.there ? read.later : null;
  }

  /** Whether a call takes permits or a stamp. */
  static boolean takes(String call) {
    return call.startsWith("acquire") || STAMPS.contains(call);
  }

  /** The calls after the line that give back what the method took before it. */
  public static List<Skipped> kept(byte[] file, String method, int line, @Nullable String callee) {
    return read(underWay(file, method, line, callee)).kept;
  }

  /** The calls after the line that end waits, or give back permits or a stamp. */
  public static List<Skipped> ends(byte[] file, String method, int line, @Nullable String callee) {
    return read(underWay(file, method, line, callee)).ends;
  }

  /** How methods of that name go on after the line. */
  public static Onward onward(byte[] file, String method, int line, @Nullable String callee) {
    LaterCalls read = underWay(file, method, line, callee);
    read.onward = Onward.UNCLEAR;
    return Objects.requireNonNull(read(read).onward);
  }

  private static LaterCalls underWay(
      byte[] file, String method, int line, @Nullable String callee) {
    LaterCalls read = new LaterCalls(file, method, line, callee);
    read.runs = callee == null;
    return read;
  }

  private static LaterCalls read(LaterCalls ends) {
    try {
      new ClassReader(ends.file).accept(ends, ClassReader.SKIP_FRAMES);
    } catch (RuntimeException unreadable) {
      // Of a JVM that is newer than the reader: what was found is all.
    }
    return ends;
  }

  @Override
  public @Nullable MethodVisitor visitMethod(
      int access,
      String name,
      String descriptor,
      @Nullable String signature,
      String @Nullable [] exceptions) {
    return name.equals(method)
        ? new LaterSteps(
            access, descriptor, CallReceivers.of(file, method, descriptor, OWNERS), this)
        : null;
  }
}
