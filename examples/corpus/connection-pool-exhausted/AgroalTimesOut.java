/*
 * claim: a caller of Agroal, the pool of Quarkus, gets no connection in time
 * libraries: io.agroal:agroal-pool:3.0 com.h2database:h2:2.3.232
 * expect: connection-pool-exhausted warning at WAITS
 */
import io.agroal.api.AgroalDataSource;
import io.agroal.api.configuration.supplier.AgroalDataSourceConfigurationSupplier;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;

public class AgroalTimesOut {
  public static void main(String[] args) throws Exception {
    AgroalDataSourceConfigurationSupplier settings =
        new AgroalDataSourceConfigurationSupplier()
            .connectionPoolConfiguration(
                pool ->
                    pool.maxSize(1)
                        .acquisitionTimeout(Duration.ofSeconds(2))
                        .connectionFactoryConfiguration(
                            factory -> factory.jdbcUrl("jdbc:h2:mem:orders")));
    try (AgroalDataSource source = AgroalDataSource.from(settings);
        Connection held = source.getConnection()) {
      ask(source);
      Thread.sleep(5_000);
    }
  }

  static void ask(AgroalDataSource source) {
    try {
      source.getConnection().close(); // <WAITS>
      throw new IllegalStateException("there was one");
    } catch (SQLException expected) {
      // none in time
    }
  }
}
