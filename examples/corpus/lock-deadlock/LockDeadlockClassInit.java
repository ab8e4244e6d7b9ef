/*
 * claim: a class initializer waits for a task that uses the class, and two classes initialize each other
 * seconds: 14
 * expect: lock-deadlock critical at GET
 * expect: lock-deadlock critical at LEFT or RIGHT
 */
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class LockDeadlockClassInit {
  static final ExecutorService pool = Executors.newCachedThreadPool();

  static final class Registry {
    static final String loaded;

    static {
      try {
        loaded = pool.submit(Registry::load).get(); // <GET>
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
    }

    static String load() {
      return "loaded";
    }
  }

  static final class Left {
    static int value;

    static {
      pause();
      value = Right.value; // <LEFT>
    }
  }

  static final class Right {
    static int value;

    static {
      pause();
      value = Left.value; // <RIGHT>
    }
  }

  public static void main(String[] args) throws Exception {
    start("registry", () -> Registry.loaded.length());
    start("left", () -> Left.value++);
    start("right", () -> Right.value++);
    Thread.sleep(13_000);
    System.exit(0);
  }

  static void start(String name, Runnable task) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    thread.start();
  }

  static void pause() {
    try {
      Thread.sleep(300);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
