package dev.snarl.observe.pairs;

import dev.snarl.observe.live.JdkCalls;
import dev.snarl.observe.live.Places;
import dev.snarl.observe.live.ReferencePlaces;
import dev.snarl.observe.pairs.LaterCalls.Skipped;
import dev.snarl.observe.pairs.TaskCode.Touch;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.SnarlLens;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * On which object a call is made that a task is still to make: a field that its code reads for the
 * call, what a lambda captured and gives to its method, or the only object of that class that the
 * task has; and whether that is what a thread is parked at. Reads fields. The observer's thread
 * only.
 */
final class Receivers {
  private static final int MOST_OBJECTS = 64;
  private static final long[] NONE = {};

  /** How far behind a field of the task the object with the field may be. */
  private static final int STEPS = 2;

  private final ReferencePlaces places = new ReferencePlaces();

  /**
   * Null where that is not clear.
   *
   * @param work what the application gave to run
   * @param frame the method that is to make the call
   */
  @Nullable Object of(Object work, StackTraceElement frame, Skipped call) {
    Touch touch = call.on();
    Object on;
    if (touch != null) {
      on =
          touch.fixed()
              ? TaskContents.constant(work.getClass(), touch)
              : behind(work, touch, call.own());
    } else {
      Object lambda = call.parameter() > 0 ? of(work, Set.of(in(frame))) : null;
      on =
          lambda == null
              ? only(work, call.type())
              : Places.object(lambda, "arg$" + call.parameter());
    }
    return on != null && TaskContents.is(on, call.type()) ? on : null;
  }

  /** A method, as the kinds of tasks name it. */
  static String in(StackTraceElement frame) {
    return frame.getClassName() + '.' + frame.getMethodName();
  }

  /** Reads a field of the task, or of the only such object that is a few fields behind it. */
  @Nullable Object behind(Object work, Touch touch) {
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
  @Nullable Object of(Object work, Set<String> kinds) {
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
  boolean has(Object object, String type, Object at) {
    return fields(object).stream().anyMatch(each -> parkedAt(each, type) == at);
  }

  /** What threads are parked at that wait for it; for a future that itself. */
  static @Nullable Object parkedAt(@Nullable Object on, String type) {
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
