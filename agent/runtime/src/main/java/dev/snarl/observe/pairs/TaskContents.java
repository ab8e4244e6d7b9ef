package dev.snarl.observe.pairs;

import dev.snarl.observe.live.JdkCalls;
import dev.snarl.observe.live.Places;
import dev.snarl.observe.live.ReferencePlaces;
import java.util.AbstractSet;
import java.util.Collections;
import java.util.Iterator;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.SnarlFutureLens;
import java.util.concurrent.SnarlLens;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What a task holds on to: latches, permits, queues and futures that are fields of the
 * application's task itself, or of one that it decorates. What it could reach through other objects
 * is not looked at, since it may have nothing to do with that, unless the caller knows better.
 * Reads fields and calls nothing. The observer's thread only.
 */
final class TaskContents {
  private static final int DEEPEST = 6;

  /** Of one task: where each refers to several, their number doubles from step to step. */
  private static final int MOST_OBJECTS = 64;

  private static final int DEPENDENTS = 100;
  private static final int STAGES = 64;

  /** Where a stage of Reactor, RxJava or Mutiny keeps the next one; the last may be a latch. */
  private static final String[] NEXT_STAGE = {"actual", "downstream", "val$latch"};

  /** A future of Scala's that runs a function, and is the task that does. */
  private static final String SCALA = "scala.concurrent.impl.Promise$Transformation";

  /** Where the JDK's synchronizers, queues and tasks keep what threads are parked on. */
  private static final String[] PARTS = {
    "sync", "trip", "notEmpty", "notFull", "completionQueue", "transferer"
  };

  /** Where the JDK's tasks keep what they run. */
  private static final String[] INNER = {"callable", "task", "fn", "runnable"};

  private final ReferencePlaces places = new ReferencePlaces();

  private int left;

  /**
   * Finds what is wanted.
   *
   * @param found is told what, and the kind of the task that holds it: the method that it calls, or
   *     its class
   */
  void find(Object task, Set<Object> wanted, BiConsumer<Object, String> found) {
    left = MOST_OBJECTS;
    look(
        task,
        wanted,
        0,
        false,
        (held, kind) -> {
          if (!kind.isEmpty()) {
            found.accept(held, kind);
          }
        });
  }

  /**
   * Whether the task is it, or it, or an object of the application's in a field of it, holds it.
   */
  boolean holds(Object task, Predicate<Object> wanted) {
    Set<Object> one =
        new AbstractSet<>() {
          @Override
          public boolean contains(Object object) {
            return wanted.test(object);
          }

          @Override
          public Iterator<Object> iterator() {
            return Collections.emptyIterator();
          }

          @Override
          public int size() {
            return 0;
          }
        };
    boolean[] found = {wanted.test(task)};
    left = MOST_OBJECTS;
    look(task, one, 0, true, (held, kind) -> found[0] = true);
    return found[0];
  }

  /**
   * @param further whether objects of the application's in the tasks' fields are looked at too
   */
  private void look(
      Object task,
      Set<Object> wanted,
      int depth,
      boolean further,
      BiConsumer<Object, String> found) {
    if (depth > DEEPEST || left-- <= 0) {
      return;
    }
    if (JdkCalls.jdks(task)) {
      parts(task, kind(innermost(task)), wanted, 0, found);
      Object inner = inner(task);
      if (inner != null) {
        look(inner, wanted, depth + 1, further, found);
      }
      return;
    }
    boolean scala = task.getClass().getName().equals(SCALA);
    String kind = kind(scala ? scalasFunction(task) : task);
    if (scala) {
      match(lastStage(task), kind, wanted, 0, found);
    }
    for (long place : places.of(task.getClass())) {
      Object held = SnarlLens.object(task, place);
      if (held == null) {
        continue;
      }
      match(held, kind, wanted, 0, found);
      if (held instanceof Runnable || held instanceof Callable) {
        look(held, wanted, depth + 1, further, found);
      } else if (!JdkCalls.jdks(held)) {
        if (further) {
          look(held, wanted, DEEPEST, false, found);
        }
        match(lastStage(held), kind, wanted, 0, found);
      }
    }
  }

  /** The end of a reactive pipeline: in a blocking call, it is what the caller waits at. */
  private static Object lastStage(Object stage) {
    Object last = stage;
    for (int i = 0; i < STAGES; i++) {
      Object next = afterScalas(last);
      for (int j = 0; j < NEXT_STAGE.length && next == null; j++) {
        next = Places.object(last, NEXT_STAGE[j]);
      }
      if (next == null) {
        break;
      }
      last = next;
    }
    return last;
  }

  /**
   * What follows on a future of Scala's: the one function that is called with its value, as a
   * future of its own; the last may be the latch of one that waits. Where nothing follows, there is
   * a future without a function.
   */
  private static @Nullable Object afterScalas(Object future) {
    if (!future.getClass().getName().equals(SCALA)) {
      return null;
    }
    Object next = Places.object(future, "value");
    boolean follows =
        next != null
            && next.getClass().getName().equals(SCALA)
            && Places.object(next, "_fun") != null;
    return follows ? next : Places.object(future, "_fun");
  }

  /** That of the application, below those by which Scala's library calls it. */
  private Object scalasFunction(Object task) {
    Object function = Places.object(task, "_fun");
    for (int i = 0; i < DEEPEST && function != null; i++) {
      String method = SnarlLens.methodOf(function.getClass());
      long[] captured = places.of(function.getClass());
      if (method == null || !method.startsWith("scala.") || captured.length != 1) {
        return function;
      }
      function = SnarlLens.object(function, captured[0]);
    }
    return function == null ? task : function;
  }

  /** What the task runs in the end, of all that decorates it. */
  static Object innermost(Object task) {
    Object innermost = task;
    for (int i = 0; i < DEEPEST && JdkCalls.jdks(innermost); i++) {
      Object inner = inner(innermost);
      innermost = inner == null ? innermost : inner;
    }
    return innermost;
  }

  /** What a task of the JDK's runs. */
  private static @Nullable Object inner(Object task) {
    Object inner = null;
    for (int i = 0; i < INNER.length && inner == null; i++) {
      inner = Places.object(task, INNER[i]);
    }
    return inner;
  }

  /** Empty for a class that the JDK hides, and is no lambda's: no stack would show it. */
  private static String kind(Object task) {
    String method = SnarlLens.methodOf(task.getClass());
    return method != null ? method : task.getClass().isHidden() ? "" : task.getClass().getName();
  }

  private static void match(
      Object held, String kind, Set<Object> wanted, int depth, BiConsumer<Object, String> found) {
    Object completion = SnarlFutureLens.dependents(held);
    for (int i = 0; i < DEPENDENTS && completion != null; i++) {
      if (wanted.contains(completion)) {
        found.accept(completion, kind); // how a thread waits that the agent did not see begin
      }
      completion = SnarlFutureLens.next(completion);
    }
    if (wanted.contains(held)) {
      found.accept(held, kind);
    } else if (depth < 2 && (JdkCalls.jdks(held) || held instanceof CountDownLatch)) {
      parts(held, kind, wanted, depth + 1, found);
    }
  }

  private static void parts(
      Object held, String kind, Set<Object> wanted, int depth, BiConsumer<Object, String> found) {
    for (String part : PARTS) {
      Object inside = Places.object(held, part);
      if (inside != null) {
        match(inside, kind, wanted, depth, found);
      }
    }
  }
}
