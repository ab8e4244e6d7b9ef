package dev.snarl.libraries;

import dev.snarl.instrument.Library;
import java.util.List;

/**
 * The libraries that this version knows. Their texts are constants, which javac joins: what is
 * loaded before {@code main} is this class and not one for each of them.
 */
public final class KnownLibraries {

  static final String TEXT =
      ActiveMq.TEXT
          + ApacheHttp.TEXT
          + Dbcp.TEXT
          + Guava.TEXT
          + HikariCp.TEXT
          + JavaHttp.TEXT
          + Jedis.TEXT
          + Jetty.TEXT
          + JBossThreads.TEXT
          + Kafka.TEXT
          + KotlinCoroutines.TEXT
          + Lettuce.TEXT
          + Netty.TEXT
          + OkHttp.TEXT
          + Others.TEXT
          + RabbitMq.TEXT
          + Reactor.TEXT
          + RocketMq.TEXT
          + Spring.TEXT
          + Tomcat.TEXT
          + Vertx.TEXT;

  private static final LibraryText READ = LibraryText.read(TEXT);

  private KnownLibraries() {}

  public static List<Library> all() {
    return READ.libraries();
  }

  /** Prefixes of the classes that are never the line to change, for {@code Frames}. */
  public static List<String> frames() {
    return READ.said("frames");
  }

  /** Prefixes of the futures whose {@code isDone} is one read and takes no lock. */
  public static String[] doneIsRead() {
    return READ.said("done-read").toArray(new String[0]);
  }

  /** Classes in which thread factories wrap the worker of a pool, each followed by its field. */
  public static String[] wrappedWorkers() {
    return String.join(" ", READ.said("worker-in")).split(" ", -1);
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
