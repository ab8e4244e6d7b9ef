package dev.snarl.threads;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The kinds of futures whose waits and tasks show on a stack, each with its identifying frames. A
 * task completes futures of its own kind, and of those built on it.
 */
public enum FutureKind {
  FUTURE_TASK(
      List.of("java.util.concurrent.FutureTask.get", "java.util.concurrent.FutureTask.awaitDone"),
      List.of("java.util.concurrent.FutureTask.run")),
  COMPLETABLE_FUTURE(
      List.of(
          "java.util.concurrent.CompletableFuture.get",
          "java.util.concurrent.CompletableFuture.join",
          "java.util.concurrent.CompletableFuture.waitingGet",
          "java.util.concurrent.CompletableFuture.timedGet"),
      List.of(
          "java.util.concurrent.CompletableFuture$AsyncSupply.run",
          "java.util.concurrent.CompletableFuture$AsyncRun.run",
          "java.util.concurrent.CompletableFuture$Completion.run")),
  FORK_JOIN(
      List.of(
          "java.util.concurrent.ForkJoinTask.get",
          "java.util.concurrent.ForkJoinTask.join",
          "java.util.concurrent.ForkJoinTask.invoke",
          "java.util.concurrent.ForkJoinTask.awaitDone"),
      List.of("java.util.concurrent.ForkJoinTask.doExec")),
  GUAVA(
      List.of("com.google.common.util.concurrent.AbstractFuture.get"),
      List.of("com.google.common.util.concurrent.InterruptibleTask.run")),
  KAFKA(
      List.of(
          "org.apache.kafka.clients.producer.internals.FutureRecordMetadata.get",
          "org.apache.kafka.common.internals.KafkaFutureImpl.get"),
      List.of()),
  NETTY(
      List.of(
          "io.netty.util.concurrent.AbstractFuture.get",
          "io.netty.util.concurrent.DefaultPromise.await",
          "io.netty.util.concurrent.DefaultPromise.sync"),
      List.of()),
  REACTOR(List.of("reactor.core.publisher.BlockingSingleSubscriber.blockingGet"), List.of()),
  COROUTINE(
      List.of("kotlinx.coroutines.BlockingCoroutine.joinBlocking"),
      List.of("kotlinx.coroutines.DispatchedTask.run")),
  HTTP_CLIENT_5(List.of("org.apache.hc.core5.concurrent.BasicFuture.get"), List.of());

  private static final Set<String> WHOLE_BATCHES = Set.of("invokeAll", "invokeAny", "doInvokeAny");

  // Made by List.of, which the checker cannot see.
  @SuppressWarnings("ImmutableEnumChecker")
  private final List<String> waits;

  @SuppressWarnings("ImmutableEnumChecker")
  private final List<String> tasks;

  FutureKind(List<String> waits, List<String> tasks) {
    this.waits = waits;
    this.tasks = tasks;
  }

  /** What a blocked thread waits for; null if for no future. Only frames above the site count. */
  static @Nullable FutureKind awaited(List<StackTraceElement> aboveSite) {
    FutureKind found = null;
    for (StackTraceElement frame : aboveSite) {
      String name = name(frame);
      for (FutureKind kind : values()) {
        if (kind.waits.contains(name)) {
          // A library's future is more informative than the JDK's below it.
          found = kind;
        }
      }
    }
    return found;
  }

  /** Whether it waits for several at once. */
  static boolean batch(List<StackTraceElement> aboveSite) {
    for (StackTraceElement frame : aboveSite) {
      if (frame.getClassName().startsWith("java.util.")
          && (WHOLE_BATCHES.contains(frame.getMethodName())
              || frame.getClassName().startsWith("java.util.stream."))) {
        return true;
      }
    }
    return false;
  }

  /** The kinds of tasks that a thread runs. */
  static Set<FutureKind> running(List<StackTraceElement> stack) {
    Set<FutureKind> kinds = EnumSet.noneOf(FutureKind.class);
    for (StackTraceElement frame : stack) {
      String name = name(frame);
      for (FutureKind kind : values()) {
        if (kind.tasks.contains(name)) {
          kinds.add(kind);
        }
      }
    }
    if (kinds.contains(COMPLETABLE_FUTURE)) {
      kinds.remove(FORK_JOIN);
    }
    return kinds;
  }

  /** Whether no task of this process completes it, but the answer of another. */
  public boolean completedByPeer() {
    return this == KAFKA || this == HTTP_CLIENT_5;
  }

  /** Kinds whose tasks may complete a future of this kind. */
  public List<FutureKind> completedBy() {
    List<FutureKind> kinds = new ArrayList<>(List.of(this));
    if (this == GUAVA) {
      kinds.add(FUTURE_TASK);
    }
    return kinds;
  }

  private static String name(StackTraceElement frame) {
    return frame.getClassName() + '.' + frame.getMethodName();
  }
}
