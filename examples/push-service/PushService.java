import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/**
 * Stands in for a push service such as Firebase Cloud Messaging: takes a message by POST on any
 * path, thinks for a while without holding a thread, and answers with a message's name. `GET
 * /count` tells what it has seen. On loopback only.
 *
 * <p>{@code java PushService.java MEAN_MILLISECONDS [KEYSTORE PASSWORD]}; with a keystore it speaks
 * TLS. The port is free and printed. Each answer takes between 60 % and 140 % of the mean.
 */
final class PushService {
  private final ScheduledExecutorService clock = Executors.newScheduledThreadPool(2);
  private final AtomicInteger taken = new AtomicInteger();
  private final AtomicInteger answered = new AtomicInteger();
  private final AtomicInteger now = new AtomicInteger();
  private final AtomicInteger most = new AtomicInteger();
  private final Set<InetSocketAddress> connections = ConcurrentHashMap.newKeySet();
  private final int mean;

  private PushService(int mean) {
    this.mean = mean;
  }

  public static void main(String[] arguments) throws Exception {
    // A client that builds a connection for each message leaves thousands behind; none is to be
    // closed by this side.
    System.setProperty("sun.net.httpserver.maxIdleConnections", "100000");
    System.setProperty("sun.net.httpserver.idleInterval", "300");
    System.setProperty("sun.net.httpserver.nodelay", "true");
    PushService service = new PushService(Integer.parseInt(arguments[0]));
    InetSocketAddress loopback = new InetSocketAddress("127.0.0.1", 0);
    HttpServer server;
    if (arguments.length > 1) {
      HttpsServer secure = HttpsServer.create(loopback, 1024);
      secure.setHttpsConfigurator(
          new HttpsConfigurator(tls(Path.of(arguments[1]), arguments[2].toCharArray())));
      server = secure;
    } else {
      server = HttpServer.create(loopback, 1024);
    }
    server.createContext("/count", service::count);
    server.createContext("/", service::take);
    server.setExecutor(Executors.newFixedThreadPool(16));
    server.start();
    System.out.println("push service on port " + server.getAddress().getPort());
  }

  private static SSLContext tls(Path keystore, char[] password) throws Exception {
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(keystore)) {
      keys.load(in, password);
    }
    KeyManagerFactory managers =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    managers.init(keys, password);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(managers.getKeyManagers(), null, null);
    return context;
  }

  private void take(HttpExchange exchange) throws IOException {
    connections.add(exchange.getRemoteAddress());
    exchange.getRequestBody().readAllBytes();
    most.accumulateAndGet(now.incrementAndGet(), Math::max);
    int number = taken.incrementAndGet();
    long delay = ThreadLocalRandom.current().nextLong(mean * 600L, mean * 1400L + 1);
    clock.schedule(() -> answer(exchange, number), delay, TimeUnit.MICROSECONDS);
  }

  private void answer(HttpExchange exchange, int number) {
    now.decrementAndGet();
    try {
      reply(exchange, "{\"name\":\"projects/example/messages/" + number + "\"}");
      answered.incrementAndGet();
    } catch (IOException gone) {
      exchange.close();
    }
  }

  private void count(HttpExchange exchange) throws IOException {
    reply(
        exchange,
        "{\"taken\":%d,\"answered\":%d,\"atOnce\":%d,\"connections\":%d}"
            .formatted(taken.get(), answered.get(), most.get(), connections.size()));
  }

  private static void reply(HttpExchange exchange, String json) throws IOException {
    byte[] body = json.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    exchange.sendResponseHeaders(200, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }
}
