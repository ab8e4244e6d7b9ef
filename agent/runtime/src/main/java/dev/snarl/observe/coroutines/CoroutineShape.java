package dev.snarl.observe.coroutines;

import dev.snarl.observe.live.LibraryType;
import java.util.concurrent.SnarlLens;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Where kotlinx-coroutines keeps what must be known of a coroutine: its parent, its state, its
 * context. Read field by field, from 1.6 to 1.11: none of the library's code runs, nothing is
 * allocated, a walk is a few nanoseconds a step. One for each loaded copy of the library, whose
 * classes it holds weakly.
 */
final class CoroutineShape {

  private static final int STEPS = 1_000;

  private final LibraryType job;
  private final LibraryType coroutine;
  private final LibraryType node;
  private final LibraryType incomplete;
  private final LibraryType operation;
  private final LibraryType finishing;
  private final LibraryType dispatched;
  private final LibraryType cancellable;
  private final LibraryType continuation;
  private final LibraryType frame;
  private final LibraryType scope;
  private final LibraryType combined;
  private final LibraryType dispatcher;
  private final long parentHandle;
  private final long state;
  private final long nodeJob;
  private final long coroutineContext;
  private final long dispatchedContinuation;
  private final long cancellableContext;
  private final long continuationContext;
  private final long cancellableDelegate;
  private final long frameCompletion;
  private final long scopeContinuation;
  private final long left;
  private final long element;

  private CoroutineShape(ClassLoader loader) {
    String root = "kotlinx.coroutines.";
    job = LibraryType.of(root + "JobSupport", loader);
    coroutine = LibraryType.of(root + "AbstractCoroutine", loader);
    node = LibraryType.of(root + "JobNode", loader);
    incomplete = LibraryType.of(root + "Incomplete", loader);
    operation = LibraryType.of(root + "internal.OpDescriptor", loader);
    finishing = LibraryType.of(root + "JobSupport$Finishing", loader);
    dispatched = LibraryType.of(root + "internal.DispatchedContinuation", loader);
    cancellable = LibraryType.of(root + "CancellableContinuationImpl", loader);
    dispatcher = LibraryType.of(root + "CoroutineDispatcher", loader);
    continuation = LibraryType.of("kotlin.coroutines.jvm.internal.ContinuationImpl", loader);
    frame = LibraryType.of("kotlin.coroutines.jvm.internal.BaseContinuationImpl", loader);
    scope = LibraryType.of(root + "internal.ScopeCoroutine", loader);
    combined = LibraryType.of("kotlin.coroutines.CombinedContext", loader);
    parentHandle = job.field("_parentHandle");
    state = job.field("_state");
    nodeJob = node.field("job");
    coroutineContext = coroutine.field("context");
    dispatchedContinuation = dispatched.field("continuation");
    cancellableContext = cancellable.field("context");
    continuationContext = continuation.field("_context");
    cancellableDelegate = cancellable.field("delegate");
    frameCompletion = frame.field("completion");
    scopeContinuation = scope.field("uCont");
    left = combined.field("left");
    element = combined.field("element");
  }

  /** The shape of the library that this job or task comes from; null if not as expected. */
  static @Nullable CoroutineShape of(Object jobOrTask) {
    for (Class<?> type = jobOrTask.getClass(); type != null; type = type.getSuperclass()) {
      String name = type.getName();
      ClassLoader loader = type.getClassLoader();
      if (loader != null
          && (name.equals("kotlinx.coroutines.JobSupport")
              || name.equals("kotlinx.coroutines.DispatchedTask"))) {
        CoroutineShape shape = new CoroutineShape(loader);
        return shape.complete() ? shape : null;
      }
    }
    return null;
  }

  private boolean complete() {
    return parentHandle >= 0
        && state >= 0
        && nodeJob >= 0
        && coroutineContext >= 0
        && dispatchedContinuation >= 0
        && cancellableContext >= 0
        && continuationContext >= 0
        && left >= 0
        && element >= 0;
  }

