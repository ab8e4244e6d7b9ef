/*
 * claim: H2 starts a clean-up of large objects unless one runs: it submits one to a pool of its own,
 *   whose refusal it catches
 * twin of: tasks-rejected
 * libraries: com.h2database:h2:2.3.232
 * allow: tasks-rejected info
 * seconds: 8
 * full: it is busy on all processors for 6 s
 */
import java.io.StringReader;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

public class BenignLibraryCatches {
  static final String URL = "jdbc:h2:mem:lobs;DB_CLOSE_DELAY=-1";

  public static void main(String[] args) throws Exception {
    try (Connection connection = DriverManager.getConnection(URL);
        Statement statement = connection.createStatement()) {
      statement.execute("create table doc(id int primary key, text clob)");
    }
    List<Thread> writers = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      int first = i * 1_000;
      Thread writer = new Thread(() -> write(first));
      writer.start();
      writers.add(writer);
    }
    for (Thread writer : writers) {
      writer.join();
    }
  }

  static void write(int first) {
    long end = System.nanoTime() + 6_000_000_000L;
    String text = "x".repeat(100_000);
    try (Connection connection = DriverManager.getConnection(URL);
        PreparedStatement put = connection.prepareStatement("merge into doc values(?, ?)")) {
      while (System.nanoTime() < end) {
        for (int i = 0; i < 20; i++) {
          put.setInt(1, first + i);
          put.setCharacterStream(2, new StringReader(text));
          put.executeUpdate();
        }
      }
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }
}
