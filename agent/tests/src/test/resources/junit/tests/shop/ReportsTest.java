package shop;

import dev.snarl.junit.SnarlExtension;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(SnarlExtension.class)
class ReportsTest {
  @Test
  void printsNothing() throws Exception {
    new Reports().print(4);
  }
}
