package shop;

import org.junit.jupiter.api.Test;

/** Without the extension. */
class PlainTest {
  @Test
  void viaPool() throws Exception {
    try (Orders orders = new Orders()) {
      OrdersTest.forSeconds(6, orders::byPool);
    }
  }
}
