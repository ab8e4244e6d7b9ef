package boot;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.snarl.junit.SnarlExtension;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.client.TestRestTemplate;

@ExtendWith(SnarlExtension.class)
@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT)
@TestMethodOrder(MethodOrderer.MethodName.class)
class ShopTest {
  @Autowired private TestRestTemplate rest;

  @Test
  void direct() {
    call("/direct");
  }

  @Test
  void viaPool() {
    call("/pool");
  }

  private void call(String path) {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(8);
    while (System.nanoTime() - end < 0) {
      assertEquals("order", rest.getForObject(path, String.class));
    }
  }
}
