/*
 * claim: the consumer hands each batch to a pool and waits for all of it
 * twin of: serial-blocking
 * allow: fan-out-wait info
 * allow: blocking-io-pool info
 * libraries: redis.clients:jedis:6.0.0 org.slf4j:slf4j-nop:2.0.17
 * seconds: 38
 * full: it is busy for 37 s
 */
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URL;
import java.util.Collections;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.StreamEntryID;
import redis.clients.jedis.params.XReadGroupParams;

public class BenignPushesOnPool {
  static final ExecutorService pool = Executors.newFixedThreadPool(5);
  static String url;

  public static void main(String[] args) throws Exception {
    url = "http://127.0.0.1:" + server() + "/";
    long end = System.nanoTime() + 37_000_000_000L;
    try (Jedis jedis = new Jedis("127.0.0.1", redis())) {
      while (System.nanoTime() < end) {
        var streams = Map.of("s", StreamEntryID.XREADGROUP_UNDELIVERED_ENTRY);
        var read = jedis.xreadGroup("g", "c", new XReadGroupParams().count(10), streams);
        handle(read.get(0).getValue().size());
      }
    }
    System.exit(0);
  }

  static void handle(int messages) throws Exception {
    pool.invokeAll(Collections.nCopies(messages, Executors.callable(() -> push())));
  }

  static void push() {
    try (InputStream in = new URL(url).openStream()) {
      in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static int server() throws IOException {
    HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 50);
    server.setExecutor(Executors.newCachedThreadPool());
    server.createContext("/", exchange -> answer(exchange));
    server.start();
    return server.getAddress().getPort();
  }

  static void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      Thread.sleep(40);
      exchange.sendResponseHeaders(200, -1);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  static int redis() throws IOException {
    ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    String entry = "*2\r\n$3\r\n1-1\r\n*2\r\n$1\r\nk\r\n$1\r\nv\r\n";
    String batch = "*1\r\n*2\r\n$1\r\ns\r\n*10\r\n" + entry.repeat(10);
    Executors.newSingleThreadExecutor().execute(() -> serve(server, batch));
    return server.getLocalPort();
  }

  static void serve(ServerSocket server, String batch) {
    try (Socket socket = server.accept()) {
      BufferedReader in = new BufferedReader(new InputStreamReader(socket.getInputStream()));
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        String command = "";
        for (int n = Integer.parseInt(line.substring(1)); n > 0; n--) {
          in.readLine();
          command += in.readLine() + " ";
        }
        String answer = command.startsWith("XREADGROUP") ? batch : "+OK\r\n";
        socket.getOutputStream().write(answer.getBytes());
      }
    } catch (IOException e) {
      System.out.println("the consumer is gone");
    }
  }
}
