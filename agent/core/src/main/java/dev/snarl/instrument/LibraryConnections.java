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
    String dbcp = "org/apache/commons/dbcp2/PoolingDataSource";
    all.add(
        LibraryClients.library(
            "dbcp2",
            "commons-dbcp2",
            "2.7",
            "2.13",
            point(Weave.RESOURCE, dbcp, "<init>", "("),
            point(Weave.BORROW, dbcp, "getConnection", "()"),
            point(Weave.GIVE_BACK, "org/apache/commons/dbcp2/PoolableConnection", "close", "()")));
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

  private static Point point(Weave weave, String owner, String method, String descriptor) {
    return new Point(Hook.LIBRARY, weave, owner, method, descriptor);
  }
}
