import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/** Rows written, read and changed over JDBC by eight threads, each with a connection of its own: URL SECONDS TEXT-TYPE [CREATE-SUFFIX]. */
public class JdbcLoad {
  private static final int THREADS = 8;
  private static final LongAdder done = new LongAdder();
  private static final LongAdder failed = new LongAdder();

  public static void main(String[] args) throws Exception {
    String url = args[0];
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(Long.parseLong(args[1]));
    try (Connection connection = DriverManager.getConnection(url); Statement statement = connection.createStatement()) {
      statement.execute("create table item (id bigint primary key, name varchar(100), body " + args[2] + ")" + (args.length > 3 ? args[3] : ""));
      statement.execute("create index item_name on item (name)");
    }
    Thread[] threads = new Thread[THREADS];
    for (int i = 0; i < THREADS; i++) {
      long first = i * 1_000_000_000L;
      threads[i] = new Thread(() -> work(url, first, end));
      threads[i].start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    System.out.println("loaded: " + done + " statements, " + failed + " failed");
  }

  private static void work(String url, long first, long end) {
    String body = "text of some length, ".repeat(200);
    try (Connection connection = DriverManager.getConnection(url);
        PreparedStatement insert = connection.prepareStatement("insert into item (id, name, body) values (?, ?, ?)");
        PreparedStatement select = connection.prepareStatement("select name, body from item where id = ?");
        PreparedStatement count = connection.prepareStatement("select count(*) from item where name = ?");
        PreparedStatement update = connection.prepareStatement("update item set name = ? where id = ?")) {
      for (long id = first; System.nanoTime() < end; id++) {
        String name = "name " + id % 1000;
        insert.setLong(1, id);
        insert.setString(2, name);
        insert.setString(3, body);
        run(insert::executeUpdate);
        long other = first + ThreadLocalRandom.current().nextLong(id - first + 1);
        select.setLong(1, other);
        run(() -> read(select));
        update.setString(1, name + " changed");
        update.setLong(2, other);
        run(update::executeUpdate);
        if (id % 50 == 0) {
          count.setString(1, name);
          run(() -> read(count));
        }
      }
    } catch (SQLException e) {
      failed.increment();
      e.printStackTrace();
    }
  }

  private static int read(PreparedStatement query) throws SQLException {
    try (ResultSet rows = query.executeQuery()) {
      int read = 0;
      while (rows.next()) {
        read += rows.getString(1).length();
      }
      return read;
    }
  }

  private interface Sql {
    int run() throws SQLException;
  }

  private static void run(Sql sql) {
    try {
      sql.run();
      done.increment();
    } catch (SQLException e) {
      if (failed.intValue() < 3) {
        e.printStackTrace();
      }
      failed.increment();
    }
  }
}
