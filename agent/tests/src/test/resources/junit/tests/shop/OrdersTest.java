package shop;

import dev.snarl.junit.SnarlExtension;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(SnarlExtension.class)
@TestMethodOrder(MethodOrderer.MethodName.class)
class OrdersTest {
  @Test
  void direct() throws Exception {
    try (Orders orders = new Orders()) {
      forSeconds(3, orders::direct);
    }
  }

  @Test
  void viaPool() throws Exception {
    try (Orders orders = new Orders()) {
      forSeconds(7, orders::byPool);
    }
  }

  static void forSeconds(long seconds, Callable<?> work) throws Exception {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
    while (System.nanoTime() - end < 0) {
      work.call();
    }
  }
}
