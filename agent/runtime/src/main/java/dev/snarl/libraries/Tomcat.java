package dev.snarl.libraries;

/**
 * Tomcat: its executors, its connectors, and its pool of database connections. Before 9.0.58 its
 * thread pool is a subclass of the JDK's, which is woven itself.
 */
final class Tomcat {

  static final String TEXT =
      """
      library tomcat Tomcat
      jar tomcat-embed-core 9.0.58 11.0
      built org/apache/tomcat/util/threads/ThreadPoolExecutor <init> (
      stopping org/apache/tomcat/util/threads/ThreadPoolExecutor shutdown ()
      stopping org/apache/tomcat/util/threads/ThreadPoolExecutor shutdownNow ()
      fed-or-refused org/apache/tomcat/util/threads/ThreadPoolExecutor execute (Ljava/lang/Runnable;)
      worker org/apache/tomcat/util/threads/ThreadPoolExecutor runWorker (
      removed org/apache/tomcat/util/threads/ThreadPoolExecutor remove (
      built org/apache/tomcat/util/threads/VirtualThreadExecutor <init> (
      stopping org/apache/tomcat/util/threads/VirtualThreadExecutor shutdown ()
      frames org.apache.jsp.+

      library tomcat-endpoint Tomcat
      jar tomcat-embed-core 9.0.58 11.0
      resource org/apache/tomcat/util/net/AbstractEndpoint <init> (

      library tomcat-jdbc Tomcat JDBC
      jar tomcat-jdbc 9.0 11.0
      resource org/apache/tomcat/jdbc/pool/ConnectionPool <init> (
      borrow org/apache/tomcat/jdbc/pool/ConnectionPool getConnection ()
      give-back org/apache/tomcat/jdbc/pool/ConnectionPool returnConnection (Lorg/apache/tomcat/jdbc/pool/PooledConnection;)
      """;

  private Tomcat() {}
}
