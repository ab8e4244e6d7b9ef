/*
 * claim: a session waits for the greeting under its lock; senders wait for that lock, and their tasks have the session and even
 *   its latch, but only read them, while a reader counts it down after 16 s. A journal waits under its lock until its queue has room;
 *   who waits for that lock has the journal too and only writes, and a flusher without the lock takes
 * twin of: lock-deadlock
 * allow: lock-contention warning
 * seconds: 20
 */
import java.util.Map;
import java.util.concurrent.*;
import java.util.concurrent.locks.ReentrantLock;

public class BenignLatchInService {
  static class Session {
    final ReentrantLock lock = new ReentrantLock();
    final CountDownLatch greeted = new CountDownLatch(1);
    final CountDownLatch sent = new CountDownLatch(2);
    final BlockingQueue<String> out = new ArrayBlockingQueue<>(1);

    Object connect() throws InterruptedException {
      lock.lock();
      try {
        greeted.await();
        return "connected";
      } finally {
        lock.unlock();
      }
    }

    Object send(CountDownLatch latch) {
      lock.lock();
      try {
        return latch.getCount() + sent.getCount();
      } finally {
        sent.countDown();
        lock.unlock();
      }
    }

    Object write(String line) throws InterruptedException {
      lock.lock();
      try {
        out.put(line);
        return out.size();
      } finally {
        lock.unlock();
      }
    }
  }

  public static void main(String[] args) throws Exception {
    Session session = new Session();
    Session journal = new Session();
    Map<String, Session> keys = new ConcurrentHashMap<>(Map.of("key", session));
    ExecutorService pool = Executors.newFixedThreadPool(8);
    pool.submit(session::connect);
    pool.submit(() -> journal.write("a"));
    pool.submit(() -> journal.write("b"));
    Thread.sleep(300);
    pool.submit(() -> session.send(session.greeted));
    pool.submit(() -> session.send(session.greeted));
    pool.submit(() -> journal.send(session.greeted));
    Thread reader = new Thread(() -> read(keys, journal), "reader");
    reader.start();
    reader.join();
    pool.shutdown();
  }

  static void read(Map<String, Session> keys, Session journal) {
    try {
      Thread.sleep(16_000);
      keys.get("key").greeted.countDown();
      journal.out.drainTo(new java.util.ArrayList<>());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
