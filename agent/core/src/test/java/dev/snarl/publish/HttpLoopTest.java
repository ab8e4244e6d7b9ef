package dev.snarl.publish;

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
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What the HTTP thread does on its own some time after it has started. */
class HttpLoopTest {
  private static final long MILLI = 1_000_000L;

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

  private int start(Runnable what, long millis) throws IOException {
    ServerSocketChannel server = ServerSocketChannel.open();
    server.configureBlocking(false);
    server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    int port = ((InetSocketAddress) server.getLocalAddress()).getPort();
    Endpoint endpoint = new Endpoint("127.0.0.1", 0, null, false, true);
    Routes routes = new Routes(endpoint, true, new Board(), metrics, failures::add);
    Later later = new Later(what, System.nanoTime(), millis);
    loop = HttpLoop.start(server, routes, later, failures::add);
    return port;
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
  void whatIsForLaterIsDoneWhileNobodyIsConnected() throws IOException, InterruptedException {
    CountDownLatch done = new CountDownLatch(1);
    start(done::countDown, 50);
    assertThat(done.await(60, TimeUnit.SECONDS)).isTrue();
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
              },
              0);
      assertThat(begun.await(60, TimeUnit.SECONDS)).isTrue();
      for (int i = 0; i < 3; i++) {
        assertThat(health(port)).startsWith("HTTP/1.1 200");
      }
      assertThat(failures).containsExactly(fault);
      stop();
    }
  }

  @Test
  void untilItIsDoneTheThreadNeverSleepsForever() {
    int[] times = new int[1];
    Later later = new Later(() -> times[0]++, 5, 10_000);
    assertThat(later.millisLeft(5)).isEqualTo(10_000);
    assertThat(later.millisLeft(6)).isEqualTo(10_000);
    later.proceed(5 + 10_000 * MILLI - 1);
    assertThat(times[0]).isZero();
    for (long late : List.of(-1L, 0L, 1L, 90_000 * MILLI)) {
      assertThat(later.millisLeft(5 + 10_000 * MILLI + late)).isEqualTo(1);
    }
    later.proceed(5 + 10_000 * MILLI);
    later.proceed(5 + 20_000 * MILLI);
    assertThat(times[0]).isEqualTo(1);
    assertThat(later.millisLeft(5 + 20_000 * MILLI)).as("forever").isZero();
  }
}
