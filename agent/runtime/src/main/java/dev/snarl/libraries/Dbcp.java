package dev.snarl.libraries;

/** Apache Commons DBCP 2 with its pool of objects, and the same in Tomcat's own packages. */
final class Dbcp {

  static final String TEXT =
      """
      library dbcp2 Commons DBCP 2
      jar commons-dbcp2 2.7 2.14
      resource org/apache/commons/dbcp2/PoolingDataSource <init> (
      borrow org/apache/commons/dbcp2/PoolingDataSource getConnection ()

      library commons-pool-2 Commons Pool 2, as in Jedis and DBCP 2
      jar commons-pool2 2.7 2.13
      resource org/apache/commons/pool2/impl/GenericObjectPool <init> (Lorg/apache/commons/pool2/PooledObjectFactory;Lorg/apache/commons/pool2/impl/GenericObjectPoolConfig;)
      borrow org/apache/commons/pool2/impl/GenericObjectPool borrowObject (J
      borrow org/apache/commons/pool2/impl/GenericObjectPool borrowObject (Ljava/time/Duration; optional
      give-back org/apache/commons/pool2/impl/GenericObjectPool returnObject (
      give-back org/apache/commons/pool2/impl/GenericObjectPool invalidateObject (Ljava/lang/Object;)

      library tomcat-dbcp Tomcat's own copy of it, `org.apache.tomcat.dbcp.dbcp2`
      jar tomcat-dbcp 9.0.58 11.0
      resource org/apache/tomcat/dbcp/dbcp2/PoolingDataSource <init> (
      borrow org/apache/tomcat/dbcp/dbcp2/PoolingDataSource getConnection ()
      give-back org/apache/tomcat/dbcp/dbcp2/PoolableConnection close ()
      """;

  private Dbcp() {}
}
