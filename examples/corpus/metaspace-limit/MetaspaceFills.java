/*
 * claim: proxies of ever new class loaders, all kept, fill a metaspace that has a limit
 * flags: -XX:MaxMetaspaceSize=48m
 * expect: metaspace-limit warning at metaspace
 */
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;

public class MetaspaceFills {
  static final List<Object> kept = new ArrayList<>();

  public static void main(String[] args) throws Exception {
    Thread.sleep(2_000); // the agent's own classes come first
    for (int i = 0; i < 60_000 && committed() < 45.9 * 1024 * 1024; i++) {
      kept.add(proxy());
      if (i % 20 == 0) {
        Thread.sleep(1);
      }
    }
    Thread.sleep(6_000); // a JVM with nothing to do is judged every three
    System.out.println(kept.size());
  }

  static Object proxy() {
    ClassLoader loader = new ClassLoader(MetaspaceFills.class.getClassLoader()) {};
    return Proxy.newProxyInstance(
        loader, new Class<?>[] {Comparable.class, Runnable.class}, (self, method, all) -> null);
  }

  static long committed() {
    for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
      if (pool.getName().equals("Metaspace")) {
        return pool.getUsage().getCommitted();
      }
    }
    return Long.MAX_VALUE;
  }
}
