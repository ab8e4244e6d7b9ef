package dev.snarl.observe.requests;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class ThreadLocalsTest {
  private static List<Object> read(Thread thread) {
    List<Object> values = new ArrayList<>();
    ThreadLocals.each(thread, values::add);
    return values;
  }

  @Test
  void theValuesOfAnotherThreadAreReadAndWhatWasRemovedIsNot() throws InterruptedException {
    ThreadLocal<String> kept = new ThreadLocal<>();
    ThreadLocal<String> removed = new ThreadLocal<>();
    InheritableThreadLocal<String> inherited = new InheritableThreadLocal<>();
    CountDownLatch set = new CountDownLatch(1);
    CountDownLatch over = new CountDownLatch(1);
    Thread thread =
        new Thread(
            () -> {
              kept.set("kept");
              removed.set("removed");
              removed.remove();
              inherited.set("inherited");
              set.countDown();
              try {
                over.await();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
    thread.start();
    set.await();
    assertThat(read(thread)).contains("kept").doesNotContain("removed", "inherited");
    over.countDown();
    thread.join();
    assertThat(read(thread)).isEmpty();
    assertThat(read(new Thread(() -> {}))).isEmpty();
  }

  /** Only what a thread has set is ever seen, and nothing is thrown. */
  @Test
  void aThreadThatWritesMeanwhileDisturbsNobody() throws InterruptedException {
    AtomicBoolean over = new AtomicBoolean();
    Thread thread =
        new Thread(
            () -> {
              while (!over.get()) {
                List<ThreadLocal<String>> locals = new ArrayList<>();
                for (int i = 0; i < 200; i++) {
                  locals.add(new ThreadLocal<>());
                  locals.get(i).set("mine");
                }
                locals.subList(0, 100).forEach(ThreadLocal::remove);
              }
            });
    thread.start();
    int seen = 0;
    long deadline = System.nanoTime() + 20_000_000_000L;
    for (int i = 0; i < 20_000 || (seen == 0 && System.nanoTime() < deadline); i++) {
      for (Object value : read(thread)) {
        assertThat(value).isEqualTo("mine");
        seen++;
      }
    }
    over.set(true);
    thread.join();
    assertThat(seen).isPositive();
  }
}
