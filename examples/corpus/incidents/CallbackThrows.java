/*
 * claim: the callback of an asynchronous HTTP client throws before it completes the caller's future, which nobody else can complete (ic4j/ic4j-agent#3)
 * missed: lost-wait warning at WAIT
 * libraries: org.apache.httpcomponents.client5:httpclient5:5.5.1 org.slf4j:slf4j-nop:1.7.36
 * seconds: 14
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

public class CallbackThrows {
  static String query(CloseableHttpAsyncClient client, SimpleHttpRequest request) {
    CompletableFuture<String> answer = new CompletableFuture<>();
    client.execute(
        request,
        new FutureCallback<SimpleHttpResponse>() {
          @Override
          public void completed(SimpleHttpResponse response) {
            answer.complete(response.getFirstHeader("Content-Encoding").getValue());
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
    return answer.join(); // <WAIT>
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
    SimpleHttpRequest request = SimpleRequestBuilder.get(address).build();
    Thread caller = new Thread(() -> query(client, request), "query");
    caller.setDaemon(true);
    caller.start();
    Thread.sleep(12_000);
    Runtime.getRuntime().halt(0);
  }
}
