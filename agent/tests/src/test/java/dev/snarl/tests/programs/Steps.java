package dev.snarl.tests.programs;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The truth of a program of random worlds: when each thread last ended a step, and who hangs. */
public final class Steps {
  private static final Set<String> HUNG = ConcurrentHashMap.newKeySet();
  private static final Map<String, Long> WENT_ON = new ConcurrentHashMap<>();
  private static final long QUIET_MILLIS = 6_000;

  private Steps() {}

  /** This thread has a step to do. */
  public static void begun() {
    HUNG.add(Thread.currentThread().getName());
  }

  /** This thread moves. */
  public static void wentOn() {
    WENT_ON.put(Thread.currentThread().getName(), System.currentTimeMillis());
  }

  /** This thread has done its step. */
  public static void over() {
    HUNG.remove(Thread.currentThread().getName());
    wentOn();
  }

  /**
   * Says {@code quiet} once nothing moves any more and, asked by a line, of each thread {@code went
   * NAME MILLIS}, when it last moved, and {@code hangs NAME} if it never ends its step. Then exits.
   */
  public static void told() throws Exception {
    Thread.sleep(QUIET_MILLIS);
    System.out.println("quiet");
    while (System.in.read() != '\n') {
      // Until the last dump is taken.
    }
    WENT_ON.forEach((name, millis) -> System.out.println("went " + name + " " + millis));
    HUNG.forEach(name -> System.out.println("hangs " + name));
    System.out.println("end");
    System.exit(0);
  }
}
