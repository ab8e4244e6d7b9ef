package shop;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.snarl.junit.SnarlExtension;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.extension.ExtendWith;

/** The application builds one service; only the tests build many. */
@ExtendWith(SnarlExtension.class)
class ServiceTest {
  private Service service;

  @BeforeEach
  void build() {
    service = new Service();
  }

  @AfterEach
  void close() {
    service.close();
  }

  @RepeatedTest(60)
  void works() throws Exception {
    assertEquals(1, service.work());
    Thread.sleep(50);
  }
}
