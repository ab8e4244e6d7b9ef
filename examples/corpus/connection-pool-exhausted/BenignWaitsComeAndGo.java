/*
 * claim: a burst of callers every few seconds waits for a connection, and gets one
 * twin of: connection-pool-exhausted
 * libraries: com.zaxxer:HikariCP:5.1.0 com.h2database:h2:2.3.232 org.slf4j:slf4j-nop:1.7.36
 */
import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class BenignWaitsComeAndGo {
  static HikariDataSource source;

  public static void main(String[] args) throws Exception {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl("jdbc:h2:mem:orders");
    config.setMaximumPoolSize(2);
    source = new HikariDataSource(config);
    ExecutorService threads = Executors.newFixedThreadPool(6);
    for (int second = 0; second < 16; second += 4) {
      for (int i = 0; i < 6; i++) {
        threads.execute(BenignWaitsComeAndGo::request);
      }
      Thread.sleep(4_000);
    }
    threads.shutdown();
    source.close();
  }

  static void request() {
    try (Connection connection = source.getConnection()) {
      connection.createStatement().execute("select 1");
      Thread.sleep(500);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }
}
