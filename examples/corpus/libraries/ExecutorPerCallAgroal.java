/*
 * claim: each call builds a data source of Agroal, and so its executor: the line is the
 *   application's, not one of the library
 * libraries: io.agroal:agroal-pool:2.5 com.h2database:h2:2.3.232
 * expect: executor-per-call warning at BUILD
 * allow: fan-out-wait info
 */
import io.agroal.api.AgroalDataSource;
import io.agroal.api.configuration.supplier.AgroalDataSourceConfigurationSupplier;
import java.sql.Connection;
import java.time.Duration;

public class ExecutorPerCallAgroal {
  public static void main(String[] args) throws Exception {
    for (int i = 0; i < 25; i++) {
      handle();
      Thread.sleep(300);
    }
  }

  static void handle() throws Exception {
    AgroalDataSourceConfigurationSupplier settings =
        new AgroalDataSourceConfigurationSupplier()
            .connectionPoolConfiguration(
                pool ->
                    pool.initialSize(1)
                        .maxSize(2)
                        .validationTimeout(Duration.ofSeconds(1))
                        .connectionFactoryConfiguration(
                            factory -> factory.jdbcUrl("jdbc:h2:mem:orders")));
    try (AgroalDataSource source = AgroalDataSource.from(settings); // <BUILD>
        Connection connection = source.getConnection()) {
      connection.createStatement().execute("select 1");
    }
  }
}
