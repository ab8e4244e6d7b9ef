package dev.snarl.libraries;

/** Apache Commons DBCP 2, and the same in Tomcat's own packages. */
final class Dbcp {

  static final String TEXT =
      """
      library dbcp2 Commons DBCP 2
      jar commons-dbcp2 2.7 2.13
      resource org/apache/commons/dbcp2/PoolingDataSource <init> (
      borrow org/apache/commons/dbcp2/PoolingDataSource getConnection ()
      give-back org/apache/commons/dbcp2/PoolableConnection close ()

      library tomcat-dbcp Tomcat's own copy of it, `org.apache.tomcat.dbcp.dbcp2`
      jar tomcat-dbcp 9.0.58 11.0
      resource org/apache/tomcat/dbcp/dbcp2/PoolingDataSource <init> (
      borrow org/apache/tomcat/dbcp/dbcp2/PoolingDataSource getConnection ()
      give-back org/apache/tomcat/dbcp/dbcp2/PoolableConnection close ()
      """;

  private Dbcp() {}
}
