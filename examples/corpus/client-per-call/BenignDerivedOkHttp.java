/*
 * claim: each call derives a client from the shared one: same connections, same threads
 * twin of: client-per-call
 * libraries: com.squareup.okhttp3:okhttp:4.12.0
 */
import com.sun.net.httpserver.HttpServer;
import java.net.InetSocketAddress;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;

public class BenignDerivedOkHttp {
  static final OkHttpClient shared = new OkHttpClient();

  public static void main(String[] args) throws Exception {
    HttpServer server = server(1);
    String url = "http://127.0.0.1:" + server.getAddress().getPort() + "/";
    for (int i = 0; i < 40; i++) {
      send(url, i);
      Thread.sleep(150);
    }
    System.exit(0);
  }

  static void send(String url, int seconds) throws Exception {
    OkHttpClient client = shared.newBuilder().readTimeout(30 + seconds, TimeUnit.SECONDS).build();
    try (Response response = client.newCall(new Request.Builder().url(url).build()).execute()) {
      response.body().string();
    }
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
