package dev.snarl.tests.programs;

import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Ends the JVM when a chosen thread enters a chosen method, which goes on once the shutdown has
 * begun. The end is then held up for as long as the program's standard input is open and threads of
 * the agent come to methods where they have not been. {@link ExitsAt} makes methods report here;
 * from the bootstrap loader, which all other loaders see.
 */
public final class ExitPoint {
  /** The exit code. */
  public static final int CODE = 7;

  private static final long QUIET_NANOS = 1_000_000_000L;
  private static final long LONGEST_NANOS = 60_000_000_000L;

  private static final Set<String> PASSED = Collections.synchronizedSet(new LinkedHashSet<>());
  private static volatile String chosen = "";
  private static volatile boolean begun;
  private static volatile boolean over;
  private static volatile long newsAt;

  private ExitPoint() {}

  /** Thread and method, separated by a blank. */
  public static void choose(String point) {
    chosen = point;
    newsAt = System.nanoTime();
    Runtime.getRuntime().addShutdownHook(new Hold());
  }

  /** The current thread has entered this method. */
  public static void passed(String method) {
    String thread = Thread.currentThread().getName();
    String point = thread.concat(" ").concat(method);
    if (ours(thread) && PASSED.add(point)) {
      newsAt = System.nanoTime();
      if (!begun && point.equals(chosen)) {
        begun = true;
        new Leaver().start();
        while (!ending()) {
          pause();
        }
        System.out.println("leaving at ".concat(point));
      }
    }
  }

  /** Of the agent, or at its work: that of the flight recorder, of premain, and of an attach. */
  private static boolean ours(String thread) {
    return thread.startsWith("snarl-")
        || thread.startsWith("JFR ")
        || thread.equals("main")
        || thread.equals("Attach Listener");
  }

  /** The program has nothing more to do. */
  public static void over() {
    over = true;
  }

  /** Which thread was in which method so far, in the order of their first visits. */
  public static Collection<String> points() {
    synchronized (PASSED) {
      return List.copyOf(PASSED);
    }
  }

  /** The JVM says so from the first hook on. */
  private static boolean ending() {
    try {
      Runtime.getRuntime().removeShutdownHook(Thread.currentThread());
      return false;
    } catch (IllegalStateException e) {
      return true;
    }
  }

  private static void pause() {
    try {
      Thread.sleep(1);
    } catch (InterruptedException e) {
      // The application under test interrupts nobody; the agent may end its thread this way.
    }
  }

  private static final class Leaver extends Thread {
    @Override
    public void run() {
      Runtime.getRuntime().exit(CODE);
    }
  }

  private static final class Hold extends Thread {
    @Override
    public void run() {
      long since = System.nanoTime();
      while ((!over || System.nanoTime() - newsAt < QUIET_NANOS)
          && System.nanoTime() - since < LONGEST_NANOS) {
        pause();
      }
    }
  }
}
