package dev.snarl.observe.code;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.snarl.observe.ends.ScopeLatches;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class LatchCodeTest {
  private static final CountDownLatch[] kept = new CountDownLatch[1];

  /** What is judged is its code: nobody runs it. */
  @SuppressWarnings("UnusedMethod")
  private static final class Owners {
    static Callable<Integer> alone() {
      CountDownLatch latch = new CountDownLatch(1);
      Callable<Integer> subtask =
          () -> {
            latch.await();
            return 1;
          };
      latch.countDown();
      return subtask;
    }

    static Runnable inALambdaToo() {
      CountDownLatch latch = new CountDownLatch(1);
      latch.countDown();
      return () -> latch.countDown();
    }

    static Runnable byReference() {
      CountDownLatch latch = new CountDownLatch(1);
      latch.countDown();
      return latch::countDown;
    }

    static void handedOn() {
      CountDownLatch latch = new CountDownLatch(1);
      keep(latch);
      latch.countDown();
    }

    static void keep(CountDownLatch latch) {
      kept[0] = latch;
    }
  }

  private static boolean countsAlone(String method) throws IOException {
    String file = '/' + Owners.class.getName().replace('.', '/') + ".class";
    try (InputStream in = Owners.class.getResourceAsStream(file)) {
      return LatchCode.countsAlone(requireNonNull(in).readAllBytes(), method);
    }
  }

  @Test
  void aMethodCountsItsLatchDownAloneUnlessItHandsItOn() throws IOException {
    assertThat(countsAlone("alone")).isTrue();
    assertThat(countsAlone("inALambdaToo")).isFalse();
    assertThat(countsAlone("byReference")).isFalse();
    assertThat(countsAlone("handedOn")).isFalse();
    assertThat(countsAlone("keep")).as("counts nothing down").isFalse();
    assertThat(LatchCode.countsAlone(new byte[] {1, 2, 3}, "alone")).as("no class file").isFalse();
  }

  @Test
  void aLambdaIsNamedAfterTheMethodAround() {
    assertThat(ScopeLatches.around("com.acme.Orders.lambda$handle$0"))
        .isEqualTo("com.acme.Orders.handle");
    assertThat(ScopeLatches.around("com.acme.Orders$Inner.lambda$handle$one$12"))
        .isEqualTo("com.acme.Orders$Inner.handle$one");
    assertThat(ScopeLatches.around("com.acme.Orders.run")).isNull();
    assertThat(ScopeLatches.around("com.acme.Orders.lambda$")).isNull();
  }
}
