package dev.snarl.instrument;

import java.util.ArrayList;
import java.util.List;

/**
 * Pools of database connections, and the endpoints on which Tomcat takes connections. Asking for a
 * connection costs two stores in the thread's slot, giving it back one.
 */
final class LibraryConnections {

  private LibraryConnections() {}

  static List<Library> all() {
    List<Library> all = new ArrayList<>();
    String hikari = "com/zaxxer/hikari/pool/HikariPool";
    all.add(
        LibraryClients.library(
            "hikaricp",
            "HikariCP",
            "3.4",
            "7.0",
            point(Weave.RESOURCE, hikari, "<init>", "("),
            point(Weave.BORROW, hikari, "getConnection", "(J)"),
            point(Weave.GIVE_BACK, hikari, "recycle", "(")));
    all.add(dbcp("dbcp2", "commons-dbcp2", "2.7", "2.13", "org/apache/commons/dbcp2/"));
    all.add(dbcp("tomcat-dbcp", "tomcat-dbcp", "9.0.58", "11.0", "org/apache/tomcat/dbcp/dbcp2/"));
    String tomcat = "org/apache/tomcat/jdbc/pool/ConnectionPool";
    all.add(
        LibraryClients.library(
            "tomcat-jdbc",
            "tomcat-jdbc",
            "9.0",
            "11.0",
            point(Weave.RESOURCE, tomcat, "<init>", "("),
            point(Weave.BORROW, tomcat, "getConnection", "()"),
            point(Weave.GIVE_BACK, tomcat, "returnConnection", "(")));
    all.add(
        LibraryClients.library(
            "tomcat-endpoint",
            "tomcat-embed-core",
            "9.0.58",
            "11.0",
            point(Weave.RESOURCE, "org/apache/tomcat/util/net/AbstractEndpoint", "<init>", "(")));
    return all;
  }

  /** Commons DBCP 2, which Tomcat also has under a name of its own. */
  private static Library dbcp(
      String name, String artifact, String oldest, String newest, String folder) {
    String source = folder + "PoolingDataSource";
    return LibraryClients.library(
        name,
        artifact,
        oldest,
        newest,
        point(Weave.RESOURCE, source, "<init>", "("),
        point(Weave.BORROW, source, "getConnection", "()"),
        point(Weave.GIVE_BACK, folder + "PoolableConnection", "close", "()"));
  }

  private static Point point(Weave weave, String owner, String method, String descriptor) {
    return new Point(Hook.LIBRARY, weave, owner, method, descriptor);
  }
}
