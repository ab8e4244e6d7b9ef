/*
 * claim: a parallel stream fetches over the network
 * flags: -Djava.util.concurrent.ForkJoinPool.common.parallelism=3
 * expect: common-pool-blocking warning at FETCH or READ
 */
import com.sun.net.httpserver.HttpServer;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.URL;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;

public class CommonPoolStreamReadsSockets {
  public static void main(String[] args) throws Exception {
    HttpServer server = server(80);
    String url = "http://127.0.0.1:" + server.getAddress().getPort() + "/";
    long end = System.nanoTime() + 9_000_000_000L;
    while (System.nanoTime() < end) {
      IntStream.range(0, 16).parallel().forEach(i -> fetch(url));
    }
    System.exit(0);
  }

  static void fetch(String url) {
    try (InputStream in = new URL(url).openStream()) { // <FETCH>
      in.readAllBytes(); // <READ>
    } catch (Exception e) {
      throw new IllegalStateException(e);
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
