package parallel;

import dev.snarl.junit.SnarlExtension;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import shop.Orders;

@ExtendWith(SnarlExtension.class)
class WaitingTest {
  @Test
  void viaPool() throws Exception {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(7);
    try (Orders orders = new Orders()) {
      while (System.nanoTime() - end < 0) {
        orders.byPool();
      }
    }
  }
}
