package dev.snarl.tests.programs;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A server with four threads, whose answer to one request needs another of its own. */
public final class CallsItself {
  static final ExecutorService pool = Executors.newFixedThreadPool(4);
  static int port;

  private CallsItself() {}

  public static void main(String[] args) throws Exception {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 50);
    port = server.getAddress().getPort();
    server.setExecutor(pool);
    server.createContext("/orders", CallsItself::order);
    server.createContext("/prices", CallsItself::answer);
    server.start();
    System.out.println("port " + port);
    System.in.readAllBytes();
    Runtime.getRuntime().halt(0);
  }

  static void order(HttpExchange exchange) throws IOException {
    URI.create("http://127.0.0.1:" + port + "/prices").toURL().openStream().close();
    answer(exchange);
  }

  static void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      exchange.sendResponseHeaders(200, -1);
    }
  }
}
