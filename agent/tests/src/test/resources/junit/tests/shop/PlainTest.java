package shop;

import org.junit.Test;

/** Of JUnit 4. */
public class PlainTest {
  @Test
  public void viaPool() throws Exception {
    try (Orders orders = new Orders()) {
      OrdersTest.forSeconds(6, orders::byPool);
    }
  }
}
