/*
 * claim: a caller of IronJacamar, the pool of WildFly's data sources, gets no connection in time
 * libraries: org.jboss.ironjacamar:ironjacamar-core-impl:3.0.14.Final! org.jboss.ironjacamar:ironjacamar-core-api:3.0.14.Final! org.jboss.ironjacamar:ironjacamar-common-api:3.0.14.Final! org.jboss.ironjacamar:ironjacamar-common-spi:3.0.14.Final! jakarta.resource:jakarta.resource-api:2.1.0! jakarta.transaction:jakarta.transaction-api:2.0.1! org.jboss.logging:jboss-logging:3.6.1.Final! org.wildfly.common:wildfly-common:1.5.4.Final! org.jboss.threads:jboss-threads:2.4.0.Final! org.jboss:jboss-transaction-spi-jakarta:7.6.1.Final!
 * jdk: 17..23
 * expect: connection-pool-exhausted warning at WAITS
 */
import jakarta.resource.ResourceException;
import jakarta.resource.spi.ManagedConnection;
import jakarta.resource.spi.ManagedConnectionFactory;
import jakarta.resource.spi.TransactionSupport.TransactionSupportLevel;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.Set;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jboss.jca.common.api.metadata.common.FlushStrategy;
import org.jboss.jca.core.api.connectionmanager.pool.PoolConfiguration;
import org.jboss.jca.core.connectionmanager.ConnectionManagerFactory;
import org.jboss.jca.core.connectionmanager.NoTxConnectionManager;
import org.jboss.jca.core.connectionmanager.pool.api.Pool;
import org.jboss.jca.core.connectionmanager.pool.api.PoolFactory;
import org.jboss.jca.core.connectionmanager.pool.api.PoolStrategy;

public class IronJacamarTimesOut {
  static final String CONNECTIONS =
      "org.jboss.jca.core.connectionmanager.pool.mcp"
          + ".SemaphoreConcurrentLinkedDequeManagedConnectionPool";

  public static void main(String[] args) throws Exception {
    Logger.getLogger("").setLevel(Level.OFF);
    PoolConfiguration settings = new PoolConfiguration();
    settings.setMaxSize(1);
    settings.setBlockingTimeout(2_000);
    ManagedConnectionFactory factory = like(ManagedConnectionFactory.class);
    Pool pool =
        new PoolFactory().create(PoolStrategy.ONE_POOL, factory, settings, false, true, CONNECTIONS);
    pool.setName("orders");
    NoTxConnectionManager source =
        new ConnectionManagerFactory()
            .createNonTransactional(
                TransactionSupportLevel.NoTransaction,
                pool, null, null, false, null, true, false, false, null,
                FlushStrategy.FAILING_CONNECTION_ONLY, 0, 0L);
    Object held = source.allocateConnection(factory, null);
    ask(source, factory);
    Thread.sleep(5_000);
    System.exit(held == null ? 1 : 0);
  }

  static void ask(NoTxConnectionManager source, ManagedConnectionFactory factory) {
    try {
      source.allocateConnection(factory, null); // <WAITS>
      throw new IllegalStateException("there was one");
    } catch (ResourceException expected) {
      // none in time
    }
  }

  /** A resource adapter that does nothing. */
  static <T> T like(Class<T> type) {
    InvocationHandler answers =
        (self, method, arguments) ->
            switch (method.getName()) {
              case "createManagedConnection" -> like(ManagedConnection.class);
              case "matchManagedConnections" -> ((Set<?>) arguments[0]).iterator().next();
              case "getConnection" -> new Object();
              case "hashCode" -> System.identityHashCode(self);
              case "equals" -> self == arguments[0];
              case "toString" -> type.getSimpleName();
              default -> null;
            };
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, answers));
  }
}
