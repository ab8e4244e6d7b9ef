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
}
