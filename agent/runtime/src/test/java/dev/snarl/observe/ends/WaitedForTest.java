package dev.snarl.observe.ends;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.snarl.observe.locks.Monitors;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class WaitedForTest {
  /** A class that is neither the JDK's nor the agent's. */
  private final JsonObject gate = new JsonObject();

  private final Monitors monitors = new Monitors();
  private Thread waiter = new Thread(() -> {});

  private interface Waits {
    void forIt() throws InterruptedException;
  }

  @AfterEach
  void interrupt() throws InterruptedException {
    waiter.interrupt();
    waiter.join();
  }

  private void start(Waits waits) {
    waiter =
        new Thread(
            () -> {
              try {
                waits.forIt();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
    waiter.start();
    while (waiter.getState() != Thread.State.WAITING) {
      Thread.onSpinWait();
    }
    monitors.threads(new Thread[] {waiter});
  }

  private static void waitsAt(Object object) throws InterruptedException {
    synchronized (object) {
      while (!Thread.interrupted()) {
        object.wait();
      }
    }
  }

  @Test
  void anObjectOfTheApplicationsAtWhichAThreadIsToBeNotified() {
    start(() -> waitsAt(gate));
    WaitedFor waited = WaitedFor.byAll(new Thread[] {waiter}, monitors);
    assertThat(waited.any()).isTrue();
    assertThat(waited.test(gate)).isTrue();
    assertThat(waited.test(new JsonObject())).isFalse();
    WaitedFor one = WaitedFor.one(Objects.requireNonNull(WaitedFor.monitor(waiter, monitors)));
    assertThat(one.test(gate)).isTrue();
  }

  @Test
  void aLatchButNoObjectOfTheJdks() {
    CountDownLatch latch = new CountDownLatch(1);
    start(latch::await);
    WaitedFor waited = WaitedFor.byAll(new Thread[] {waiter}, monitors);
    assertThat(waited.any()).isTrue();
    assertThat(waited.by(waiter)).isTrue();
    assertThat(waited.by(Thread.currentThread())).isFalse();
  }

  @Test
  void nothingOfAThreadThatWaitsAtAnObjectOfTheJdks() {
    Object lock = new Object();
    start(() -> waitsAt(lock));
    assertThat(WaitedFor.byAll(new Thread[] {waiter}, monitors).any()).isFalse();
  }
}
