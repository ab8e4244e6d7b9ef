/*
 * claim: a request waits for Firebase's sendAsync, which blocks in HTTP on a firebase-default thread
 * libraries: com.google.firebase:firebase-admin:9.5.0 org.slf4j:slf4j-nop:2.0.17
 * expect: async-blocking-pair warning at WAIT
 * allow: blocking-io-pool info
 * jdk: 17..24
 */
import com.google.api.client.http.HttpTransport;
import com.google.api.client.http.javanet.NetHttpTransport;
import com.google.auth.oauth2.AccessToken;
import com.google.auth.oauth2.GoogleCredentials;
import com.google.firebase.FirebaseApp;
import com.google.firebase.FirebaseOptions;
import com.google.firebase.messaging.FirebaseMessaging;
import com.google.firebase.messaging.Message;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.InetSocketAddress;
import java.net.URL;
import java.util.Date;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class PairFirebase {
  static final ExecutorService requests = Executors.newFixedThreadPool(2);

  public static void main(String[] args) throws Exception {
    HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 50);
    server.setExecutor(Executors.newCachedThreadPool());
    server.createContext("/", PairFirebase::answer);
    server.start();
    String here = "http://127.0.0.1:" + server.getAddress().getPort();
    HttpTransport transport =
        new NetHttpTransport.Builder()
            .setConnectionFactory(
                url -> (HttpURLConnection) new URL(here + url.getPath()).openConnection())
            .build();
    Date never = new Date(Long.MAX_VALUE);
    FirebaseApp.initializeApp(
        FirebaseOptions.builder()
            .setCredentials(GoogleCredentials.create(new AccessToken("none", never)))
            .setProjectId("p")
            .setHttpTransport(transport)
            .build());
    for (int i = 0; i < 25; i++) {
      requests.submit(PairFirebase::push);
      Thread.sleep(350);
    }
    System.exit(0);
  }

  static String push() throws Exception {
    Message message = Message.builder().setToken("t").build();
    return FirebaseMessaging.getInstance().sendAsync(message).get(); // <WAIT>
  }

  static void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      Thread.sleep(300);
      byte[] body = "{\"name\":\"projects/p/messages/1\"}".getBytes();
      exchange.getResponseHeaders().add("Content-Type", "application/json");
      exchange.sendResponseHeaders(200, body.length);
      exchange.getResponseBody().write(body);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
