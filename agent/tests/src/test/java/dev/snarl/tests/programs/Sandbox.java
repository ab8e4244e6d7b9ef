package dev.snarl.tests.programs;

import java.io.IOException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

/** Eight requests that wait for a sandbox of two threads, whose tasks wait for processes. */
public final class Sandbox {
  private static final ExecutorService SANDBOX = Executors.newFixedThreadPool(2, named("sandbox-"));

  private Sandbox() {}

  private static ThreadFactory named(String prefix) {
    AtomicInteger next = new AtomicInteger();
    return task -> {
      Thread thread = new Thread(task, prefix + next.incrementAndGet());
      thread.setDaemon(true);
      return thread;
    };
  }

  /** Until its input ends. */
  public static void main(String[] arguments) throws IOException {
    ExecutorService requests = Executors.newFixedThreadPool(8, named("http-exec-"));
    for (int i = 0; i < 8; i++) {
      requests.execute(
          () -> {
            while (!Thread.interrupted()) {
              handle();
            }
          });
    }
    while (System.in.read() >= 0) {
      // Nothing is asked.
    }
  }

  private static void handle() {
    try {
      SANDBOX.submit(Sandbox::run).get();
    } catch (InterruptedException | ExecutionException e) {
      throw new IllegalStateException(e);
    }
  }

  private static int run() throws IOException, InterruptedException {
    return new ProcessBuilder("sleep", "0.3").start().waitFor();
  }
}
