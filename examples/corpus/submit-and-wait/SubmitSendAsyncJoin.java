/*
 * claim: sendAsync(...).join() in a loop; the client's threads are idle meanwhile, so it is no pair
 * expect: submit-and-wait warning at WAIT
 * allow: thread-per-task warning
 */
import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;

public class SubmitSendAsyncJoin {
  public static void main(String[] args) throws Exception {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    ExecutorService handlers = Executors.newFixedThreadPool(2);
    server.setExecutor(handlers);
    server.createContext(
        "/",
        exchange -> {
          try {
            Thread.sleep(80);
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
          exchange.sendResponseHeaders(200, -1);
          exchange.close();
        });
    server.start();
    HttpClient client = HttpClient.newHttpClient();
    URI uri = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/");
    HttpRequest request = HttpRequest.newBuilder(uri).build();
    IntStream.range(0, 120)
        .forEach(
            i ->
                client
                    .sendAsync(request, HttpResponse.BodyHandlers.ofString())
                    .thenApply(HttpResponse::statusCode)
                    .join()); // <WAIT>
    server.stop(0);
    handlers.shutdown();
  }
}
