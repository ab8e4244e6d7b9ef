package dev.snarl.heap.triage;

import dev.snarl.heap.graph.HeapClass;
import dev.snarl.heap.graph.HeapDump;
import dev.snarl.heap.graph.Instance;
import dev.snarl.heap.graph.Threads;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The identity of a task: what is inside the JDK's wrappers, and what submitted it. */
final class Tasks {
  private static final Set<String> WRAPPERS =
      Set.of(
          "java.util.concurrent.FutureTask",
          "java.util.concurrent.Executors$RunnableAdapter",
          "java.util.concurrent.CompletableFuture$Completion",
          "java.util.concurrent.CompletableFuture$AsyncRun",
          "java.util.concurrent.CompletableFuture$AsyncSupply",
          "java.util.concurrent.ForkJoinTask$AdaptedRunnable",
          "java.util.concurrent.ForkJoinTask$AdaptedRunnableAction",
          "java.util.concurrent.ForkJoinTask$RunnableExecuteAction",
          "java.util.concurrent.ForkJoinTask$AdaptedCallable",
          "java.util.concurrent.ForkJoinTask$AdaptedInterruptibleCallable",
          "kotlinx.coroutines.DispatchedContinuation",
          "kotlinx.coroutines.internal.DispatchedContinuation",
          "kotlinx.coroutines.CancellableContinuationImpl",
          "kotlinx.coroutines.scheduling.TaskImpl");
  private static final List<String> NOT_THE_TASK =
      List.of(
          "java.util.concurrent.CompletableFuture",
          "java.util.concurrent.AbstractExecutorService",
          "java.util.concurrent.CompletableFuture$ThreadPerTaskExecutor",
          "java.util.concurrent.FutureTask$WaitNode",
          "java.util.concurrent.ScheduledThreadPoolExecutor",
          "kotlin.coroutines.AbstractCoroutineContextElement",
          "kotlin.coroutines.CombinedContext",
          "kotlinx.coroutines.JobSupport",
          "kotlinx.coroutines.scheduling.TaskContextImpl",
          "kotlinx.coroutines.internal.Symbol",
          "kotlin.Unit",
          "java.lang.Thread",
          "java.lang.String",
          "java.lang.Integer");
  private static final int DEEPEST = 6;

  private final HeapDump dump;
  private final Lambdas lambdas;
  private final Map<HeapClass, Boolean> wrappers = new HashMap<>();
  private final Map<HeapClass, Boolean> others = new HashMap<>();

  Tasks(HeapDump dump, Lambdas lambdas) {
    this.dump = dump;
    this.lambdas = lambdas;
  }

  /** The object inside the wrappers; the object itself if it is no wrapper. */
  int unwrap(int task) {
    int at = task;
    for (int i = 0; i < DEEPEST; i++) {
      HeapClass type = dump.classOf(at);
      if (!wrappers.computeIfAbsent(type, t -> WRAPPERS.stream().anyMatch(t::isA))) {
        return at;
      }
      int inner = inside(at);
      if (inner == HeapDump.NONE) {
        return at;
      }
      at = inner;
    }
    return at;
  }

  private int inside(int wrapper) {
    int[] found = {HeapDump.NONE};
    dump.references(
        wrapper,
        to -> {
          HeapClass type = dump.classOf(to);
          boolean other = others.computeIfAbsent(type, t -> NOT_THE_TASK.stream().anyMatch(t::isA));
          if (found[0] == HeapDump.NONE && !other && to != wrapper) {
            found[0] = to;
          }
        });
    return found[0];
  }

  /** The method of a lambda, the class of anything else; for a library's task the user's method. */
  String name(int unwrapped) {
    HeapClass type = dump.classOf(unwrapped);
    String origin = lambdas.origin(type);
    if (Shelf.isApplication(origin)) {
      return origin;
    }
    String method = reflected(unwrapped, 3);
    return method.isEmpty() ? origin : method;
  }

  /** The method that a library's task calls, as Spring's asynchronous methods keep it. */
  private String reflected(int node, int depth) {
    if (dump.classOf(node).name().equals("java.lang.reflect.Method")) {
      Instance method = dump.read(node);
      int owner = method.reference("clazz");
      HeapClass type = owner == HeapDump.NONE ? null : dump.asClass(owner);
      return type == null || !Shelf.isApplication(type.name())
          ? ""
          : type.name() + "." + method.text("name");
    }
    String[] found = {""};
    if (depth > 0 && dump.asClass(node) == null && !dump.classOf(node).isArray()) {
      dump.references(
          node,
          to -> {
            if (found[0].isEmpty()) {
              found[0] = reflected(to, depth - 1);
            }
          });
    }
    return found[0];
  }

  /**
   * The origin of such tasks, as far as a stack of the dump shows it: the current line of a thread
   * in the method that created them, or in their own code.
   *
   * @param name as returned by {@link #name}
   */
  String site(String name) {
    String type = name;
    String method = "";
    int lambda = name.indexOf(".lambda$");
    if (lambda > 0) {
      type = name.substring(0, lambda);
      String rest = name.substring(lambda + ".lambda$".length());
      method = rest.contains("$") ? rest.substring(0, rest.lastIndexOf('$')) : rest;
    }
    String own = "";
    for (Threads.ThreadStack stack : dump.threads().all()) {
      for (Threads.Frame frame : stack.frames()) {
        if (frame.line() <= 0) {
          continue;
        }
        if (frame.type().equals(type) && frame.method().equals(method)) {
          return frame.toString();
        }
        boolean its =
            lambda > 0
                ? (frame.type() + "." + frame.method()).equals(name)
                : frame.type().equals(type) || name.equals(frame.type() + "." + frame.method());
        if (its && own.isEmpty()) {
          own = frame.toString();
        }
      }
    }
    return own;
  }
}
