/*
 * claim: virtual threads sleep below a native frame, which pins on every JDK
 * jdk: 21..
 * flags: -Djdk.reflect.useNativeAccessorOnly=true
 * expect: virtual-thread-pinned warning at SLEEP
 */
import java.lang.reflect.Method;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class PinnedByANativeFrame {
  public static void main(String[] args) throws Exception {
    ExecutorService threads = virtualThreads();
    Method sleep = PinnedByANativeFrame.class.getMethod("sleep");
    for (int i = 0; i < 100; i++) {
      threads.submit(() -> sleep.invoke(null));
      Thread.sleep(100);
    }
    threads.shutdown();
  }

  public static void sleep() throws InterruptedException {
    Thread.sleep(60); // <SLEEP>
  }

  /** Java 17 has no virtual threads to compile against. */
  static ExecutorService virtualThreads() throws ReflectiveOperationException {
    return (ExecutorService)
        Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
  }
}
