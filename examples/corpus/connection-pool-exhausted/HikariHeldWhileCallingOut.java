/*
 * claim: two connections for four threads, each of which keeps one while it calls out
 * libraries: com.zaxxer:HikariCP:5.1.0 com.h2database:h2:2.3.232 org.slf4j:slf4j-nop:1.7.36
 * expect: connection-pool-exhausted warning at WAITS
 */
import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;

public class HikariHeldWhileCallingOut {
  static HikariDataSource source;

  public static void main(String[] args) throws Exception {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl("jdbc:h2:mem:orders");
    config.setMaximumPoolSize(2);
    source = new HikariDataSource(config);
    for (int i = 0; i < 4; i++) {
      new Thread(HikariHeldWhileCallingOut::requests, "request-" + i).start();
    }
    Thread.sleep(16_000);
    System.exit(0);
  }

  static void requests() {
    while (true) {
      try (Connection connection = source.getConnection()) { // <WAITS>
        connection.createStatement().execute("select 1");
        Thread.sleep(1_000); // a bank that takes its time
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
    }
  }
}
