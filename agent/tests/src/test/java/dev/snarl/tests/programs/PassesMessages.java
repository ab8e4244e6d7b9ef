package dev.snarl.tests.programs;

import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** A slow thread handles requests and tells an event loop when each is done. */
public class PassesMessages {
  private static final Map<Integer, CompletableFuture<String>> ANSWERS = new ConcurrentHashMap<>();
  private static final BlockingQueue<Integer> ORDERS = new LinkedBlockingQueue<>();
  private static final BlockingQueue<Integer> DONE = new LinkedBlockingQueue<>();
  private static final AtomicInteger NEXT = new AtomicInteger();

  private interface Step {
    void run() throws InterruptedException, ExecutionException;
  }

  private static void loop(String name, Step step) {
    Thread thread =
        new Thread(
            () -> {
              try {
                while (!Thread.interrupted()) {
                  step.run();
                }
              } catch (InterruptedException | ExecutionException e) {
                throw new AssertionError(e);
              }
            },
            name);
    thread.start();
  }

  private static void ask() throws InterruptedException, ExecutionException {
    int id = NEXT.incrementAndGet();
    CompletableFuture<String> answer = new CompletableFuture<>();
    ANSWERS.put(id, answer);
    ORDERS.put(id);
    answer.get();
  }

  private static void write() throws InterruptedException {
    int id = ORDERS.take();
    Thread.sleep(30);
    DONE.put(id);
  }

  private static void answer() throws InterruptedException {
    ANSWERS.remove(DONE.take()).complete("done");
  }

  public static void main(String[] args) {
    for (int i = 0; i < 3; i++) {
      loop("asks-" + i, PassesMessages::ask);
    }
    loop("writer", PassesMessages::write);
    loop("events", PassesMessages::answer);
  }
}
