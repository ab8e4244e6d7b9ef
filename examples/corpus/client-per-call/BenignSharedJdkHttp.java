/*
 * claim: one shared client serves every call
 * twin of: client-per-call
 */
import com.sun.net.httpserver.HttpServer;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.concurrent.Executors;

public class BenignSharedJdkHttp {
  static final HttpClient shared = HttpClient.newHttpClient();

  public static void main(String[] args) throws Exception {
    HttpServer server = server(1);
    URI uri = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/");
    for (int i = 0; i < 40; i++) {
      shared.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString());
      Thread.sleep(150);
    }
    System.exit(0);
  }

  static HttpServer server(long millis) throws Exception {
    HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 50);
    server.setExecutor(Executors.newCachedThreadPool());
    server.createContext(
        "/",
        exchange -> {
          try {
            Thread.sleep(millis);
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
          exchange.sendResponseHeaders(200, 2);
          exchange.getResponseBody().write("ok".getBytes());
          exchange.close();
        });
    server.start();
    return server;
  }
}
