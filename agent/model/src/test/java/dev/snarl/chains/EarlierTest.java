package dev.snarl.chains;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class EarlierTest {
  private static final String SITE = "com.acme.Orders.await(Orders.java:7)";

  private final Earlier earlier = new Earlier();

  private void followed(End end) {
    Link waiter = Link.thread("web-#", "java.util.concurrent.CountDownLatch.await", SITE);
    Link does = Link.thread("journal", null, null);
    earlier.followed(SITE, List.of(new Rest(List.of(waiter, does), end, 1)));
  }

  @Test
  void howAChainWentOnIsToldOfThatLineForFiveMinutes() {
    earlier.at(0);
    followed(End.FILE);
    followed(End.UNKNOWN);
    earlier.at(TimeUnit.MINUTES.toNanos(5));
    assertThat(Objects.requireNonNull(earlier.rest(SITE)).get(0).end()).isEqualTo(End.FILE);
    assertThat(earlier.rest("com.acme.Orders.await(Orders.java:8)")).isNull();
    earlier.at(TimeUnit.MINUTES.toNanos(5) + 1);
    assertThat(earlier.rest(SITE)).isNull();
  }
}
