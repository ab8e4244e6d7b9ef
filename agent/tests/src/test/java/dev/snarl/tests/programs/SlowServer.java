package dev.snarl.tests.programs;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Answers each request after half a second, up to 200 at a time, until standard input ends. */
public final class SlowServer {
  private SlowServer() {}

  public static void main(String[] arguments) throws IOException {
    ExecutorService pool = Executors.newFixedThreadPool(200);
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 512);
    server.setExecutor(pool);
    server.createContext(
        "/",
        exchange -> {
          pause();
          byte[] body = "done".getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
    System.out.println("port " + server.getAddress().getPort());
    while (System.in.read() >= 0) {
      // Until it ends.
    }
    server.stop(0);
    pool.shutdownNow();
  }

  private static void pause() {
    try {
      Thread.sleep(500);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
