import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.neo4j.dbms.api.DatabaseManagementService;
import org.neo4j.dbms.api.DatabaseManagementServiceBuilder;
import org.neo4j.graphdb.GraphDatabaseService;
import org.neo4j.graphdb.TransientTransactionFailureException;

/** Neo4j inside this JVM: eight threads update and ask a graph for some seconds; then it is idle until it is ended: FOLDER SECONDS. */
public class Neo4jLoad {
  private static final LongAdder done = new LongAdder();
  private static final LongAdder failed = new LongAdder();

  public static void main(String[] args) throws Exception {
    DatabaseManagementService server = new DatabaseManagementServiceBuilder(Path.of(args[0])).build();
    Runtime.getRuntime().addShutdownHook(new Thread(server::shutdown));
    GraphDatabaseService graph = server.database("neo4j");
    graph.executeTransactionally("CREATE INDEX item IF NOT EXISTS FOR (i:Item) ON (i.n)");
    System.out.println("the graph is open");
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(Long.parseLong(args[1]));
    Thread[] threads = new Thread[8];
    for (int i = 0; i < threads.length; i++) {
      int first = i * 1_000_000;
      threads[i] = new Thread(() -> work(graph, first, end));
      threads[i].start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    System.out.println("loaded: " + done + " transactions, " + failed + " failed");
    Thread.currentThread().join();
  }

  private static void work(GraphDatabaseService graph, int first, long end) {
    for (int n = first; System.nanoTime() < end; n++) {
      try {
        graph.executeTransactionally("CREATE (a:Item {n: $n})-[:NEXT]->(b:Item {n: $n + 1})", Map.of("n", n % 5_000));
        graph.executeTransactionally("MATCH (a:Item {n: $n})-[:NEXT]->(b) RETURN count(b)", Map.of("n", n % 5_000), rows -> rows.hasNext() ? rows.next() : null);
        graph.executeTransactionally("MATCH (a:Item) WHERE a.n > $n RETURN count(a)", Map.of("n", n % 5_000), rows -> rows.next());
        done.add(3);
      } catch (TransientTransactionFailureException e) {
        // Two writers met, as they may.
      } catch (RuntimeException e) {
        failed.increment();
        e.printStackTrace();
      }
    }
  }
}
