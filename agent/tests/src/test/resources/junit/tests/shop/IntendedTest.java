package shop;

import dev.snarl.junit.SnarlExtension;
import dev.snarl.junit.Tangled;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(SnarlExtension.class)
class IntendedTest {
  @Test
  @Tangled(rule = "async-blocking-pair", reason = "what it costs is measured here")
  void viaPool() throws Exception {
    try (Orders orders = new Orders()) {
      OrdersTest.forSeconds(6, orders::byPool);
    }
  }
}
