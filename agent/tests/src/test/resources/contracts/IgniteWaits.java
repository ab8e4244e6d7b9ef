import java.util.concurrent.CompletableFuture;
import org.apache.ignite.internal.util.future.GridFutureAdapter;

class IgniteWaits {
  public static void main(String[] args) throws Exception {
    Waits.check("get", source -> future(source).get());
  }

  private static GridFutureAdapter<Object> future(CompletableFuture<Object> source) {
    GridFutureAdapter<Object> future = new GridFutureAdapter<>();
    source.whenComplete((value, thrown) -> future.onDone(value, thrown));
    return future;
  }
}
