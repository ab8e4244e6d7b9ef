import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import java.net.InetSocketAddress;

/** Rows written, read and deleted by eight threads of a client: PORT SECONDS. */
public class CassandraLoad {
  public static void main(String[] args) throws Exception {
    try (CqlSession session =
        CqlSession.builder().addContactPoint(new InetSocketAddress("127.0.0.1", Integer.parseInt(args[0]))).withLocalDatacenter("datacenter1").build()) {
      session.execute("create keyspace quiet with replication = {'class': 'SimpleStrategy', 'replication_factor': 1}");
      session.execute("create table quiet.item (id bigint primary key, body text)");
      PreparedStatement insert = session.prepare("insert into quiet.item (id, body) values (?, ?)");
      PreparedStatement select = session.prepare("select body from quiet.item where id = ?");
      PreparedStatement delete = session.prepare("delete from quiet.item where id = ?");
      Clients.load(
          args[1],
          "statements",
          (client, n) -> {
            long id = client * 1_000_000_000L + n;
            session.execute(insert.bind(id, "text of some length, ".repeat(20)));
            session.execute(select.bind(id - 10)).one();
            session.execute(delete.bind(id - 20));
            return 3;
          });
    }
  }
}
