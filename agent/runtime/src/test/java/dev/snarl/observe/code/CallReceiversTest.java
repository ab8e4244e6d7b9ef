package dev.snarl.observe.code;

import static org.assertj.core.api.Assertions.assertThat;

import dev.snarl.observe.code.CallReceivers.Passed;
import dev.snarl.observe.code.TaskCode.Touch;
import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class CallReceiversTest {
  private static final String HERE = CallReceiversTest.class.getName();

  private final CountDownLatch latch = new CountDownLatch(1);
  private final CountDownLatch other = new CountDownLatch(1);

  private static CountDownLatch both(CountDownLatch first, CountDownLatch second) {
    if (first.getCount() + second.getCount() > 0) {
      throw new IllegalStateException();
    }
    return first;
  }

  private static void swaps(long wide, CountDownLatch left, CountDownLatch right) {
    assertThat(both(right, left)).isNotNull();
    assertThat(wide).isPositive();
  }

  private void ownAndGiven(CountDownLatch given) {
    assertThat(both(latch, given)).isNotNull();
  }

  private static void ofAnother(CallReceiversTest another, CountDownLatch given) {
    assertThat(both(another.other, given)).isNotNull();
  }

  private static void setAnew(CountDownLatch given) {
    if (given.getCount() == 1) {
      given = new CountDownLatch(3);
    }
    assertThat(both(given, new CountDownLatch(2))).isNotNull();
  }

  private static void twice(CountDownLatch given) {
    assertThat(both(both(given, given), given)).isNotNull();
  }

  private static Passed passed(Runnable throwing, int number) throws IOException {
    StackTraceElement[] stack = {};
    try {
      throwing.run();
    } catch (IllegalStateException thrown) {
      stack = thrown.getStackTrace();
    }
    String file = HERE.replace('.', '/') + ".class";
    try (InputStream in = CallReceiversTest.class.getClassLoader().getResourceAsStream(file)) {
      byte[] bytes = Objects.requireNonNull(in).readAllBytes();
      return CallReceivers.passed(
          bytes, stack[1].getMethodName(), stack[1].getLineNumber(), "both", number);
    }
  }

  @Test
  void aParameterThatIsPassedOnHasItsNumber() throws IOException {
    Runnable swaps = () -> swaps(1, new CountDownLatch(1), new CountDownLatch(1));
    assertThat(passed(swaps, 1)).isEqualTo(new Passed(3, null, false));
    assertThat(passed(swaps, 2)).isEqualTo(new Passed(2, null, false));
    assertThat(passed(() -> ownAndGiven(new CountDownLatch(1)), 2).parameter()).isEqualTo(2);
  }

  @Test
  void aFieldThatIsPassedIsOnesOwnOrAnothers() throws IOException {
    assertThat(passed(() -> ownAndGiven(new CountDownLatch(1)), 1))
        .isEqualTo(new Passed(0, new Touch(HERE, "latch", false, "", HERE + ".ownAndGiven"), true));
    Runnable others = () -> ofAnother(new CallReceiversTest(), new CountDownLatch(1));
    assertThat(passed(others, 1))
        .isEqualTo(new Passed(0, new Touch(HERE, "other", false, "", HERE + ".ofAnother"), false));
  }

  @Test
  void whatIsMadeThereOrCalledTwiceIsUnclear() throws IOException {
    assertThat(passed(() -> setAnew(new CountDownLatch(1)), 1)).isEqualTo(Passed.UNCLEAR);
    assertThat(passed(() -> setAnew(new CountDownLatch(1)), 2)).isEqualTo(Passed.UNCLEAR);
    assertThat(passed(() -> twice(new CountDownLatch(1)), 1)).isEqualTo(Passed.UNCLEAR);
  }
}
