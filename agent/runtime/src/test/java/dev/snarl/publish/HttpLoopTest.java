package dev.snarl.publish;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.snarl.metrics.MetricsRegistry;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.channels.ServerSocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What the HTTP thread does besides answering. */
class HttpLoopTest {
  private final MetricsRegistry metrics = new MetricsRegistry("runner", Map::of);
  private final List<Throwable> failures = new CopyOnWriteArrayList<>();
  private @Nullable HttpLoop loop;

  @AfterEach
  void stop() {
    if (loop != null) {
      loop.close();
    }
    metrics.close();
  }

  private int start(Runnable what) throws IOException {
    ServerSocketChannel server = ServerSocketChannel.open();
    server.configureBlocking(false);
    server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    int port = ((InetSocketAddress) server.getLocalAddress()).getPort();
    Endpoint endpoint = new Endpoint("127.0.0.1", 0, null, false, true);
    Routes routes = new Routes(endpoint, true, new Board(), metrics, failures::add);
    loop = HttpLoop.start(server, routes, what, Thread::new, failures::add);
    return port;
  }

  private HttpLoop loop() {
    return requireNonNull(loop);
  }

  private static String health(int port) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setSoTimeout(20_000);
      String request = "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n";
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @Test
  void itPreparesWhenItIsToldToAndNotBefore() throws IOException, InterruptedException {
    CountDownLatch done = new CountDownLatch(1);
    AtomicInteger times = new AtomicInteger();
    int port =
        start(
            () -> {
              times.incrementAndGet();
              done.countDown();
            });
    assertThat(health(port)).startsWith("HTTP/1.1 200");
    assertThat(times).hasValue(0);
    loop().prepareSoon();
    assertThat(done.await(60, TimeUnit.SECONDS)).isTrue();
    loop().prepareSoon();
    assertThat(health(port)).startsWith("HTTP/1.1 200");
    assertThat(times).hasValue(1);
    assertThat(failures).isEmpty();
  }

  @Test
  void whatFailsThereIsToldOnceAndHttpGoesOn() throws IOException, InterruptedException {
    for (Throwable fault : List.of(new IllegalStateException(), new NoClassDefFoundError())) {
      failures.clear();
      CountDownLatch begun = new CountDownLatch(1);
      int port =
          start(
              () -> {
                begun.countDown();
                if (fault instanceof Error error) {
                  throw error;
                }
                throw (RuntimeException) fault;
              });
      loop().prepareSoon();
      assertThat(begun.await(60, TimeUnit.SECONDS)).isTrue();
      for (int i = 0; i < 3; i++) {
        assertThat(health(port)).startsWith("HTTP/1.1 200");
      }
      assertThat(failures).containsExactly(fault);
      stop();
    }
  }
}
