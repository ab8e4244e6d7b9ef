package dev.snarl.observe.code;

import dev.snarl.observe.live.Places;
import dev.snarl.observe.live.ReferencePlaces;
import java.util.concurrent.SnarlLens;
import org.jspecify.annotations.Nullable;

/**
 * Where a reactive pipeline or a chain of Scala's futures ends, which a blocked caller waits for.
 */
final class Pipelines {
  private static final int STAGES = 64;
  private static final int WRAPPERS = 6;

  /** Where a stage of Reactor, RxJava or Mutiny keeps the next one; the last may be a latch. */
  private static final String[] NEXT_STAGE = {"actual", "downstream", "val$latch"};

  /** A future of Scala's that runs a function, and is the task that does. */
  private static final String SCALA = "scala.concurrent.impl.Promise$Transformation";

  private Pipelines() {}

  static boolean isScalas(Object task) {
    return task.getClass().getName().equals(SCALA);
  }

  /** The end of a reactive pipeline: in a blocking call, it is what the caller waits at. */
  static Object lastStage(Object stage) {
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
    if (!isScalas(future)) {
      return null;
    }
    Object next = Places.object(future, "value");
    boolean follows = next != null && isScalas(next) && Places.object(next, "_fun") != null;
    return follows ? next : Places.object(future, "_fun");
  }

  /** That of the application, below those by which Scala's library calls it. */
  static Object scalasFunction(Object task, ReferencePlaces places) {
    Object function = Places.object(task, "_fun");
    for (int i = 0; i < WRAPPERS && function != null; i++) {
      String method = SnarlLens.methodOf(function.getClass());
      long[] captured = places.of(function.getClass());
      if (method == null || !method.startsWith("scala.") || captured.length != 1) {
        return function;
      }
      function = SnarlLens.object(function, captured[0]);
    }
    return function == null ? task : function;
  }
}
