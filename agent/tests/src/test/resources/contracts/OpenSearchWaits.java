import java.util.concurrent.CompletableFuture;
import org.opensearch.action.support.PlainActionFuture;

class OpenSearchWaits {
  public static void main(String[] args) throws Exception {
    Waits.check("get", source -> future(source).get());
    Waits.check("actionGet", source -> future(source).actionGet());
  }

  private static PlainActionFuture<Object> future(CompletableFuture<Object> source) {
    PlainActionFuture<Object> future = new PlainActionFuture<>();
    source.whenComplete(
        (value, thrown) -> {
          if (thrown == null) {
            future.onResponse(value);
          } else {
            future.onFailure((Exception) thrown);
          }
        });
    return future;
  }
}
