/*
 * claim: a caller of Commons DBCP gets no connection in time
 * libraries: org.apache.commons:commons-dbcp2:2.14.0 com.h2database:h2:2.3.232
 * expect: connection-pool-exhausted warning at WAITS
 */
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import org.apache.commons.dbcp2.BasicDataSource;

public class DbcpTimesOut {
  public static void main(String[] args) throws Exception {
    BasicDataSource source = new BasicDataSource();
    source.setUrl("jdbc:h2:mem:orders");
    source.setMaxTotal(1);
    source.setMaxWait(Duration.ofMillis(300));
    try (Connection held = source.getConnection()) {
      ask(source);
      Thread.sleep(5_000);
    }
  }

  static void ask(BasicDataSource source) {
    try {
      source.getConnection().close(); // <WAITS>
      throw new IllegalStateException("there was one");
    } catch (SQLException expected) {
      // none in time
    }
  }
}
