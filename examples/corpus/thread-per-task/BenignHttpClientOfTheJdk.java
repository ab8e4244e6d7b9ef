/*
 * claim: on two processors the JDK's HttpClient starts a thread for each response, which no line of the program can change
 * twin of: thread-per-task
 * allow: thread-per-task info
 * flags: -XX:ActiveProcessorCount=2
 * seconds: 20
 */
import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

public class BenignHttpClientOfTheJdk {
  public static void main(String[] args) throws Exception {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          exchange.sendResponseHeaders(204, -1);
          exchange.close();
        });
    server.start();
    HttpClient client = HttpClient.newBuilder().executor(Executors.newFixedThreadPool(2)).build();
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.getAddress().getPort()))
            .build();
    ScheduledExecutorService clock = Executors.newScheduledThreadPool(1);
    clock.scheduleAtFixedRate(
        () -> client.sendAsync(request, BodyHandlers.discarding()), 0, 100, TimeUnit.MILLISECONDS);
    Thread.sleep(18_000);
    Runtime.getRuntime().halt(0);
  }
}
