/*
 * claim: idle workers take turns at a queue and at a socket, each behind a lock: nobody has anything to do
 * twin of: lock-contention
 */
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.locks.ReentrantLock;

public class BenignLeaderFollowers {
  static final BlockingQueue<String> queue = new LinkedBlockingQueue<>();
  static final ReentrantLock turn = new ReentrantLock();

  public static void main(String[] args) throws Exception {
    ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    for (int i = 0; i < 20; i++) {
      start("follower-" + i, () -> System.out.println(next()));
      start("waiter-" + i, () -> System.out.println(lockedNext()));
      start("acceptor-" + i, () -> System.out.println(server.accept()));
    }
    Thread.sleep(15_000);
  }

  static synchronized String next() throws InterruptedException {
    return queue.take();
  }

  static String lockedNext() throws InterruptedException {
    turn.lockInterruptibly();
    try {
      return queue.take();
    } finally {
      turn.unlock();
    }
  }

  interface Work {
    void run() throws Exception;
  }

  static void start(String name, Work work) {
    Thread thread = new Thread(() -> loop(work), name);
    thread.setDaemon(true);
    thread.start();
  }

  static void loop(Work work) {
    try {
      while (true) {
        work.run();
      }
    } catch (Exception e) {
      System.out.println("the worker is gone");
    }
  }
}
