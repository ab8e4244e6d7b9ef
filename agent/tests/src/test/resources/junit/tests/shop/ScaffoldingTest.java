package shop;

import dev.snarl.junit.SnarlExtension;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** It waits like the application, but at lines of its own. */
@ExtendWith(SnarlExtension.class)
class ScaffoldingTest {
  @Test
  void waitsItself() throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(2);
    try (Orders orders = new Orders()) {
      OrdersTest.forSeconds(6, () -> pool.submit(orders::direct).get());
    } finally {
      pool.shutdownNow();
    }
  }
}
