/*
 * claim: request threads wait at OpenSearch's future for an answer that another thread computes from a blocking call
 * expect: async-blocking-pair warning at GET
 * libraries: org.opensearch:opensearch:2.11.0! org.opensearch:opensearch-core:2.11.0! org.opensearch:opensearch-common:2.11.0! org.apache.logging.log4j:log4j-api:2.25.2
 * seconds: 12
 */
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.opensearch.action.support.PlainActionFuture;

public class PairOpenSearch {
  static final ExecutorService requests = Executors.newFixedThreadPool(4);
  static final ExecutorService search = Executors.newFixedThreadPool(4);

  public static void main(String[] args) throws Exception {
    for (int i = 0; i < 4; i++) {
      requests.execute(PairOpenSearch::serve);
    }
    Thread.sleep(11_000);
    System.exit(0);
  }

  static void serve() {
    while (true) {
      find();
    }
  }

  static int find() {
    PlainActionFuture<Integer> hits = PlainActionFuture.newFuture();
    search.execute(() -> hits.onResponse(query()));
    return hits.actionGet(); // <GET>
  }

  static int query() {
    try {
      Thread.sleep(150);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return 1;
  }
}
