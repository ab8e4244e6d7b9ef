package dev.snarl.publish;

import dev.snarl.metrics.MetricsRegistry;
import dev.snarl.text.Shutdown;
import dev.snarl.text.Text;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.net.UnknownHostException;
import java.nio.channels.ServerSocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The agent's HTTP: a read-only listener on one daemon thread. It is not the JDK's {@code
 * HttpServer}, for three reasons. That logs its first request through java.util.logging and so
 * creates the LogManager that an application with a logging configuration expects to choose. It
 * starts a thread that keeps the JVM alive. It takes limits only from system properties of the
 * whole JVM. See {@code docs/safety.md}.
 */
public final class HttpApi implements AutoCloseable {

  private static final int SPARE_FILES = 4;
  private static final int BACKLOG = 50;

  private final Endpoint endpoint;
  private final Board board;
  private final MetricsRegistry metrics;
  private final ThreadFactory threads;
  private final Consumer<String> lines;
  private final AtomicBoolean complained = new AtomicBoolean();
  private @Nullable HttpLoop loop;

  /**
   * Opens nothing yet.
   *
   * @param threads makes the daemon thread
   * @param lines stderr, a line at a time
   */
  public HttpApi(
      Endpoint endpoint,
      Board board,
      MetricsRegistry metrics,
      ThreadFactory threads,
      Consumer<String> lines) {
    this.endpoint = endpoint;
    this.board = board;
    this.metrics = metrics;
    this.threads = threads;
    this.lines = lines;
  }

  /**
   * Opens the port.
   *
   * @return the address for the ready line, such as {@code http://127.0.0.1:9718}; null when HTTP
   *     could not be opened, which one line has reported
   */
  public synchronized @Nullable String start() {
    String place = Text.oneLine(endpoint.host(), 100) + ':' + endpoint.port();
    try {
      openAndCloseAFew();
      InetAddress address = resolve(endpoint.host());
      boolean loopback = address.isLoopbackAddress();
      if (!loopback && !endpoint.guarded() && endpoint.console()) {
        lines.accept(
            "snarl: no HTTP on "
                + place
                + ": an address other than loopback needs token.file, or console=off");
        return null;
      }
      ServerSocketChannel server = open(new InetSocketAddress(address, endpoint.port()));
      int port = ((InetSocketAddress) server.getLocalAddress()).getPort();
      Routes routes = new Routes(endpoint, loopback, board, metrics, this::failed);
      loop = HttpLoop.start(server, routes, threads, this::failed);
      String literal = address.getHostAddress();
      return "http://" + (literal.indexOf(':') < 0 ? literal : '[' + literal + ']') + ':' + port;
    } catch (UnknownHostException e) {
      lines.accept("snarl: no HTTP on " + place + ": unknown host");
    } catch (IOException | RuntimeException | Error e) {
      String why = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
      lines.accept("snarl: no HTTP on " + place + ": " + Text.oneLine(why, 200));
    }
    return null;
  }

  /**
   * The first use of an address makes the JDK read {@code java.security}. If no file can be opened
   * at that moment, {@link java.security.Security} stays broken, for the application too. In that
   * case it is not tried.
   */
  private static void openAndCloseAFew() throws IOException {
    File file = new File(System.getProperty("java.home", ""), "lib/modules");
    if (!file.canRead()) {
      return; // an image of another shape
    }
    List<InputStream> open = new ArrayList<>();
    try {
      for (int i = 0; i < SPARE_FILES; i++) {
        open.add(new FileInputStream(file));
      }
    } finally {
      for (InputStream each : open) {
        each.close();
      }
    }
  }

  /** Reported once; on the HTTP thread, and on the one that closes it. */
  private void failed(Throwable thrown) {
    String why = Text.oneLine(thrown.toString(), 200);
    board.lost("http", why);
    if (!Shutdown.inProgress() && complained.compareAndSet(false, true)) {
      lines.accept("snarl: HTTP failed once: " + why);
    }
  }

  private static ServerSocketChannel open(InetSocketAddress address) throws IOException {
    ServerSocketChannel server = ServerSocketChannel.open();
    try {
      server.setOption(StandardSocketOptions.SO_REUSEADDR, true);
      server.configureBlocking(false);
      server.bind(address, BACKLOG);
      return server;
    } catch (IOException | RuntimeException e) {
      server.close();
      throw e;
    }
  }

  /**
   * Without a look-up for literals and localhost: the first look-up freezes the JVM's DNS cache
   * time, which the application may want to set first.
   */
  private static InetAddress resolve(String host) throws UnknownHostException {
    if (host.equals("localhost")) {
      return InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
    }
    return InetAddress.getByName(host);
  }

  /** Prepares what a scrape needs, on the thread that would answer it. */
  public synchronized void prepareSoon() {
    if (loop != null) {
      loop.prepareSoon();
    }
  }

  /** Closes the port and all connections, and waits up to a second for the thread to end. */
  @Override
  public synchronized void close() {
    if (loop != null) {
      loop.close();
      loop = null;
    }
  }
}
