package dev.snarl.observe.code;

import dev.snarl.observe.code.TaskCode.Touch;
import dev.snarl.observe.live.JdkCalls;
import dev.snarl.observe.live.Places;
import dev.snarl.observe.live.ReferencePlaces;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.SnarlFutureLens;
import java.util.concurrent.SnarlLens;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What a task holds on to: latches, permits, queues and futures that are fields of the
 * application's task itself, or of one that it decorates; unless its code cannot end the waits
 * there. Of what it could reach through other objects, or in static fields, only that counts on
 * which its code calls a method that ends such waits, unless the caller knows better. Reads fields
 * and class files, and calls nothing. The observer's thread only.
 */
public final class TaskContents {
  private static final int DEEPEST = 6;

  /** Of one task: where each refers to several, their number doubles from step to step. */
  private static final int MOST_OBJECTS = 64;

  private static final int MOST_NAMES = 5_000;

  private static final int DEPENDENTS = 100;

  /** Where the JDK's synchronizers, queues and tasks keep what threads are parked on. */
  private static final String[] PARTS = {
    "sync", "trip", "notEmpty", "notFull", "completionQueue", "transferer"
  };

  private static final long[] NOWHERE = {};
  private static final char AND = '\n';

  /** How far behind a field of the task such an object may be. */
  private static final int STEPS = 2;

  /** Is told of all that is found. */
  @FunctionalInterface
  public interface Found {
    /**
     * A task holds it.
     *
     * @param blocker what was wanted
     * @param kind of the task that holds it: the method that it calls, or its class, and after a
     *     line break the only method in which its code ends waits there, if known
     * @param whole what the task holds, of which the blocker may be a part
     * @param code of the task that holds it
     */
    void held(Object blocker, String kind, Object whole, TaskCode code);
  }

  /**
   * Of a task: the method that it calls, or its class.
   *
   * @param whole what such a task holds, of which something wanted is a part; null for neither
   */
  private record Kind(String name, Class<?> type, @Nullable Object whole) {
    Kind and(String method) {
      return name.isEmpty() ? this : new Kind(name + AND + method, type, whole);
    }

    Kind with(Object held) {
      return new Kind(name, type, held);
    }
  }

  private final ReferencePlaces places = new ReferencePlaces();
  private final InnerTasks inner = new InnerTasks(places);
  public final TaskCodes codes = new TaskCodes();

  /** Of kinds, by class: to read one from a lambda costs microseconds. */
  private final Map<Class<?>, String> names = new WeakHashMap<>();

  private int left;

  /** Finds what is wanted. */
  public void find(Object task, Predicate<Object> wanted, Found found) {
    left = MOST_OBJECTS;
    look(
        task,
        wanted,
        0,
        false,
        (held, kind) -> {
          TaskCode code = codes.of(kind.type);
          if (!kind.name.isEmpty() && code.mayEnd(held)) {
            Set<String> in = kind.name.indexOf(AND) < 0 ? code.enders(held) : Set.of();
            String name = in.size() == 1 ? kind.and(in.iterator().next()).name : kind.name;
            found.held(held, name, kind.whole == null ? held : kind.whole, code);
          }
        });
  }

  /**
   * Whether the task is it, or it, or an object of the application's in a field of it, holds it.
   */
  public boolean holds(Object task, Predicate<Object> wanted) {
    boolean[] found = {wanted.test(task)};
    left = MOST_OBJECTS;
    look(task, wanted, 0, true, (held, kind) -> found[0] = true);
    return found[0];
  }

  /** Whether the task's code is known to end waits of threads that are parked on this. */
  public boolean ends(Object task, Object blocker) {
    return !codes.of(InnerTasks.innermost(task).getClass()).enders(blocker).isEmpty();
  }

  /** The method that a task calls, or its class; empty where no stack would show it. */
  public String name(Object task) {
    return kind(InnerTasks.innermost(task)).name;
  }

  /** The only task that a lambda runs, with whatever else it does; null if that is not clear. */
  public @Nullable Object captured(Object task) {
    return inner.captured(task);
  }

  /** The task, of a kind. */
  public static String task(String kind) {
    int and = kind.indexOf(AND);
    return and < 0 ? kind : kind.substring(0, and);
  }

  /** Whether a thread on whose stack these classes and methods are runs such a task. */
  public static boolean runs(String kind, Collection<String> stack) {
    int and = kind.indexOf(AND);
    return stack.contains(task(kind)) || (and > 0 && stack.contains(kind.substring(and + 1)));
  }

