package dev.snarl.tests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.snarl.tests.programs.ManyPools;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** Scrapers that ask fifty times a second, and scrapers that hang, on a JVM with a small heap. */
class ScrapeFaultsTest {
  private static final HttpClient CLIENT = HttpClient.newHttpClient();
  private static final int POOLS = 300;
  private static final String LAST = "pool nlb";

  @OnJdk({17, 25})
  void aSmallHeapOutlivesAFloodOfScrapesAndScrapersThatHang(Jdk jdk) throws IOException {
    List<Socket> hanging = new ArrayList<>();
    try (Running program =
        ForkedJvm.on(jdk)
            .flags("-Xmx64m")
            .agent("port=0", "jfr=off")
            .start(ManyPools.class, String.valueOf(POOLS))) {
      program.awaitOut("ready");
      URI address = program.address();
      Deadline.in(Duration.ofSeconds(60))
          .until(() -> "no " + LAST, () -> page(address).contains(LAST) ? 1 : null);
      assertThat(page(address).length()).isGreaterThan(1_000_000);
      for (int i = 0; i < 250; i++) {
        assertThat(page(address)).as("scrape %d", i).contains(LAST);
        if (i % 2 == 0) {
          hanging.add(hang(address));
        }
        LockSupport.parkNanos(20_000_000);
      }
      assertThat(page(address))
          .as("beside those that hang")
          .contains(LAST)
          .doesNotContainPattern("snarl_agent_errors_total\\{.*\\} [1-9]");
      for (Socket socket : hanging) {
        socket.close();
      }
      assertThat(page(address)).as("afterwards").contains(LAST);
      assertThat(program.err())
          .as("what it says of itself, and of the program")
          .allSatisfy(line -> assertThat(line).matches("snarl: (ready|WARNING executor-per).*"));
    }
  }

  private static String page(URI address) {
    try {
      HttpRequest request = HttpRequest.newBuilder(address.resolve("/metrics")).build();
      return CLIENT.send(request, BodyHandlers.ofString()).body();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** Asks, reads one byte, and no more. */
  private static Socket hang(URI address) throws IOException {
    Socket socket = new Socket();
    socket.setReceiveBufferSize(4_096);
    socket.connect(
        new InetSocketAddress(InetAddress.getLoopbackAddress(), address.getPort()), 20_000);
    socket.setSoTimeout(20_000);
    String request = "GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n";
    socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
    assertThat(socket.getInputStream().read()).isEqualTo('H');
    return socket;
  }
}
