package dev.snarl.tests.corpus;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.concurrent.TimeUnit;

/** Waits until other processes leave some of the processors, for five minutes in all. */
final class QuietMachine {
  private static final double BUSY = 0.6;
  private static final int QUIET_SECONDS = 5;

  private final OperatingSystemMXBean machine =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
  private int patience = 300;

  void await() throws InterruptedException {
    int quiet = 0;
    machine.getCpuLoad(); // the next answer is of the time since this call
    while (quiet < QUIET_SECONDS && patience-- > 0) {
      TimeUnit.SECONDS.sleep(1);
      quiet = machine.getCpuLoad() < BUSY ? quiet + 1 : 0;
    }
  }
}
