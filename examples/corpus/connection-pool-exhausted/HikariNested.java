/*
 * claim: each of three threads holds a connection of three and wants a second one
 * libraries: com.zaxxer:HikariCP:5.1.0 com.h2database:h2:2.3.232 org.slf4j:slf4j-nop:1.7.36
 * expect: connection-pool-exhausted warning at SECOND
 */
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.CyclicBarrier;

public class HikariNested {
  static final HikariDataSource SOURCE = new HikariDataSource();
  static final CyclicBarrier ALL = new CyclicBarrier(3);

  public static void main(String[] args) throws Exception {
    SOURCE.setJdbcUrl("jdbc:h2:mem:orders");
    SOURCE.setMaximumPoolSize(3);
    for (int i = 0; i < 3; i++) {
      new Thread(HikariNested::order, "request-" + i).start();
    }
    Thread.sleep(16_000);
    System.exit(0);
  }

  static void order() {
    try (Connection connection = SOURCE.getConnection()) {
      ALL.await();
      audit();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  static void audit() throws SQLException {
    try (Connection second = SOURCE.getConnection()) { // <SECOND>
      second.createStatement().execute("select 1");
    }
  }
}
