package parallel;

import dev.snarl.junit.SnarlExtension;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Runs beside the one that waits. */
@ExtendWith(SnarlExtension.class)
class IdleTest {
  @Test
  void sleeps() throws Exception {
    Thread.sleep(7_000);
  }
}
