package dev.snarl.lost;

import dev.snarl.heap.graph.HeapClass;
import dev.snarl.heap.graph.HeapDump;
import dev.snarl.heap.graph.Instance;
import dev.snarl.heap.graph.Threads.Frame;
import dev.snarl.heap.triage.Nearby;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Futures whose own fields, or the frame that runs them, say who completes them: Guava's, Netty's
 * promises, tasks of a fork-join pool.
 */
final class LibraryFutures {
  private static final String GUAVA = "com.google.common.util.concurrent.AbstractFuture";
  private static final String NETTY = "io.netty.util.concurrent.DefaultPromise";
  private static final String FORK_JOIN = "java.util.concurrent.ForkJoinTask";

  private static final String PACKAGE = "com.google.common.util.concurrent.";
  private static final List<String> TASKS =
      List.of(PACKAGE + "TrustedListenableFutureTask", PACKAGE + "CombinedFuture");
  private static final List<String> DERIVED =
      List.of(PACKAGE + "AbstractTransformFuture", PACKAGE + "AbstractCatchingFuture");
  private static final String COLLECTIONS = "com.google.common.collect.";
  private static final String AGGREGATE = PACKAGE + "AggregateFuture";

  /** By the class of a frame, the method in which a task runs, which is its own future. */
  private static final Map<String, String> RUNS =
      Map.of(
          FORK_JOIN,
          "doExec",
          "io.netty.util.concurrent.PromiseTask",
          "run",
          "io.netty.util.concurrent.ScheduledFutureTask",
          "run");

  /** In the promise that nobody may cancel any more, since its task runs. */
  private static final String UNCANCELLABLE = "UNCANCELLABLE";

  private LibraryFutures() {}

  static boolean is(HeapClass type) {
    return type.isA(GUAVA) || type.isA(NETTY) || forkJoin(type);
  }

  /** The stages of a completable future are such tasks too, though nobody waits for them. */
  static boolean forkJoin(HeapClass type) {
    return type.isA(FORK_JOIN)
        && !type.name().startsWith("java.util.concurrent.CompletableFuture$");
  }

  /** Whether it is not completed. */
  static boolean open(HeapDump dump, Instance future) {
    if (future.type().isA(FORK_JOIN)) {
      return future.number("status") >= 0;
    }
    if (future.type().isA(NETTY)) {
      int result = future.reference("result");
      return result == HeapDump.NONE || result == uncancellable(dump, future.type());
    }
    return pending(future);
  }

  private static int uncancellable(HeapDump dump, HeapClass of) {
    for (HeapClass type = of; type != null; type = type.superClass()) {
      if (type.name().equals(NETTY)) {
        return dump.staticReference(type, UNCANCELLABLE);
      }
    }
    return HeapDump.NONE;
  }

  /** Whether it is Guava's and has no value, nor another future that will be its value. */
  static boolean pending(Instance guava) {
    return guava.type().isA(GUAVA)
        && guava.reference(guava.has("valueField") ? "valueField" : "value") == HeapDump.NONE;
  }

  /**
   * Whether a thread waits for an object of that class, in the library's own code: a subclass may
   * wait at itself for something else.
   */
  static boolean awaited(HeapClass type, List<Frame> frames) {
    return forkJoin(type)
        || (type.isA(GUAVA) && waitsIn(GUAVA, frames))
        || (type.isA(NETTY) && waitsIn(NETTY, frames));
  }

  private static boolean waitsIn(String library, List<Frame> frames) {
    return frames.stream()
        .filter(frame -> !frame.type().startsWith("java.") && !frame.type().startsWith("jdk."))
        .filter(frame -> !frame.type().endsWith(".OverflowAvoidingLockSupport"))
        .findFirst()
        .filter(frame -> frame.type().startsWith(library))
        .isPresent();
  }

  /** Whether this frame runs that task. */
  static boolean runs(Frame frame, HeapClass held) {
    return frame.method().equals(RUNS.get(frame.type())) && held.isA(frame.type());
  }

  /** The thread that a task of Guava's names as the one that runs it. */
  static int runner(HeapDump dump, Instance future) {
    boolean names = TASKS.stream().anyMatch(future.type()::isA);
    Instance task = names ? future.follow("task") : null;
    int runner = task == null ? HeapDump.NONE : task.reference("value");
    return runner != HeapDump.NONE && dump.classOf(runner).isA("java.lang.Thread")
        ? runner
        : HeapDump.NONE;
  }

  /** The futures from which one of Guava's is made; empty if it is not, or not any more. */
  static List<Integer> sources(HeapDump dump, Instance future) {
    HeapClass type = future.type();
    if (DERIVED.stream().anyMatch(type::isA)) {
      int input = future.reference("inputFuture");
      return input == HeapDump.NONE ? List.of() : List.of(input);
    }
    int inputs = type.isA(AGGREGATE) ? future.reference("futures") : HeapDump.NONE;
    List<Integer> sources = new ArrayList<>();
    boolean[] unknown = {inputs == HeapDump.NONE};
    if (inputs != HeapDump.NONE) {
      Nearby.visit(
          dump,
          inputs,
          node -> {
            HeapClass met = dump.classOf(node);
            boolean inside = met.isArray() || met.name().startsWith(COLLECTIONS);
            if (is(met)) {
              sources.add(node);
            } else if (!inside && dump.asClass(node) == null) {
              unknown[0] = true; // another library's future
            }
            return inside;
          });
    }
    return unknown[0] ? List.of() : sources;
  }

  /** Whether one source can complete it: the first that fails completes {@code allAsList}. */
  static boolean oneIsEnough(Instance future) {
    return future.type().isA(AGGREGATE) && future.number("allMustSucceed") != 0;
  }
}