  boolean fits(Object jobOrTask) {
    return job.is(jobOrTask) || dispatched.is(jobOrTask) || cancellable.is(jobOrTask);
  }

  /**
   * The root job of a coroutine that is being started inside another one, if that is not the other
   * one's root; null if it is, or if one of them cannot be known.
   */
  @Nullable Object detachedRoot(Object started, Object enclosing) {
    Object running = jobOf(enclosing);
    if (running == null) {
      return null;
    }
    Object root = started;
    for (int i = 0; ; i++) {
      if (root == running || i == STEPS) {
        return null;
      }
      Object parent = parent(root);
      if (parent == null) {
        break;
      }
      root = parent;
    }
    // Launched into a scope that is cancelled already, a coroutine has lost its parent.
    return root == root(running) || finishing.is(SnarlLens.object(started, state)) ? null : root;
  }

  private @Nullable Object root(Object of) {
    Object root = of;
    for (int i = 0; i < STEPS; i++) {
      Object parent = parent(root);
      if (parent == null) {
        return root;
      }
      root = parent;
    }
    return null;
  }

  private @Nullable Object parent(Object child) {
    if (!job.is(child)) {
      return null;
    }
    Object handle = SnarlLens.object(child, parentHandle);
    return node.is(handle) ? SnarlLens.object(handle, nodeJob) : null;
  }

  /** The job of what a thread runs: a dispatched task, or a coroutine that is being started. */
  private @Nullable Object jobOf(Object running) {
    if (job.is(running)) {
      return running;
    }
    Object context = null;
    if (dispatched.is(running)) {
      Object target = SnarlLens.object(running, dispatchedContinuation);
      if (continuation.is(target)) {
        context = SnarlLens.object(target, continuationContext);
      } else if (coroutine.is(target)) {
        return target;
      }
    } else if (cancellable.is(running)) {
      context = SnarlLens.object(running, cancellableContext);
    }
    return context == null ? null : find(context, job);
  }

  /** The job of what a thread runs or a queue holds, and the jobs of which that is a part. */
  void jobs(Object task, Consumer<Object> each) {
    Object at = jobOf(task);
    for (int i = 0; i < STEPS && at != null; i++) {
      each.accept(at);
      at = parent(at);
    }
  }

  /** Class name of the body of the coroutine that this task runs, or null. */
  @Nullable String block(Object task) {
    Object target = cancellable.is(task) ? SnarlLens.object(task, cancellableDelegate) : task;
    Object at = dispatched.is(target) ? SnarlLens.object(target, dispatchedContinuation) : target;
    Object body = null;
    for (int i = 0; i < STEPS; i++) {
      if (frame.is(at)) {
        body = at;
        at = SnarlLens.object(at, frameCompletion);
      } else if (scope.is(at)) {
        at = SnarlLens.object(at, scopeContinuation);
      } else {
        break;
      }
    }
    return body == null ? null : body.getClass().getName();
  }

  /** The dispatcher in a coroutine's context, or null; for a dispatched task that of its job. */
  @Nullable Object dispatcher(Object of) {
    Object from = job.is(of) ? of : jobOf(of);
    Object context = coroutine.is(from) ? SnarlLens.object(from, coroutineContext) : null;
    return context == null ? null : find(context, dispatcher);
  }

  private @Nullable Object find(Object context, LibraryType wanted) {
    Object rest = context;
    for (int i = 0; i < 64 && combined.is(rest); i++) {
      Object here = SnarlLens.object(rest, element);
      if (wanted.is(here)) {
        return here;
      }
      rest = SnarlLens.object(rest, left);
    }
    return wanted.is(rest) ? rest : null;
  }

  boolean isComplete(Object of) {
    Object now = SnarlLens.object(of, state);
    return !incomplete.is(now) && !operation.is(now);
  }
}
