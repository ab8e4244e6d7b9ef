/*
 * claim: all connections are in use all the time, and nobody has to wait
 * twin of: connection-pool-exhausted
 * libraries: com.zaxxer:HikariCP:5.1.0 com.h2database:h2:2.3.232 org.slf4j:slf4j-nop:1.7.36
 */
import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;

public class BenignAllInUse {
  static HikariDataSource source;

  public static void main(String[] args) throws Exception {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl("jdbc:h2:mem:orders");
    config.setMaximumPoolSize(2);
    source = new HikariDataSource(config);
    for (int i = 0; i < 2; i++) {
      new Thread(BenignAllInUse::requests, "request-" + i).start();
    }
    Thread.sleep(14_000);
    System.exit(0);
  }

  static void requests() {
    while (true) {
      try (Connection connection = source.getConnection()) {
        connection.createStatement().execute("select 1");
        Thread.sleep(1_000);
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
    }
  }
}
