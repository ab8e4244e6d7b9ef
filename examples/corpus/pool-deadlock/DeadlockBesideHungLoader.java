/*
 * claim: a pool waits for its own queue, while a class loader of the application hangs for ever over a class that tasks of another pool refer to
 * expect: pool-deadlock critical at WAIT
 */
import java.io.InputStream;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class DeadlockBesideHungLoader {
  public static class Part {}

  public static class Step implements Runnable {
    Part part;

    @Override
    public void run() {}
  }

  static class Plugins extends ClassLoader {
    Class<?> step() throws Exception {
      try (InputStream file =
          DeadlockBesideHungLoader.class.getResourceAsStream("DeadlockBesideHungLoader$Step.class")) {
        byte[] bytes = file.readAllBytes();
        return defineClass("DeadlockBesideHungLoader$Step", bytes, 0, bytes.length);
      }
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (name.endsWith("$Part")) {
        try {
          new CountDownLatch(1).await();
        } catch (InterruptedException e) {
          throw new ClassNotFoundException(name);
        }
      }
      return super.loadClass(name, resolve);
    }
  }

  public static void main(String[] args) throws Exception {
    ExecutorService plugins = Executors.newFixedThreadPool(1);
    Class<?> step = new Plugins().step();
    plugins.execute(() -> sleep(20_000));
    for (int i = 0; i < 3; i++) {
      plugins.execute((Runnable) step.getDeclaredConstructor().newInstance());
    }
    Thread.sleep(1_000);
    ExecutorService pool = Executors.newFixedThreadPool(2);
    for (int i = 0; i < 2; i++) {
      pool.submit(
          () -> {
            sleep(300);
            return pool.submit(() -> "part").get(); // <WAIT>
          });
    }
    Thread.sleep(8_000);
    System.exit(0);
  }

  static void sleep(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
