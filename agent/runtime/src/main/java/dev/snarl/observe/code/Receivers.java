package dev.snarl.observe.code;

import dev.snarl.observe.code.CallReceivers.Passed;
import dev.snarl.observe.code.LaterCalls.Skipped;
import dev.snarl.observe.code.TaskCode.Touch;
import dev.snarl.observe.live.ClassFiles;
import dev.snarl.observe.live.JdkCalls;
import dev.snarl.observe.live.Places;
import dev.snarl.observe.live.ReferencePlaces;
import dev.snarl.observe.sites.Sites;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.SnarlLens;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * On which object a call is made that a task is still to make: a field that its code reads for the
 * call, what a lambda captured and gives to its method, also if that passes it on, or the only
 * object of that class that the task has; and whether that is what a thread is parked at. Reads
 * fields. The observer's thread only.
 */
public final class Receivers {
  private static final int MOST_OBJECTS = 64;
  private static final long[] NONE = {};

  /** How far behind a field of the task the object with the field may be. */
  private static final int STEPS = 2;

  private final ReferencePlaces places = new ReferencePlaces();
  private final Paced<Passed> passed = new Paced<>();
  private boolean unread;

  /**
   * What a call is made on.
   *
   * @param exact whether it is known to be this, and not another of its class
   */
  public record Receiver(Object object, boolean exact) {}

  /**
   * Null where that is not clear.
   *
   * @param work what the application gave to run
   * @param stack of the thread
   * @param index of the method that is to make the call
   */
  public @Nullable Receiver of(
      Object work, List<StackTraceElement> stack, int index, Skipped call) {
    unread = false;
    Touch touch = call.on();
    Receiver on = touch == null ? null : field(work, touch, call.own());
    if (touch == null && call.parameter() > 0) {
      on = parameter(work, stack, index, call.parameter());
    }
    Object only = touch == null && on == null ? only(work, call.type()) : null;
    on = only == null ? on : new Receiver(only, false);
    return on != null && TaskContents.is(on.object, call.type()) ? on : null;
  }

  /** Whether the last receiver is unclear only as a class file has to be read first. */
  public boolean unread() {
    return unread;
  }

  private @Nullable Receiver field(Object work, Touch touch, boolean own) {
    Object on =
        touch.fixed() ? TaskContents.constant(work.getClass(), touch) : behind(work, touch, own);
    return on == null ? null : new Receiver(on, touch.fixed() || own);
  }

  /** What a method got, from the lambda whose code it is, or from those that called it. */
  private @Nullable Receiver parameter(
      Object work, List<StackTraceElement> stack, int index, int parameter) {
    int number = parameter;
    for (int i = index; i < stack.size() && number > 0; i++) {
      Object lambda = of(work, Set.of(in(stack.get(i))));
      if (lambda != null) {
        Object captured = Places.object(lambda, "arg$" + number);
        return captured == null ? null : new Receiver(captured, true);
      }
      Passed passed = i + 1 < stack.size() ? passed(work.getClass(), stack, i + 1, number) : null;
      if (passed == null) {
        return null;
      }
      Touch field = passed.field();
      if (field != null) {
        return field(work, field, passed.own());
      }
      number = passed.parameter();
    }
    return null;
  }

  /** Null where it is not read yet, or the JDK is the caller. */
  private @Nullable Passed passed(
      Class<?> near, List<StackTraceElement> stack, int caller, int number) {
    StackTraceElement frame = stack.get(caller);
    if (Sites.jdk(frame.getClassName())) {
      return null;
    }
    String callee = stack.get(caller - 1).getMethodName();
    Passed read =
        passed.get(
            near,
            frame + " " + callee + " " + number,
            () -> {
              byte[] file = ClassFiles.read(near, frame.getClassName().replace('.', '/'));
              return file == null
                  ? Passed.UNCLEAR
                  : CallReceivers.passed(
                      file, frame.getMethodName(), frame.getLineNumber(), callee, number);
            });
    unread |= read == null;
    return read;
  }

  /** A method, as the kinds of tasks name it. */
  public static String in(StackTraceElement frame) {
    return frame.getClassName() + '.' + frame.getMethodName();
  }

  /** Reads a field of the task, or of the only such object that is a few fields behind it. */
  public @Nullable Object behind(Object work, Touch touch) {
    return behind(work, touch, false);
  }

  private @Nullable Object behind(Object work, Touch touch, boolean nearest) {
    Object owner = one(work, object -> TaskContents.is(object, touch.owner()), nearest);
    return owner == null ? null : Places.object(owner, touch.field());
  }

  /**
   * The task, or what it has, that is of one of these kinds: a lambda that calls the method, or an
   * object of the class; null if there is none, or several.
   */
  public @Nullable Object of(Object work, Set<String> kinds) {
    return one(
        work,
        object -> {
          String method = SnarlLens.methodOf(object.getClass());
          return kinds.contains(method == null ? object.getClass().getName() : method);
        },
        false);
  }

  /**
   * Null where there are several.
   *
   * @param nearest whether others further away do not count
   */
  @SuppressWarnings("ReferenceEquality") // its equals may be the application's
  private @Nullable Object one(Object work, Predicate<Object> wanted, boolean nearest) {
    Object one = null;
    List<Object> open = List.of(work);
    for (int i = 0; i <= STEPS && !(nearest && one != null); i++) {
      for (Object object : open) {
        if (object != one && wanted.test(object)) {
          if (one != null) {
            return null;
          }
          one = object;
        }
      }
      open = open.stream().flatMap(object -> fields(object).stream()).limit(MOST_OBJECTS).toList();
    }
    return one;
  }

  /** Whether it has what threads are parked at that wait for such an object. */
  @SuppressWarnings("ReferenceEquality") // it is an identity
  public boolean has(Object object, String type, Object at) {
    return fields(object).stream().anyMatch(each -> parkedAt(each, type) == at);
  }

  /** What threads are parked at that wait for it; for a future that itself. */
  public static @Nullable Object parkedAt(@Nullable Object on, String type) {
    return switch (type) {
      case "java.util.concurrent.CountDownLatch", "java.util.concurrent.Semaphore" ->
          Places.object(on, "sync");
      case "java.util.concurrent.CyclicBarrier" -> Places.object(on, "trip");
      default -> on;
    };
  }

  private List<Object> fields(Object object) {
    List<Object> held = new ArrayList<>();
    for (long place : JdkCalls.jdks(object) ? NONE : places.of(object.getClass())) {
      Object each = SnarlLens.object(object, place);
      if (each != null) {
        held.add(each);
      }
    }
    return held;
  }

  /** The only object of that class that the task has; null if there are several. */
  @SuppressWarnings("ReferenceEquality") // its equals may be the application's
  @Nullable Object only(Object work, String type) {
    Object only = null;
    for (Object each : fields(work)) {
      if (TaskContents.is(each, type)) {
        if (only != null && only != each) {
          return null;
        }
        only = each;
      }
    }
    return only;
  }
}
