package dev.snarl.tests.programs;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** A thread that waits for a task in a trace, which its log lines would name. */
public final class TracedWait {
  private static final ThreadLocal<Map<String, String>> CONTEXT =
      ThreadLocal.withInitial(HashMap::new);

  private TracedWait() {}

  public static void main(String[] traceId) throws IOException {
    ExecutorService worker = Executors.newSingleThreadExecutor();
    Future<Integer> input = worker.submit(() -> System.in.read());
    Thread request = new Thread(() -> request(traceId[0], input), "request");
    request.start();
    System.out.println("waiting");
    worker.shutdown();
  }

  private static void request(String traceId, Future<Integer> input) {
    CONTEXT.get().put("traceId", traceId);
    try {
      input.get();
    } catch (InterruptedException | ExecutionException e) {
      throw new IllegalStateException(e);
    }
  }
}
