/*
 * claim: one pool for each of twelve tenants, built at start, fed by request threads ever after
 * twin of: executor-per-call
 */
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class BenignPoolPerTenant {
  static final List<ExecutorService> tenants = new ArrayList<>();
  static final ExecutorService requests = Executors.newFixedThreadPool(2);

  public static void main(String[] args) throws Exception {
    for (int i = 0; i < 12; i++) {
      tenants.add(Executors.newFixedThreadPool(1));
    }
    for (int i = 0; i < 100; i++) {
      ExecutorService tenant = tenants.get(i % tenants.size());
      requests.execute(() -> tenant.execute(() -> {}));
      Thread.sleep(100);
    }
    tenants.forEach(ExecutorService::shutdown);
    requests.shutdown();
  }
}
