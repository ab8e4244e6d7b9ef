package dev.snarl.tests.programs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedClass;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/**
 * Serves requests all the time, each by two tasks that it waits for, and starts threads. Once they
 * have been served for a while it says so, and when its input ends, what the JDK calls the first
 * thread of its next pool, and which classes were defined since, by which thread.
 */
public final class Serving {
  private static final ExecutorService POOL =
      Executors.newFixedThreadPool(4, task -> daemon(task, "request-worker"));

  private Serving() {}

  public static void main(String[] args) throws Exception {
    for (int i = 0; i < 4; i++) {
      daemon(Serving::serve, "request-" + i).start();
    }
    Thread.sleep(1_000);
    try (Recording recording = new Recording()) {
      recording.enable("jdk.ClassDefine");
      recording.start();
      System.out.println("serving");
      Hello.awaitEnd();
      recording.stop();
      System.out.println("next " + Executors.defaultThreadFactory().newThread(() -> {}).getName());
      report(recording);
    }
    System.exit(0);
  }

  private static Thread daemon(Runnable task, String name) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    return thread;
  }

  private static void serve() {
    try {
      while (true) {
        CompletableFuture<Integer> first = CompletableFuture.supplyAsync(Serving::work, POOL);
        Future<Integer> second = POOL.submit(Serving::work);
        if (first.join() + second.get() != 2) {
          throw new IllegalStateException();
        }
        Thread sender = daemon(() -> {}, "request-sender");
        sender.start();
        sender.join();
      }
    } catch (Exception e) {
      System.out.println("failed: " + e);
    }
  }

  private static int work() {
    try {
      Thread.sleep(Duration.ofMillis(2).toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return 1;
  }

  private static void report(Recording recording) throws IOException {
    Path file = Files.createTempFile("serving", ".jfr");
    try {
      recording.dump(file);
      for (RecordedEvent event : RecordingFile.readAllEvents(file)) {
        RecordedClass defined = event.getClass("definedClass");
        String thread = event.getThread() == null ? "?" : event.getThread().getJavaName();
        System.out.println("defined " + defined.getName() + " by " + thread);
      }
    } finally {
      Files.delete(file);
    }
  }
}
