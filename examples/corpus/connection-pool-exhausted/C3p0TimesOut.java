/*
 * claim: a caller of c3p0 gets no connection in time
 * libraries: com.mchange:c3p0:0.12.0 com.h2database:h2:2.3.232
 * expect: connection-pool-exhausted warning at WAITS
 */
import com.mchange.v2.c3p0.ComboPooledDataSource;
import com.mchange.v2.log.MLevel;
import com.mchange.v2.log.MLog;
import java.sql.Connection;
import java.sql.SQLException;

public class C3p0TimesOut {
  public static void main(String[] args) throws Exception {
    System.setProperty("com.mchange.v2.log.MLog", "com.mchange.v2.log.FallbackMLog");
    MLog.getLogger("").setLevel(MLevel.OFF);
    ComboPooledDataSource source = new ComboPooledDataSource();
    source.setJdbcUrl("jdbc:h2:mem:orders");
    source.setInitialPoolSize(1);
    source.setMinPoolSize(1);
    source.setMaxPoolSize(1);
    source.setCheckoutTimeout(2_000);
    try (Connection held = source.getConnection()) {
      ask(source);
      Thread.sleep(5_000);
    }
    System.exit(0);
  }

  static void ask(ComboPooledDataSource source) {
    try {
      source.getConnection().close(); // <WAITS>
      throw new IllegalStateException("there was one");
    } catch (SQLException expected) {
      // none in time
    }
  }
}
