import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.spark.sql.SparkSession;

/** A local Spark session that runs queries, eight at a time, for some seconds and is then idle until it is ended: SECONDS. */
public class SparkLoad {
  public static void main(String[] args) throws Exception {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(Long.parseLong(args[0]));
    SparkSession spark =
        SparkSession.builder().appName("quiet").master("local[2]").config("spark.ui.enabled", "false").config("spark.sql.shuffle.partitions", "8")
            .config("spark.driver.bindAddress", "127.0.0.1").config("spark.driver.host", "127.0.0.1").getOrCreate();
    System.out.println("the session is up");
    spark.range(0, 1_000_000, 1, 8).selectExpr("id", "id % 1000 as k", "rand() as v").createOrReplaceTempView("item");
    ExecutorService clients = Executors.newFixedThreadPool(8);
    List<Future<Integer>> each = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      each.add(clients.submit(() -> queries(spark, end)));
    }
    int queries = 0;
    for (Future<Integer> client : each) {
      queries += client.get();
    }
    clients.shutdown();
    System.out.println("loaded: " + queries + " queries, 0 failed");
    Thread.currentThread().join();
  }

  private static int queries(SparkSession spark, long end) {
    int queries = 0;
    do {
      long rows = spark.sql("select a.k, sum(a.v), count(*) from item a join (select distinct k from item) b on a.k = b.k group by a.k").count();
      if (rows != 1000) {
        throw new IllegalStateException(rows + " rows");
      }
      queries++;
    } while (System.nanoTime() < end);
    return queries;
  }
}
