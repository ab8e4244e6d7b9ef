import java.nio.file.Path;
import java.util.Map;
import org.neo4j.dbms.api.DatabaseManagementService;
import org.neo4j.dbms.api.DatabaseManagementServiceBuilder;
import org.neo4j.graphdb.GraphDatabaseService;
import org.neo4j.graphdb.TransientTransactionFailureException;

/** Neo4j inside this JVM: eight threads update and ask a graph for some seconds; then it is idle until it is ended: FOLDER SECONDS. */
public class Neo4jLoad {
  public static void main(String[] args) throws Exception {
    DatabaseManagementService server = new DatabaseManagementServiceBuilder(Path.of(args[0])).build();
    Runtime.getRuntime().addShutdownHook(new Thread(server::shutdown));
    GraphDatabaseService graph = server.database("neo4j");
    graph.executeTransactionally("CREATE INDEX item IF NOT EXISTS FOR (i:Item) ON (i.n)");
    System.out.println("the graph is open");
    Clients.load(args[1], "transactions", (client, n) -> updateAndAsk(graph, client * 1_000_000 + n));
    Thread.currentThread().join();
  }

  private static int updateAndAsk(GraphDatabaseService graph, int n) {
    try {
      graph.executeTransactionally("CREATE (a:Item {n: $n})-[:NEXT]->(b:Item {n: $n + 1})", Map.of("n", n % 5_000));
      graph.executeTransactionally("MATCH (a:Item {n: $n})-[:NEXT]->(b) RETURN count(b)", Map.of("n", n % 5_000), rows -> rows.hasNext() ? rows.next() : null);
      graph.executeTransactionally("MATCH (a:Item) WHERE a.n > $n RETURN count(a)", Map.of("n", n % 5_000), rows -> rows.next());
      return 3;
    } catch (TransientTransactionFailureException e) {
      return 0; // two writers met, as they may
    }
  }
}
