/*
 * claim: a request waits for a derived Guava future whose task blocks on another thread
 * libraries: com.google.guava:guava:33.5.0-jre
 * expect: async-blocking-pair warning at WAIT
 * allow: blocking-io-pool info
 */
import com.google.common.util.concurrent.Futures;
import com.google.common.util.concurrent.ListenableFuture;
import com.google.common.util.concurrent.ListeningExecutorService;
import com.google.common.util.concurrent.MoreExecutors;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class PairGuavaFuture {
  static final ExecutorService requests = Executors.newFixedThreadPool(2);
  static final ListeningExecutorService workers =
      MoreExecutors.listeningDecorator(Executors.newFixedThreadPool(2));

  public static void main(String[] args) throws Exception {
    for (int i = 0; i < 20; i++) {
      requests.submit(PairGuavaFuture::handle);
      Thread.sleep(400);
    }
    requests.shutdown();
    workers.shutdown();
  }

  static String handle() throws Exception {
    ListenableFuture<Integer> code = workers.submit(PairGuavaFuture::run);
    return Futures.transform(code, Integer::toBinaryString, MoreExecutors.directExecutor())
        .get(); // <WAIT>
  }

  static int run() throws Exception {
    return new ProcessBuilder("sleep", "0.4").start().waitFor();
  }
}
