package dev.snarl.tests.programs;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/**
 * What {@link Redeploys} deploys: answers after a few waits, in a class loader of its own. With the
 * parameter {@code leak} it leaves its pool behind.
 */
public final class Deployed extends HttpServlet {
  private static final long serialVersionUID = 1;

  private final transient ExecutorService pool = Executors.newFixedThreadPool(2);

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    try {
      String task = pool.submit(() -> slow("task")).get();
      String stage =
          CompletableFuture.supplyAsync(() -> slow("stage"), pool)
              .thenApply(word -> word + "!")
              .join();
      Thread thread = new Thread(() -> slow("thread"), "deployed");
      thread.start();
      thread.join();
      response.getWriter().print(task + stage);
    } catch (InterruptedException | ExecutionException e) {
      throw new IOException(e);
    }
  }

  private static String slow(String answer) {
    try {
      TimeUnit.MILLISECONDS.sleep(5);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return answer;
  }

  @Override
  public void destroy() {
    if (getInitParameter("leak") == null) {
      pool.shutdown();
    }
  }
}