  /**
   * @param further whether objects of the application's in the tasks' fields are looked at too
   */
  private void look(
      Object task,
      Predicate<Object> wanted,
      int depth,
      boolean further,
      BiConsumer<Object, Kind> found) {
    if (depth > DEEPEST || left-- <= 0) {
      return;
    }
    if (JdkCalls.jdks(task)) {
      // What the JDK's own task has, that ends the waits, whatever the application's does.
      parts(
          task,
          new Kind(kind(InnerTasks.innermost(task)).name, task.getClass(), null),
          wanted,
          0,
          found);
      Object inner = InnerTasks.inner(task);
      if (inner != null) {
        look(inner, wanted, depth + 1, further, found);
      }
      stages(task, wanted, depth + 1, further, found);
      stages(Places.object(task, "dep"), wanted, depth + 1, further, found);
      return;
    }
    boolean scala = Pipelines.isScalas(task);
    Kind kind = kind(scala ? Pipelines.scalasFunction(task, places) : task);
    if (scala) {
      match(Pipelines.lastStage(task), kind, wanted, 0, found);
    }
    List<Touch> touches = further ? List.of() : codes.of(kind.type).touches();
    for (Touch touch : touches) {
      if (touch.fixed()) {
        touched(constant(kind.type, touch), touch, kind, wanted, found);
      }
    }
    for (long place : places.of(task.getClass())) {
      Object held = SnarlLens.object(task, place);
      if (held == null) {
        continue;
      }
      match(held, kind, wanted, 0, found);
      if (InnerTasks.is(held)) {
        look(held, wanted, depth + 1, further, found);
      } else if (!JdkCalls.jdks(held)) {
        if (further) {
          look(held, wanted, DEEPEST, false, found);
        }
        match(Pipelines.lastStage(held), kind, wanted, 0, found);
        if (!touches.isEmpty()) {
          through(held, touches, STEPS, kind, wanted, found);
        }
      }
    }
  }

  /** What runs when the future is complete. */
  private void stages(
      @Nullable Object future,
      Predicate<Object> wanted,
      int depth,
      boolean further,
      BiConsumer<Object, Kind> found) {
    Object stage = future == null ? null : SnarlFutureLens.dependents(future);
    for (int i = 0; i < DEPENDENTS && stage != null; i++) {
      if (SnarlFutureLens.waiter(stage) == null) {
        look(stage, wanted, depth, further, found);
      }
      stage = SnarlFutureLens.next(stage);
    }
  }

  /** What the task's code reaches through an object of the application's. */
  private void through(
      Object object,
      List<Touch> touches,
      int steps,
      Kind kind,
      Predicate<Object> wanted,
      BiConsumer<Object, Kind> found) {
    for (Touch touch : touches) {
      if (!touch.fixed() && is(object, touch.owner())) {
        touched(Places.object(object, touch.field()), touch, kind, wanted, found);
      }
    }
    for (long place : steps > 1 ? places.of(object.getClass()) : NOWHERE) {
      Object next = SnarlLens.object(object, place);
      if (next != null && !JdkCalls.jdks(next) && left-- > 0) {
        through(next, touches, steps - 1, kind, wanted, found);
      }
    }
  }

  /** Whether it is of that class or of a subclass. */
  static boolean is(Object object, String name) {
    Class<?> at = object.getClass();
    while (at != null && !at.getName().equals(name)) {
      at = at.getSuperclass();
    }
    return at != null;
  }

  /** Only of the classes around the task: those of others may not be loaded. */
  public static @Nullable Object constant(Class<?> type, Touch touch) {
    Class<?> host = type.getNestHost();
    for (Class<?> each : new Class<?>[] {type, host}) {
      if (each.getName().equals(touch.owner())) {
        return SnarlLens.constant(each, touch.field());
      }
    }
    return null;
  }

  private static void touched(
      @Nullable Object held,
      Touch touch,
      Kind kind,
      Predicate<Object> wanted,
      BiConsumer<Object, Kind> found) {
    if (held != null) {
      match(
          held,
          kind,
          wanted,
          0,
          (blocker, same) -> {
            if (TaskCode.ends(blocker).contains(touch.call())) {
              found.accept(blocker, same.and(touch.in()));
            }
          });
    }
  }

  /** Empty for a class that the JDK hides, and is no lambda's: no stack would show it. */
  private Kind kind(Object task) {
    Class<?> type = task.getClass();
    String name = names.get(type);
    if (name == null) {
      String method = SnarlLens.methodOf(type);
      name = method != null ? method : type.isHidden() ? "" : type.getName();
      if (names.size() >= MOST_NAMES) {
        names.clear();
      }
      names.put(type, name);
    }
    return new Kind(name, type, null);
  }

  private static void match(
      Object held, Kind kind, Predicate<Object> wanted, int depth, BiConsumer<Object, Kind> found) {
    Object completion = SnarlFutureLens.dependents(held);
    for (int i = 0; i < DEPENDENTS && completion != null; i++) {
      if (wanted.test(completion)) {
        found.accept(completion, kind); // how a thread waits that the agent did not see begin
      }
      completion = SnarlFutureLens.next(completion);
    }
    if (wanted.test(held)) {
      found.accept(held, kind);
    } else if (depth < 2 && (JdkCalls.jdks(held) || held instanceof CountDownLatch)) {
      parts(held, depth == 0 ? kind.with(held) : kind, wanted, depth + 1, found);
    }
  }

  private static void parts(
      Object held, Kind kind, Predicate<Object> wanted, int depth, BiConsumer<Object, Kind> found) {
    for (String part : PARTS) {
      Object inside = Places.object(held, part);
      if (inside != null) {
        match(inside, kind, wanted, depth, found);
      }
    }
  }
}
