/*
 * claim: a caller of Alibaba's Druid gets no connection in time
 * libraries: com.alibaba:druid:1.2.28 com.h2database:h2:2.3.232
 * expect: connection-pool-exhausted warning at WAITS
 */
import com.alibaba.druid.pool.DruidDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.logging.Level;
import java.util.logging.Logger;

public class DruidTimesOut {
  public static void main(String[] args) throws Exception {
    Logger.getLogger("").setLevel(Level.OFF);
    try (DruidDataSource source = new DruidDataSource()) {
      source.setUrl("jdbc:h2:mem:orders");
      source.setMaxActive(1);
      source.setMaxWait(2_000);
      Connection held = source.getConnection();
      ask(source);
      Thread.sleep(5_000);
      held.close();
    }
  }

  static void ask(DruidDataSource source) {
    try {
      source.getConnection().close(); // <WAITS>
      throw new IllegalStateException("there was one");
    } catch (SQLException expected) {
      // none in time
    }
  }
}
