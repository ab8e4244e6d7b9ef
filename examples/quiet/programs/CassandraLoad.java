import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/** Rows written, read and deleted by eight threads of a client: PORT SECONDS. */
public class CassandraLoad {
  private static final LongAdder done = new LongAdder();
  private static final LongAdder failed = new LongAdder();

  public static void main(String[] args) throws Exception {
    try (CqlSession session =
        CqlSession.builder().addContactPoint(new InetSocketAddress("127.0.0.1", Integer.parseInt(args[0]))).withLocalDatacenter("datacenter1").build()) {
      session.execute("create keyspace quiet with replication = {'class': 'SimpleStrategy', 'replication_factor': 1}");
      session.execute("create table quiet.item (id bigint primary key, body text)");
      PreparedStatement insert = session.prepare("insert into quiet.item (id, body) values (?, ?)");
      PreparedStatement select = session.prepare("select body from quiet.item where id = ?");
      PreparedStatement delete = session.prepare("delete from quiet.item where id = ?");
      long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(Long.parseLong(args[1]));
      Thread[] threads = new Thread[8];
      for (int i = 0; i < threads.length; i++) {
        long first = i * 1_000_000_000L;
        threads[i] =
            new Thread(
                () -> {
                  try {
                    for (long id = first; System.nanoTime() < end; id++) {
                      session.execute(insert.bind(id, "text of some length, ".repeat(20)));
                      session.execute(select.bind(id - 10)).one();
                      session.execute(delete.bind(id - 20));
                      done.add(3);
                    }
                  } catch (RuntimeException e) {
                    failed.increment();
                    e.printStackTrace();
                  }
                });
        threads[i].start();
      }
      for (Thread thread : threads) {
        thread.join();
      }
    }
    System.out.println("loaded: " + done + " statements, " + failed + " failed");
  }
}
