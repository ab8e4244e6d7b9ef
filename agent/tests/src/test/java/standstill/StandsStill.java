package standstill;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.ref.Cleaner;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import javax.management.JMException;
import javax.management.ObjectName;
import jdk.jfr.consumer.RecordingStream;

/**
 * Waits at a latch that only what its argument names counts down, after hours or never. In no
 * package of the agent, whose code counts as its own.
 */
@SuppressWarnings("FutureReturnValueIgnored")
public final class StandsStill {
  private static final CountDownLatch latch = new CountDownLatch(1);
  private static final Object kept = new Object();

  private StandsStill() {}

  /** What a client of JMX may call. */
  public interface StopMBean {
    void stop();
  }

  /** Ends the wait. */
  public static final class Stop implements StopMBean {
    @Override
    public void stop() {
      latch.countDown();
    }
  }

  public static void main(String[] args)
      throws IOException, InterruptedException, JMException, ReflectiveOperationException {
    prepare(args[0]);
    latch.await();
    System.out.println("ended");
  }

  private static void prepare(String by)
      throws IOException, JMException, ReflectiveOperationException {
    switch (by) {
      case "nobody" -> {}
      case "timer" -> new Timer("late").schedule(countDown(), TimeUnit.HOURS.toMillis(1));
      case "schedule" ->
          Executors.newScheduledThreadPool(1).schedule(latch::countDown, 1, TimeUnit.HOURS);
      case "delay" ->
          CompletableFuture.delayedExecutor(1, TimeUnit.HOURS).execute(latch::countDown);
      case "deadline" ->
          new CompletableFuture<Void>()
              .completeOnTimeout(null, 1, TimeUnit.HOURS)
              .thenRun(latch::countDown);
      case "hook" -> Runtime.getRuntime().addShutdownHook(new Thread(latch::countDown));
      case "signal" -> handleSignal();
      case "management" ->
          ManagementFactory.getPlatformMBeanServer()
              .registerMBean(new Stop(), new ObjectName("programs:type=Stop"));
      case "cleaner" -> Cleaner.create().register(kept, latch::countDown);
      case "child" -> new ProcessBuilder("cat").start().onExit().thenRun(latch::countDown);
      case "client" -> {
        ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        new Thread(() -> accept(server), "accepts").start();
      }
      case "sleeper" -> new Thread(StandsStill::sleep, "sleeps").start();
      case "virtual" ->
          Thread.class
              .getMethod("startVirtualThread", Runnable.class)
              .invoke(null, (Runnable) StandsStill::sleep);
      case "input" -> new Thread(StandsStill::read, "reads").start();
      case "reader" -> new Thread(StandsStill::readFirst, "reads").start();
      case "initializer" -> new Thread(StandsStill::load, "loads").start();
      case "logger" -> Logged.handle();
      case "events" -> {
        RecordingStream events = new RecordingStream();
        events.onEvent("jdk.GarbageCollection", event -> latch.countDown());
        events.startAsync();
      }
      case "caller" -> new Thread(() -> read(List.of(latch::countDown)), "calls").start();
      default -> throw new IllegalArgumentException(by);
    }
  }

  /** Ends the wait once it is used. */
  private static final class Loaded {
    static final long LEFT;

    static {
      latch.countDown();
      LEFT = latch.getCount();
    }
  }

  /** Handles what is logged, in a class of its own, which is loaded where it is used. */
  private static final class Logged extends Handler {
    static void handle() {
      Logger.getLogger("stands.still").addHandler(new Logged());
    }

    @Override
    public void publish(LogRecord logged) {
      latch.countDown();
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }

  private static TimerTask countDown() {
    return new TimerTask() {
      @Override
      public void run() {
        latch.countDown();
      }
    };
  }

  /** By reflection, as compilers warn of that class. */
  private static void handleSignal() throws ReflectiveOperationException {
    Class<?> signal = Class.forName("sun.misc.Signal");
    Class<?> handler = Class.forName("sun.misc.SignalHandler");
    Object ends =
        Proxy.newProxyInstance(
            StandsStill.class.getClassLoader(),
            new Class<?>[] {handler},
            (proxy, method, arguments) -> {
              latch.countDown();
              return null;
            });
    signal
        .getMethod("handle", signal, handler)
        .invoke(null, signal.getConstructor(String.class).newInstance("USR2"), ends);
  }

  private static void accept(ServerSocket server) {
    try {
      server.accept().close();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
    latch.countDown();
  }

  private static void load() {
    read();
    System.out.println(Loaded.LEFT);
  }

  private static void readFirst() {
    read();
    latch.countDown();
  }

  private static void read(List<Runnable> then) {
    read();
    then.forEach(Runnable::run);
  }

  /** Waits for input that never comes: to the JVM, a thread that runs. */
  private static void read() {
    try {
      System.out.println(System.in.read());
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void sleep() {
    try {
      TimeUnit.HOURS.sleep(1);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    latch.countDown();
  }
}
