package dev.snarl.observe.connections;

import java.util.Collection;
import org.jspecify.annotations.Nullable;

/**
 * How to read the connection pools of one library: by the places of their fields, waiting for no
 * lock of theirs. What cannot be read counts as 0.
 */
interface ConnectionReader {

  /** As users know it. */
  String library();

  /** Whether its connections are to a database. */
  default boolean jdbc() {
    return true;
  }

  /** The pool's own name; null for one without. */
  default @Nullable String name(Object pool) {
    return null;
  }

  /** Null for one that is closed. */
  @Nullable Counts read(Object pool);

  /** Whether this says that a caller got no connection within its time, or at once. */
  boolean exhausted(Throwable thrown);

  /** Its callers that wait, oldest first or last; null where that cannot be read without a lock. */
  default @Nullable Collection<?> waiting(Object pool) {
    return null;
  }

  /** The pool of another library from which this one takes all it has; null for most. */
  default @Nullable Object inner(Object pool) {
    return null;
  }

  /**
   * What there is in a pool; a moment old.
   *
   * @param route the host that these are connections to; null where there is one limit for all
   */
  record Counts(
      int size, int active, int idle, int min, int max, int pending, @Nullable String route) {
    Counts(int size, int active, int idle, int min, int max, int pending) {
      this(size, active, idle, min, max, pending, null);
    }
  }

  /** How to read this object, or null: no pool of connections that is known. */
  static @Nullable ConnectionReader of(Object pool) {
    for (Class<?> type = pool.getClass(); type != null; type = type.getSuperclass()) {
      switch (type.getName()) {
        case "com.zaxxer.hikari.pool.HikariPool" -> {
          return new HikariReader();
        }
        case AgroalReader.POOL -> {
          return new AgroalReader();
        }
        case C3p0Reader.POOL -> {
          return new C3p0Reader();
        }
        case IronJacamarReader.POOL -> {
          return new IronJacamarReader();
        }
        case DruidReader.POOL -> {
          return new DruidReader();
        }
        case MongoReader.POOL -> {
          return new MongoReader();
        }
        case "org.apache.commons.dbcp2.PoolingDataSource",
            "org.apache.tomcat.dbcp.dbcp2.PoolingDataSource" -> {
          return new DbcpReader();
        }
        case "org.apache.commons.pool2.impl.GenericObjectPool" -> {
          return new ObjectPoolReader();
        }
        case "org.apache.http.impl.conn.PoolingHttpClientConnectionManager",
            "org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManager" -> {
          return new HttpPoolReader();
        }
        case "org.apache.tomcat.jdbc.pool.ConnectionPool" -> {
          return new TomcatJdbcReader();
        }
        case ReactorPoolReader.POOL -> {
          return new ReactorPoolReader(false);
        }
        case ReactorPoolReader.COPY -> {
          return new ReactorPoolReader(true);
        }
        case NettyPoolReader.POOL -> {
          return new NettyPoolReader();
        }
        default -> {}
      }
    }
    return null;
  }

  /** The value of an atomic counter; 0 if it is none. */
  static int count(@Nullable Object counter) {
    return counter instanceof Number number ? number.intValue() : 0;
  }
}
