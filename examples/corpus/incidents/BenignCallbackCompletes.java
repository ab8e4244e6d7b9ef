/*
 * claim: the same client with a callback that completes the caller's future whatever happens
 * twin of: lost-wait
 * libraries: org.apache.httpcomponents.client5:httpclient5:5.5.1 org.slf4j:slf4j-nop:1.7.36
 * seconds: 12
 */
import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.CompletableFuture;
import org.apache.hc.client5.http.async.methods.SimpleHttpRequest;
import org.apache.hc.client5.http.async.methods.SimpleHttpResponse;
import org.apache.hc.client5.http.async.methods.SimpleRequestBuilder;
import org.apache.hc.client5.http.impl.async.CloseableHttpAsyncClient;
import org.apache.hc.client5.http.impl.async.HttpAsyncClients;
import org.apache.hc.core5.concurrent.FutureCallback;

public class BenignCallbackCompletes {
  static String query(CloseableHttpAsyncClient client, SimpleHttpRequest request) {
    CompletableFuture<String> answer = new CompletableFuture<>();
    client.execute(
        request,
        new FutureCallback<SimpleHttpResponse>() {
          @Override
          public void completed(SimpleHttpResponse response) {
            try {
              answer.complete(response.getFirstHeader("Content-Encoding").getValue());
            } catch (RuntimeException e) {
              answer.completeExceptionally(e);
            }
          }

          @Override
          public void failed(Exception e) {
            answer.completeExceptionally(e);
          }

          @Override
          public void cancelled() {
            answer.cancel(false);
          }
        });
    return answer.handle((text, error) -> error == null ? text : "no encoding").join();
  }

  public static void main(String[] args) throws Exception {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          exchange.sendResponseHeaders(200, -1);
          exchange.close();
        });
    server.start();
    CloseableHttpAsyncClient client = HttpAsyncClients.createDefault();
    client.start();
    String address = "http://127.0.0.1:" + server.getAddress().getPort() + "/";
    for (int i = 0; i < 10; i++) {
      query(client, SimpleRequestBuilder.get(address).build());
      Thread.sleep(1_000);
    }
    Runtime.getRuntime().halt(0);
  }
}
