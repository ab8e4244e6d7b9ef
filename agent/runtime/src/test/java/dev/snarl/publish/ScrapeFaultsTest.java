package dev.snarl.publish;

import static org.assertj.core.api.Assertions.assertThat;

import dev.snarl.metrics.MetricsRegistry;
import dev.snarl.metrics.MetricsRegistry.Format;
import dev.snarl.snapshot.Pool;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Scrapers that ask far too often, or stop reading in the middle. */
class ScrapeFaultsTest {
  private static final String REQUEST = "GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n";
  private final List<String> lines = new ArrayList<>();
  private final Board board = new Board();
  private final MetricsRegistry metrics = new MetricsRegistry("runner", Map::of);
  private final HttpApi api =
      new HttpApi(
          new Endpoint("127.0.0.1", 0, null, false, true), board, metrics, Thread::new, lines::add);
  private int port;

  @BeforeEach
  void start() {
    post(2);
    port = URI.create(String.valueOf(api.start())).getPort();
  }

  @AfterEach
  void stop() {
    api.close();
    metrics.close();
  }

  private void post(int pools) {
    List<Pool> some = new ArrayList<>();
    for (int i = 0; i < pools; i++) {
      some.add(Sample.pool(i, "pool " + i));
    }
    board.post(new View("runner", Sample.snapshot(some), List.of()));
  }

  private Socket ask() throws IOException {
    Socket socket = new Socket();
    socket.setReceiveBufferSize(4_096);
    socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 20_000);
    socket.setSoTimeout(20_000);
    socket.getOutputStream().write(REQUEST.getBytes(StandardCharsets.US_ASCII));
    return socket;
  }

  /** What comes until the other side closes; a reset ends it too. */
  private static String rest(Socket socket) throws IOException {
    StringBuilder text = new StringBuilder();
    byte[] buffer = new byte[1 << 16];
    try (InputStream in = socket.getInputStream()) {
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        text.append(new String(buffer, 0, n, StandardCharsets.ISO_8859_1));
      }
    } catch (SocketException e) {
      text.append(e.getMessage());
    }
    return text.toString();
  }

  private static boolean whole(String answer) {
    int body = answer.indexOf("\r\n\r\n") + 4;
    String length = "Content-Length: ";
    int at = answer.indexOf(length) + length.length();
    return body > 3
        && Integer.parseInt(answer.substring(at, answer.indexOf('\r', at)))
            == answer.length() - body;
  }

  @Test
  void whoAsksTooOftenGetsTheSamePageAgain() {
    MetricsPage page = new MetricsPage(metrics);
    View view = board.view();
    Response first = page.of(view, Format.PROMETHEUS);
    assertThat(page.of(view, Format.PROMETHEUS)).isSameAs(first);
    assertThat(page.of(view, Format.OPEN_METRICS)).isNotSameAs(first);
    post(3);
    assertThat(page.of(board.view(), Format.PROMETHEUS)).isNotSameAs(first);
  }

  @Test
  void fiveHundredScrapesInARowAreAllAnswered() throws IOException {
    for (int i = 0; i < 500; i++) {
      assertThat(whole(rest(ask()))).as("scrape %d", i).isTrue();
    }
    assertThat(lines).isEmpty();
  }

  @Test
  void scrapersThatStopReadingAreDroppedBeforeTheyHoldTooMuch() throws IOException {
    List<Socket> hanging = new ArrayList<>();
    try {
      for (int i = 0; i < 60; i++) {
        post(1_000 + i);
        Socket socket = ask();
        hanging.add(socket);
        assertThat(socket.getInputStream().read()).as("scraper %d", i).isEqualTo('H');
      }
      post(2);
      assertThat(whole(rest(ask()))).as("one that reads, beside them").isTrue();
      assertThat(whole('H' + rest(hanging.get(0)))).as("the oldest").isFalse();
      assertThat(whole('H' + rest(hanging.get(59)))).as("the newest").isTrue();
    } finally {
      for (Socket socket : hanging) {
        socket.close();
      }
    }
    assertThat(whole(rest(ask()))).as("afterwards").isTrue();
    assertThat(lines).isEmpty();
  }
}
