package dev.snarl.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class OutboxTest {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final int MOST = 60;
  private static final Size<String> SIZE = new Size<>(text -> 1, String::length, MOST, 1_000);

  private final List<String> said = new CopyOnWriteArrayList<>();
  private final Receiver receiver = new Receiver();
  private final Outbox<String> outbox =
      new Outbox<>(
          receiver, SIZE, new Outbox.Route("metrics", "CloudWatch", "there"), said::add, 1);
  private final Thread thread = new Thread(outbox);

  /** Fails, refuses or takes, as the test says. */
  private static final class Receiver implements Delivery<String> {
    private final List<String> taken = new CopyOnWriteArrayList<>();
    private final List<Instant> times = new CopyOnWriteArrayList<>();
    private volatile @Nullable IOException failure;
    private final AtomicInteger tries = new AtomicInteger();

    @Override
    public void deliver(String data, Instant at) throws IOException {
      tries.incrementAndGet();
      IOException fails = failure;
      if (fails != null) {
        throw fails;
      }
      times.add(at);
      taken.add(data);
    }

    @Override
    public void close() {}
  }

  @AfterEach
  void stop() throws InterruptedException {
    outbox.close();
    thread.join(PATIENCE.toMillis());
    assertThat(thread.isAlive()).isFalse();
  }

  private void offer(String name) {
    outbox.offer(name);
  }

  private void until(BooleanSupplier state) {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (!state.getAsBoolean()) {
      assertThat(System.nanoTime() - end)
          .as("taken %s, said %s", receiver.taken, said)
          .isNegative();
      Thread.onSpinWait();
    }
  }

  @Test
  void whatCouldNotBeDeliveredIsDeliveredLaterInOrderAndSaidTwice() throws InterruptedException {
    receiver.failure = new IOException("nobody\nlistens");
    thread.start();
    offer("a");
    offer("b");
    until(() -> receiver.tries.get() >= 4);
    assertThat(said)
        .containsExactly("snarl: metrics do not reach there, trying again: nobody\\u000alistens");
    receiver.failure = null;
    offer("c");
    until(() -> receiver.taken.size() == 3);
    assertThat(receiver.taken).containsExactly("a", "b", "c");
    until(() -> said.size() == 2);
    assertThat(said.get(1)).isEqualTo("snarl: metrics reach there again; lost: 0");
    assertThat(outbox.lost()).isZero();
    assertThat(outbox.drained(PATIENCE)).isTrue();
  }

  @Test
  void theOldestMakesRoomAndIsCounted() {
    List<String> expected = new ArrayList<>();
    for (int i = 0; i < MOST + 40; i++) {
      offer("m" + i);
      if (i == 0 || i > 40) {
        expected.add("m" + i);
      }
    }
    assertThat(outbox.waiting()).isEqualTo(MOST);
    assertThat(outbox.lost()).isEqualTo(40);
    thread.start();
    until(() -> receiver.taken.size() == MOST);
    assertThat(receiver.taken).contains("m99").hasSize(MOST).containsAll(expected.subList(1, 59));
  }

  @Test
  void memoryIsBoundedTooSoLargeParcelsMakeRoomSooner() {
    String large = "x".repeat(400);
    for (int i = 0; i < 10; i++) {
      offer(large + i);
    }
    assertThat(outbox.waiting()).isEqualTo(2);
    assertThat(outbox.lost()).isEqualTo(8);
    thread.start();
    until(() -> receiver.taken.size() == 2);
    assertThat(receiver.taken).containsExactly(large + 0, large + 9);
    offer("small");
    offer("small");
    until(() -> receiver.taken.size() == 4);
    assertThat(outbox.lost()).isEqualTo(8);
  }

  @Test
  void aPauseThatTheReceiverWantsIsKept() {
    receiver.failure = new Later("busy", Duration.ofHours(1));
    thread.start();
    offer("a");
    until(() -> said.size() == 1);
    receiver.failure = null;
    offer("b");
    assertThat(outbox.waiting()).isEqualTo(2);
    assertThat(receiver.tries.get()).isEqualTo(1);
  }

  @Test
  void ofAParcelAcceptedInPartOnlyTheRestIsCounted() {
    receiver.failure = new Refused("too old", 0);
    thread.start();
    offer("a");
    until(() -> outbox.waiting() == 0);
    assertThat(outbox.lost()).isZero();
  }

  @Test
  void whatIsRefusedIsDroppedAndCountedAndTheNextGoes() {
    receiver.failure = new Refused("no such thing");
    thread.start();
    offer("a");
    until(() -> outbox.lost() == 1);
    receiver.failure = null;
    offer("b");
    until(() -> receiver.taken.contains("b"));
    assertThat(receiver.taken).containsExactly("b");
    assertThat(said)
        .containsExactly("snarl: CloudWatch refuses metrics, they are dropped: no such thing");
  }

  @Test
  void theTimeIsThatOfThePeriodThoughDeliveredLater() {
    Instant before = Instant.now();
    offer("a");
    Instant after = Instant.now();
    receiver.failure = new IOException("later");
    thread.start();
    until(() -> receiver.tries.get() >= 5);
    receiver.failure = null;
    until(() -> !receiver.times.isEmpty());
    assertThat(receiver.times.get(0)).isBetween(before.minusMillis(50), after.plusMillis(50));
  }

  @Test
  void failingAndRecoveringAgainAndAgainIsSaidOnce() {
    thread.start();
    for (int i = 0; i < 20; i++) {
      receiver.failure = new IOException("flaky");
      int tries = receiver.tries.get();
      offer("a" + i);
      until(() -> receiver.tries.get() > tries);
      receiver.failure = null;
      int expected = i + 1;
      until(() -> receiver.taken.size() == expected);
    }
    assertThat(said).hasSizeLessThanOrEqualTo(2);
  }

  @Test
  void nothingIsWaitedForWhileItFails() throws InterruptedException {
    receiver.failure = new IOException("down");
    thread.start();
    offer("a");
    until(() -> receiver.tries.get() >= 2);
    CountDownLatch done = new CountDownLatch(1);
    new Thread(
            () -> {
              try {
                outbox.drained(Duration.ofDays(1));
                done.countDown();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            })
        .start();
    assertThat(done.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
  }
}
