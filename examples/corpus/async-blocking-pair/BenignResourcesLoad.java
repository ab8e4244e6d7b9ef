/*
 * claim: while a program starts, requests wait for tasks that look for resources in a jar, at the monitors of the JDK's class loader
 * libraries: com.h2database:h2:2.3.232
 * allow: submit-and-wait warning
 * full: it computes for 12 s
 * seconds: 14
 */
import java.net.URL;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class BenignResourcesLoad {
  static final ExecutorService checkers = Executors.newFixedThreadPool(16);

  public static void main(String[] args) throws Exception {
    ExecutorService requests = Executors.newFixedThreadPool(16);
    long end = System.nanoTime() + 12_000_000_000L;
    for (int i = 0; i < 16; i++) {
      requests.submit(() -> serve(end));
    }
    requests.shutdown();
    Thread.sleep(13_000);
    System.exit(0);
  }

  static int serve(long end) throws Exception {
    int found = 0;
    while (System.nanoTime() < end) {
      found += checkers.submit(BenignResourcesLoad::check).get();
    }
    return found;
  }

  static int check() {
    int found = 0;
    for (int i = 0; i < 200; i++) {
      URL there = BenignResourcesLoad.class.getResource("/META-INF/versions/21/rules-" + i);
      found += there == null ? 0 : 1;
    }
    return found;
  }
}
