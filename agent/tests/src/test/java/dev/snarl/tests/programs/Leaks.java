package dev.snarl.tests.programs;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * Fills its heap in the way that its argument names, says {@code full}, adds once more as much at
 * each line of its standard input, and stays until that ends.
 */
@SuppressWarnings({
  "FutureReturnValueIgnored",
  "ModifiedButNotUsed",
  "UnusedVariable"
}) // on purpose
public final class Leaks {
  private static final int MANY = 50_000;
  private static final int LARGE = 1 << 20;
  private static final Broker BROKER = new Broker();
  private static final Events EVENTS = new Events();
  private static final Map<String, Price> PRICES = new ConcurrentHashMap<>();
  private static final List<Class<?>> DEPLOYED = new ArrayList<>();
  private static final ThreadLocal<Session> SESSION = new ThreadLocal<>();
  private static final Price[] TABLE = new Price[MANY];
  private static final Map<String, List<Price>> BY_SHOP = new HashMap<>();

  private Leaks() {}

  /** Nobody takes what is pending. */
  static final class Broker {
    final Queue<Runnable> pending = new LinkedBlockingQueue<>();
  }

  /** Nobody removes a listener. */
  static final class Events {
    final List<Listener> listeners = new ArrayList<>();
  }

  /** Keeps what it was made for. */
  static final class Listener {
    final byte[] page = new byte[2_000];
  }

  /** Kept for ever. */
  record Price(String article, long cents) {}

  /** Set and never removed. */
  static final class Session {
    final byte[] state = new byte[LARGE];
  }

  /** Fills it, and again at each line. */
  public static void main(String[] arguments) throws Exception {
    fill(arguments[0], 0);
    System.out.println("full");
    int round = 1;
    for (int next = System.in.read(); next >= 0; next = System.in.read()) {
      if (next == '\n') {
        fill(arguments[0], round++);
        System.out.println("more");
      }
    }
  }

  private static void fill(String how, int round) throws Exception {
    switch (how) {
      case "queue" -> queue();
      case "listeners" -> listeners();
      case "map" -> map(round);
      case "nested" -> nested(round);
      case "array" -> array();
      case "thread-locals" -> threadLocals();
      case "loaders" -> loaders();
      default -> throw new IllegalArgumentException(how);
    }
  }

  private static void queue() {
    for (int i = 0; i < MANY; i++) {
      int number = i;
      byte[] body = new byte[64];
      BROKER.pending.add(() -> send(number, body));
    }
  }

  private static void send(int number, byte[] body) {
    throw new IllegalStateException(number + " of " + body.length + " bytes");
  }

  private static void listeners() {
    for (int i = 0; i < 2_000; i++) {
      EVENTS.listeners.add(new Listener());
    }
  }

  private static void map(int round) {
    for (int i = 0; i < MANY; i++) {
      PRICES.put(round + "/" + i, new Price("article " + i, i));
    }
  }

  private static void nested(int round) {
    List<Price> prices = BY_SHOP.computeIfAbsent("only", shop -> new ArrayList<>());
    for (int i = 0; i < MANY; i++) {
      prices.add(new Price(round + " article " + i, i));
    }
  }

  private static void array() {
    for (int i = 0; i < MANY; i++) {
      TABLE[i] = new Price("article " + i, i);
    }
  }

  private static void threadLocals() throws InterruptedException {
    int threads = 8;
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    CountDownLatch all = new CountDownLatch(threads);
    for (int i = 0; i < threads; i++) {
      pool.submit(
          () -> {
            SESSION.set(new Session());
            all.countDown();
            all.await();
            return true;
          });
    }
    all.await();
  }

  private static void loaders() throws IOException, ReflectiveOperationException {
    URL classes = Leaks.class.getProtectionDomain().getCodeSource().getLocation();
    for (int i = 0; i < 4; i++) {
      URLClassLoader loader =
          new URLClassLoader(new URL[] {classes}, ClassLoader.getPlatformClassLoader());
      DEPLOYED.add(Class.forName("shop.Deployed", true, loader));
    }
  }
}
