package dev.snarl.tests.programs;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Ten thousand threads, each of whose names has a pattern of its own, then two pools whose threads
 * are called by a megabyte of quotes, tags, control characters and direction marks, and which hold
 * two threads for one job.
 */
public final class HostileNames {

  private static final String NASTY =
      "\u0000\u001b[31m\r\n\"',{}\\</script><script>alert(1)</script>\u202egnp.exe\u2028\ud800";
  private static final String MEGABYTE = NASTY.repeat((1 << 20) / NASTY.length() + 1);

  private HostileNames() {}

  public static void main(String[] args) throws Exception {
    System.out.println("patterns " + patterns(10_000));
    ExecutorService callers = pool("callers" + MEGABYTE);
    ExecutorService workers = pool("workers" + MEGABYTE);
    Callable<Object> work = () -> sleep(700);
    List<Future<Object>> answers = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      answers.add(callers.submit(() -> workers.submit(work).get()));
    }
    for (Future<Object> answer : answers) {
      answer.get();
    }
    System.out.println("pairs");
    Hello.awaitEnd();
  }

  private static ExecutorService pool(String name) {
    return Executors.newFixedThreadPool(2, task -> new Thread(task, name));
  }

  private static Object sleep(long millis) throws InterruptedException {
    Thread.sleep(millis);
    return millis;
  }

  private static int patterns(int count) throws InterruptedException {
    int alive = 0;
    for (int from = 0; from < count; from += 500) {
      CountDownLatch gate = new CountDownLatch(1);
      List<Thread> threads = new ArrayList<>();
      for (int i = from; i < from + 500; i++) {
        threads.add(new Thread(() -> await(gate), letters(i) + NASTY));
      }
      threads.forEach(Thread::start);
      gate.countDown();
      for (Thread thread : threads) {
        thread.join();
        alive++;
      }
    }
    return alive;
  }

  private static void await(CountDownLatch gate) {
    try {
      gate.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** A number in letters: digits would be folded. */
  private static String letters(int number) {
    StringBuilder letters = new StringBuilder();
    for (int rest = number + 26; rest > 0; rest /= 26) {
      letters.append((char) ('a' + rest % 26));
    }
    return letters.toString();
  }
}
