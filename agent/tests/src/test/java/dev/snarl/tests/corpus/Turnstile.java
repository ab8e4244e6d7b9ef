package dev.snarl.tests.corpus;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Lets programs begin one after the other: a few at once in any case, more while the processors
 * have time for them. Programs of the corpus mostly wait, and are judged by their times: how many
 * may run side by side depends on the machine.
 */
final class Turnstile {
  private static final double BUSY = 0.9;
  private static final int FEW = 8;
  private static final int PAUSE_MILLIS = 250;

  private final OperatingSystemMXBean machine =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
  private final AtomicInteger inside = new AtomicInteger();

  synchronized void enter() throws InterruptedException {
    machine.getCpuLoad(); // the next answer is of the time since this call
    do {
      TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
    } while (machine.getCpuLoad() > BUSY && inside.get() >= FEW);
    inside.incrementAndGet();
  }

  void leave() {
    inside.decrementAndGet();
  }
}
