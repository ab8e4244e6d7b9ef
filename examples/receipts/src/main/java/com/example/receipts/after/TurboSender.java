package com.example.receipts.after;

import com.example.receipts.PushClient;
import com.example.receipts.Receipt;
import com.example.receipts.Sender;
import jakarta.annotation.PreDestroy;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.springframework.context.annotation.Profile;
import org.springframework.stereotype.Component;

/** After: a batch of 50 on 50 threads, and one wait for all of them. */
@Component
@Profile("after")
class TurboSender implements Sender {
  private final PushClient push;
  private final ExecutorService threads =
      Executors.newFixedThreadPool(50, task -> new Thread(task, "fcm-turbo-" + System.nanoTime()));

  TurboSender(PushClient push) {
    this.push = push;
  }

  @Override
  public void send(List<Receipt> batch)
      throws ExecutionException, InterruptedException, TimeoutException {
    CompletableFuture<?>[] futures =
        batch.stream()
            .map(receipt -> CompletableFuture.runAsync(() -> pushOne(receipt), threads))
            .toArray(CompletableFuture<?>[]::new);
    CompletableFuture.allOf(futures).get(10, TimeUnit.SECONDS);
  }

  private void pushOne(Receipt receipt) {
    try {
      push.send(receipt);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @PreDestroy
  void stop() {
    threads.shutdown();
  }
}
