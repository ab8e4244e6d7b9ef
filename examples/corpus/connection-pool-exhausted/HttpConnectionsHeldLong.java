/*
 * claim: an upstream that never answers keeps the two connections that Apache HttpClient 4 has for it
 * libraries: org.apache.httpcomponents:httpclient:4.5.14 org.apache.httpcomponents:httpcore:4.4.16 commons-logging:commons-logging:1.3.4 commons-codec:commons-codec:1.11
 * expect: connection-pool-exhausted warning at WAITS
 * seconds: 24
 */
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.http.client.methods.HttpGet;
import org.apache.http.impl.client.CloseableHttpClient;
import org.apache.http.impl.client.HttpClients;

public class HttpConnectionsHeldLong {
  static final CloseableHttpClient client = HttpClients.createDefault();

  public static void main(String[] args) throws Exception {
    ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    String url = "http://localhost:" + silent.getLocalPort() + "/";
    ExecutorService requests = Executors.newFixedThreadPool(6);
    for (int i = 0; i < 6; i++) {
      requests.submit(() -> ask(url));
    }
    Thread.sleep(18_000);
    System.exit(0);
  }

  static int ask(String url) throws IOException {
    return client.execute(new HttpGet(url), answer -> answer.getStatusLine().getStatusCode()); // <WAITS>
  }
}
