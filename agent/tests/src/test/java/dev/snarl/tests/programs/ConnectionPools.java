package dev.snarl.tests.programs;

import com.alibaba.druid.pool.DruidDataSource;
import com.mchange.v2.c3p0.ComboPooledDataSource;
import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.agroal.api.AgroalDataSource;
import io.agroal.api.configuration.supplier.AgroalDataSourceConfigurationSupplier;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import javax.sql.DataSource;
import org.apache.commons.dbcp2.BasicDataSource;

/**
 * Threads that hold a connection each for a while, more of them than there are connections, or not.
 */
public final class ConnectionPools {
  private static final String URL = "jdbc:h2:mem:orders";

  private ConnectionPools() {}

  public static void main(String[] args) throws Exception {
    DataSource source = source(args[0]);
    for (int i = 0; i < Integer.parseInt(args[1]); i++) {
      Thread thread = new Thread(() -> orders(source), "order-" + i);
      thread.setDaemon(true);
      thread.start();
    }
    System.out.println("running");
    System.in.readAllBytes();
    System.exit(0);
  }

  private static DataSource source(String library) throws SQLException {
    return switch (library) {
      case "hikari" -> {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(URL);
        config.setMaximumPoolSize(2);
        config.setConnectionTimeout(300);
        yield new HikariDataSource(config);
      }
      case "agroal" ->
          AgroalDataSource.from(
              new AgroalDataSourceConfigurationSupplier()
                  .connectionPoolConfiguration(
                      pool ->
                          pool.maxSize(2)
                              .acquisitionTimeout(Duration.ofMillis(300))
                              .connectionFactoryConfiguration(factory -> factory.jdbcUrl(URL))));
      case "c3p0" -> {
        ComboPooledDataSource source = new ComboPooledDataSource();
        source.setJdbcUrl(URL);
        source.setMaxPoolSize(2);
        source.setMinPoolSize(1);
        source.setInitialPoolSize(1);
        source.setCheckoutTimeout(300);
        yield source;
      }
      case "druid" -> {
        DruidDataSource source = new DruidDataSource();
        source.setUrl(URL);
        source.setMaxActive(2);
        source.setMaxWait(300);
        yield source;
      }
      case "dbcp" -> {
        BasicDataSource source = new BasicDataSource();
        source.setUrl(URL);
        source.setMaxTotal(2);
        source.setMaxWaitMillis(300);
        yield source;
      }
      case "tomcat-dbcp" -> {
        org.apache.tomcat.dbcp.dbcp2.BasicDataSource source =
            new org.apache.tomcat.dbcp.dbcp2.BasicDataSource();
        source.setUrl(URL);
        source.setMaxTotal(2);
        source.setMaxWait(Duration.ofMillis(300));
        yield source;
      }
      case "tomcat" -> {
        org.apache.tomcat.jdbc.pool.DataSource source =
            new org.apache.tomcat.jdbc.pool.DataSource();
        source.setUrl(URL);
        source.setDriverClassName("org.h2.Driver");
        source.setMaxActive(2);
        source.setInitialSize(1);
        source.setMaxWait(300);
        yield source;
      }
      default -> throw new IllegalArgumentException(library);
    };
  }

  private static void orders(DataSource source) {
    while (true) {
      try (Connection connection = source.getConnection()) {
        connection.createStatement().execute("select 1");
        think();
      } catch (SQLException e) {
        Thread.onSpinWait(); // none in time: ask again
      }
    }
  }

  static void think() {
    try {
      Thread.sleep(900);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
