/*
 * claim: a client of Reactor Netty with two connections has a burst of requests for them now and then
 * twin of: connection-pool-exhausted
 * flags: --enable-native-access=ALL-UNNAMED
 * libraries: io.projectreactor.netty:reactor-netty-http:1.3.1
 * seconds: 20
 */
import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.Executors;
import reactor.netty.http.client.HttpClient;
import reactor.netty.resources.ConnectionProvider;

public class BenignReactorNetty {
  public static void main(String[] args) throws Exception {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 100);
    server.setExecutor(Executors.newCachedThreadPool());
    server.createContext(
        "/",
        exchange -> {
          pause(50);
          exchange.sendResponseHeaders(204, -1);
          exchange.close();
        });
    server.start();
    HttpClient client =
        HttpClient.create(
            ConnectionProvider.builder("orders")
                .maxConnections(2)
                .pendingAcquireMaxCount(1_000)
                .build());
    String url = "http://127.0.0.1:" + server.getAddress().getPort() + "/";
    for (int i = 0; i < 16; i++) {
      for (int n = 0; n < 10; n++) {
        client.get().uri(url).response().subscribe();
      }
      Thread.sleep(1_000);
    }
    System.exit(0);
  }

  static void pause(int millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
