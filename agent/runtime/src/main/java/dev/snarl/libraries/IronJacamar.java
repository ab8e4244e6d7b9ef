package dev.snarl.libraries;

/** IronJacamar, the pool of the data sources of WildFly and JBoss EAP. */
final class IronJacamar {

  static final String TEXT =
      """
      library ironjacamar IronJacamar, as in WildFly
      jar ironjacamar-core-impl 1.4.35 3.0
      resource org/jboss/jca/core/connectionmanager/pool/mcp/SemaphoreConcurrentLinkedDequeManagedConnectionPool initialize (
      borrow org/jboss/jca/core/connectionmanager/pool/mcp/SemaphoreConcurrentLinkedDequeManagedConnectionPool getConnection (
      give-back org/jboss/jca/core/connectionmanager/pool/mcp/SemaphoreConcurrentLinkedDequeManagedConnectionPool returnConnection (Lorg/jboss/jca/core/connectionmanager/listener/ConnectionListener;ZZ)
      """;

  private IronJacamar() {}
}
