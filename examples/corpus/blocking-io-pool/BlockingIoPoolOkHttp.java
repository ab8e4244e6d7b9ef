/*
 * claim: the threads of a pool spend their time in OkHttp's execute()
 * libraries: com.squareup.okhttp3:okhttp:4.12.0
 * expect: blocking-io-pool info at POOL
 */
import com.sun.net.httpserver.HttpServer;
import java.net.InetSocketAddress;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;

public class BlockingIoPoolOkHttp {
  static final ExecutorService senders = Executors.newFixedThreadPool(4); // <POOL>
  static final Semaphore idle = new Semaphore(4);
  static final OkHttpClient client = new OkHttpClient();

  public static void main(String[] args) throws Exception {
    HttpServer server = server(100);
    String url = "http://127.0.0.1:" + server.getAddress().getPort() + "/";
    for (int i = 0; i < 90; i++) {
      idle.acquire(4); // however slow the machine, nothing queues
      for (int j = 0; j < 4; j++) {
        senders.execute(() -> send(url));
      }
      Thread.sleep(150);
    }
    System.exit(0);
  }

  static void send(String url) {
    try (Response response = client.newCall(new Request.Builder().url(url).build()).execute()) {
      response.body().string();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    } finally {
      idle.release();
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
