package dev.snarl.libraries;

import dev.snarl.instrument.Library;
import dev.snarl.instrument.Point;
import dev.snarl.instrument.Weave;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The libraries that this version knows. Their texts are constants, which javac joins: what is
 * loaded before {@code main} is this class and not one for each of them.
 */
public final class KnownLibraries {

  static final String TEXT =
      ActiveMq.TEXT
          + Agroal.TEXT
          + ApacheHttp.TEXT
          + C3p0.TEXT
          + Cassandra.TEXT
          + Dbcp.TEXT
          + Druid.TEXT
          + Fibers.TEXT
          + Grizzly.TEXT
          + Grpc.TEXT
          + Guava.TEXT
          + Hazelcast.TEXT
          + HikariCp.TEXT
          + Ignite.TEXT
          + IronJacamar.TEXT
          + JavaHttp.TEXT
          + Jedis.TEXT
          + Jetty.TEXT
          + JBossThreads.TEXT
          + Kafka.TEXT
          + KotlinCoroutines.TEXT
          + Lettuce.TEXT
          + Mongo.TEXT
          + Mutiny.TEXT
          + Netty.TEXT
          + OkHttp.TEXT
          + Others.TEXT
          + Quartz.TEXT
          + RabbitMq.TEXT
          + Reactor.TEXT
          + RocketMq.TEXT
          + RxJava.TEXT
          + Scala.TEXT
          + Search.TEXT
          + Servlet.TEXT
          + Spring.TEXT
          + Tomcat.TEXT
          + Vertx.TEXT;

  private static final LibraryText READ = LibraryText.read(TEXT);

  /** What the user declares. Set before anything is woven, and never again. */
  private static LibraryText declared = new LibraryText();

  private static final Set<String> DECLARED = ConcurrentHashMap.newKeySet();

  private KnownLibraries() {}

  static void declare(LibraryText own) {
    declared = own;
    DECLARED.clear();
    DECLARED.addAll(own.said("declared"));
  }

  public static List<Library> all() {
    return joined(READ.libraries(), declared.libraries());
  }

  /** What is said with this word, first of the known libraries. */
  private static List<String> said(String word) {
    return joined(READ.said(word), declared.said(word));
  }

  private static <T> List<T> joined(List<T> known, List<T> own) {
    if (own.isEmpty()) {
      return known;
    }
    List<T> all = new ArrayList<>(known);
    all.addAll(own);
    return all;
  }

  /** Methods in which callers get a connection of a pool or wait for one: class, dot, name. */
  public static Set<String> borrows() {
    Set<String> methods = new HashSet<>();
    for (Point point : woven(Weave.BORROW, Weave.BORROW_FROM)) {
      methods.add(point.owner().replace('/', '.') + '.' + point.name());
    }
    return methods;
  }

  /** Futures in whose own methods callers wait for them: the names of their classes. */
  public static Set<String> awaited() {
    Set<String> classes = new HashSet<>();
    for (Point point : woven(Weave.WAIT)) {
      classes.add(point.owner().replace('/', '.'));
    }
    return classes;
  }

  private static List<Point> woven(Weave... kinds) {
    Set<Weave> wanted = Set.of(kinds);
    List<Point> woven = new ArrayList<>();
    for (Library library : READ.libraries()) {
      for (Point point : library.points()) {
        if (wanted.contains(point.weave())) {
          woven.add(point);
        }
      }
    }
    return woven;
  }

  /** Kinds of futures, each after the beginning of the names of its classes. */
  public static String[] kinds() {
    return words("kind");
  }

  /** Futures that the user declares: a class, and the field that is null or false till the end. */
  public static String[] futures() {
    return words("future");
  }

  /** Pools that the user declares: the class, and which field has what. */
  public static List<String> pools() {
    return said("pool");
  }

  /** Queues in front of pools: the class, and which field has what. */
  public static List<String> limiters() {
    return READ.said("limiter");
  }

  /** Threads on which nothing may block: the class, and when they may. */
  public static List<String> loops() {
    return READ.said("loop");
  }

  /** Values of caches that one thread loads while others wait: the class, and in which methods. */
  public static List<String> loads() {
    return READ.said("load");
  }

  /** Queues of tasks around those of the JDK: the class, and which field has what. */
  public static List<String> queuesAround() {
    return READ.said("queue-around");
  }

  private static String[] words(String word) {
    List<String> lines = said(word);
    return lines.isEmpty() ? new String[0] : String.join(" ", lines).split(" ", -1);
  }

  /** Prefixes of the classes that are never the line to change, for {@code Frames}. */
  public static List<String> frames() {
    return said("frames");
  }

  /** The classes that the user declares, for {@code Frames}; their subtypes as they are met. */
  public static Set<String> declared() {
    return DECLARED;
  }

  /** The beginning of the names of futures that the answer of another process completes. */
  public static String[] peers() {
    return said("peer").toArray(new String[0]);
  }

  /** Methods in which a library's own thread waits for something to do, for {@code Frames}. */
  public static Set<String> idle() {
    return Set.copyOf(joined(said("idle"), said("idle-queue")));
  }

  /** Methods in which workers wait only while their queues are empty. */
  public static Set<String> idleQueues() {
    return Set.copyOf(READ.said("idle-queue"));
  }

  /** At which threads wait without an end: the class, and the array that else has an element. */
  public static List<String> endless() {
    return READ.said("endless");
  }

  /** Prefixes of calls in which a thread waits for the answer of another process. */
  public static List<String> sockets() {
    return said("socket");
  }

  /** Methods that call the application's handlers of requests, messages and scheduled tasks. */
  public static Set<String> handlers() {
    return Set.copyOf(said("handler"));
  }

  /** Prefixes of the futures whose {@code isDone} is one read and takes no lock. */
  public static String[] doneIsRead() {
    return said("done-read").toArray(new String[0]);
  }

  /** Classes in which thread factories wrap the worker of a pool, each followed by its field. */
  public static String[] wrappedWorkers() {
    return words("worker-in");
  }

  /**
   * Whether the tasks that a pool refuses were too many anyway.
   *
   * @param policy what decides on them, a class's name; of the JDK's own the simple one
   */
  public static boolean surplus(String policy, String pool) {
    for (String line : READ.said("surplus")) {
      String[] words = line.split(" ", 2);
      if (policy.startsWith(words[0])
          || (policy.startsWith("Discard") && pool.matches(".*" + words[1]))) {
        return true;
      }
    }
    return false;
  }
}
