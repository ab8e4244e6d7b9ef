import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** No library that names a request: the method that handles it does. */
public class HandlerRequests {
  static final ExecutorService workers = Executors.newFixedThreadPool(4);

  static final class Orders implements HttpHandler {
    @Override
    public void handle(HttpExchange exchange) throws IOException {
      Thread.currentThread().setName("handler");
      look();
    }
  }

  static void look() {
    try {
      workers.submit(Requests::sleep).get();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  public static void main(String[] arguments) throws Exception {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/orders", new Orders());
    server.setExecutor(Executors.newCachedThreadPool());
    server.start();
    URI address = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/orders/4711");
    HttpClient.newHttpClient()
        .sendAsync(HttpRequest.newBuilder(address).build(), HttpResponse.BodyHandlers.discarding());
    Requests.wait("nobody", () -> {});
    Requests.serve();
  }
}
