/*
 * claim: responses of Apache HttpClient 5 that nobody closes keep their connections; others wait
 * libraries: org.apache.httpcomponents.client5:httpclient5:5.6.5 org.apache.httpcomponents.core5:httpcore5:5.4.4 org.apache.httpcomponents.core5:httpcore5-h2:5.4.4 org.slf4j:slf4j-api:2.0.17 org.slf4j:slf4j-nop:2.0.17
 * expect: connection-pool-exhausted warning at WAITS
 * seconds: 24
 */
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;

public class HttpResponsesNotClosed {
  static final CloseableHttpClient client = HttpClients.createDefault();

  public static void main(String[] args) throws Exception {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          exchange.sendResponseHeaders(200, 3);
          exchange.getResponseBody().write("yes".getBytes());
          exchange.close();
        });
    server.start();
    String url = "http://localhost:" + server.getAddress().getPort() + "/";
    ExecutorService requests = Executors.newFixedThreadPool(8);
    for (int i = 0; i < 8; i++) {
      requests.submit(() -> ask(url));
    }
    Thread.sleep(18_000);
    System.exit(0);
  }

  static int ask(String url) throws IOException {
    return client.execute(new HttpGet(url)).getCode(); // <WAITS>
  }
}
