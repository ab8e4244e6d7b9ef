package dev.snarl.tests.programs;

import com.google.common.util.concurrent.ListeningExecutorService;
import com.google.common.util.concurrent.MoreExecutors;
import com.google.common.util.concurrent.SettableFuture;
import io.netty.util.concurrent.DefaultPromise;
import io.netty.util.concurrent.GlobalEventExecutor;
import io.netty.util.concurrent.Promise;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.EnableAsync;
import reactor.core.publisher.Mono;

/** Waits ten times for each sort of future, each in a method of its own, until the input ends. */
public final class LibraryFutures {
  private static final ListeningExecutorService WORKERS =
      MoreExecutors.listeningDecorator(Executors.newFixedThreadPool(1));

  private LibraryFutures() {}

  public static void main(String[] args) throws Exception {
    try (AnnotationConfigApplicationContext spring =
        new AnnotationConfigApplicationContext(Application.class, Mailer.class)) {
      Mailer mailer = spring.getBean(Mailer.class);
      for (int i = 0; i < 10; i++) {
        guavaTask();
        guavaTimed();
        guavaSettable();
        nettyPromise();
        nettyTimed();
        reactorBlock();
        completedElsewhere();
        springAsync(mailer);
      }
    }
    // What is done already is no wait.
    SettableFuture<String> done = SettableFuture.create();
    done.set("done");
    for (int i = 0; i < 1_000; i++) {
      finished(done);
    }
    System.out.println("waited");
    System.in.readAllBytes();
    System.exit(0);
  }

  private static void guavaTask() throws Exception {
    WORKERS.submit(LibraryFutures::pause).get();
  }

  private static void guavaTimed() throws Exception {
    WORKERS.submit(LibraryFutures::pause).get(10, TimeUnit.SECONDS);
  }

  private static void guavaSettable() throws Exception {
    SettableFuture<String> answer = SettableFuture.create();
    new Thread(() -> answer.set(pause())).start();
    answer.get();
  }

  private static void nettyPromise() throws Exception {
    Promise<String> answer = new DefaultPromise<>(GlobalEventExecutor.INSTANCE);
    new Thread(() -> answer.setSuccess(pause())).start();
    answer.sync();
  }

  private static void nettyTimed() throws Exception {
    Promise<String> answer = new DefaultPromise<>(GlobalEventExecutor.INSTANCE);
    new Thread(() -> answer.setSuccess(pause())).start();
    answer.await(10, TimeUnit.SECONDS);
  }

  private static void reactorBlock() {
    Mono.delay(Duration.ofMillis(20)).block();
  }

  /** As the AWS SDK does: a plain future that a thread of the library completes. */
  private static void completedElsewhere() {
    CompletableFuture<String> answer = new CompletableFuture<>();
    new Thread(() -> answer.complete(pause())).start();
    answer.join();
  }

  private static void springAsync(Mailer mailer) throws Exception {
    mailer.send().get();
  }

  private static void finished(SettableFuture<String> done) throws Exception {
    done.get();
  }

  private static String pause() {
    try {
      Thread.sleep(20);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return "done";
  }

  /** Turns on {@code @Async}. */
  @EnableAsync
  public static class Application {}

  /** Has one asynchronous method. */
  public static class Mailer {
    @Async
    public CompletableFuture<String> send() {
      return CompletableFuture.completedFuture(pause());
    }
  }
}
