/*
 * claim: without a limit metaspace is always nearly full of what it has committed
 * twin of: metaspace-limit
 */
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;

public class BenignNoLimit {
  static final List<Object> kept = new ArrayList<>();

  public static void main(String[] args) throws Exception {
    for (int i = 0; i < 2_000; i++) {
      ClassLoader loader = new ClassLoader(BenignNoLimit.class.getClassLoader()) {};
      kept.add(
          Proxy.newProxyInstance(
              loader, new Class<?>[] {Runnable.class}, (self, method, all) -> null));
      if (i % 10 == 0) {
        Thread.sleep(10);
      }
    }
    Thread.sleep(2_000);
    System.out.println(kept.size());
  }
}
