/*
 * claim: request threads wait at Elasticsearch's future for an answer that another thread computes
 * twin of: async-blocking-pair
 * libraries: org.elasticsearch:elasticsearch:8.15.0! org.elasticsearch:elasticsearch-core:8.15.0! org.elasticsearch:elasticsearch-x-content:8.15.0! org.apache.logging.log4j:log4j-api:2.25.2
 * seconds: 12
 * full: it computes on all processors for 11 s
 */
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.elasticsearch.action.support.PlainActionFuture;

public class BenignElasticsearch {
  static final ExecutorService requests = Executors.newFixedThreadPool(4);
  static final ExecutorService search = Executors.newFixedThreadPool(4);

  public static void main(String[] args) throws Exception {
    for (int i = 0; i < 4; i++) {
      requests.execute(BenignElasticsearch::serve);
    }
    Thread.sleep(11_000);
    System.exit(0);
  }

  static void serve() {
    while (true) {
      find();
    }
  }

  static double find() {
    PlainActionFuture<Double> hits = new PlainActionFuture<>();
    search.execute(() -> hits.onResponse(score()));
    return hits.actionGet();
  }

  static double score() {
    double sum = 0;
    for (int i = 1; i < 3_000_000; i++) {
      sum += Math.sqrt(i);
    }
    return sum;
  }
}
