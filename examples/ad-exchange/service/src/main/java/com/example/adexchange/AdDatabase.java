package com.example.adexchange;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import org.h2.tools.Server;

/**
 * The database: an in-memory H2 behind its own network protocol, on loopback, with one ad for each
 * of 100 slots. A select that names {@code database_time(MILLIS)} takes that long, as if there were
 * disks and millions of rows.
 */
public final class AdDatabase {
  private static final String ADDRESS = "jdbc:h2:mem:ads;DB_CLOSE_DELAY=-1";

  private AdDatabase() {}

  static void serve() throws SQLException {
    System.setProperty("h2.bindAddress", "127.0.0.1");
    try (Connection connection = DriverManager.getConnection(ADDRESS, "sa", "");
        Statement statement = connection.createStatement()) {
      statement.execute(
          "create alias database_time for '%s.passTime'".formatted(AdDatabase.class.getName()));
      statement.execute(
          "create table ad (slot int primary key, campaign varchar(40), cents int) as"
              + " select x, 'campaign ' || x, mod(x * 37, 100) from system_range(1, 100)");
    }
    Server server = Server.createTcpServer("-tcpPort", "0").start();
    System.out.println("Database started on port " + server.getPort());
  }

  /** Called by the database for each row of a select that names it. */
  public static int passTime(int millis) throws InterruptedException {
    Thread.sleep(millis);
    return millis;
  }
}
