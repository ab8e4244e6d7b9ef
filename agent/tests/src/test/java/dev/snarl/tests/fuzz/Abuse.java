package dev.snarl.tests.fuzz;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.LongStream;

/** What came back for malformed requests: how often each status, and what must not come. */
final class Abuse {
  static final String TOKEN = "token-of-the-fuzzer";
  private static final Set<String> EXPECTED =
      Set.of("200", "304", "400", "401", "403", "404", "405", "431", "503");

  /**
   * A client waits at most this long for an answer to something that may be no whole request; one
   * in so many does, the others say at once that nothing more will come.
   */
  private static final int PATIENCE_MILLIS = 300;

  private static final int WAITING = 50;
  private static final int CLIENTS = 2;

  private final Map<String, Integer> statuses = new TreeMap<>();
  private final List<String> wrong = new ArrayList<>();

  /** Sends the requests of these numbers, two at a time. */
  void send(int port, long first, long count) throws InterruptedException {
    List<Thread> clients = new ArrayList<>();
    for (int i = 0; i < CLIENTS; i++) {
      int offset = i;
      Thread client =
          new Thread(
              () ->
                  LongStream.range(first, first + count)
                      .filter(number -> number % CLIENTS == offset)
                      .forEach(number -> send(port, number)),
              "client-" + i);
      client.start();
      clients.add(client);
    }
    for (Thread client : clients) {
      client.join();
    }
  }

  private void send(int port, long number) {
    byte[] request = Malformed.request(number, TOKEN);
    String answer = answer(port, request, number % WAITING == 0);
    judge(number, new String(request, ISO_8859_1), answer);
  }

  private synchronized void judge(long number, String request, String answer) {
    String status =
        answer.startsWith("HTTP/1.1 ") && answer.length() >= 12 ? answer.substring(9, 12) : "";
    boolean closed = answer.isEmpty() || answer.equals("refused");
    String said = answer.substring(0, Math.min(200, answer.length()));
    statuses.merge(closed ? (answer.isEmpty() ? "closed" : answer) : status, 1, Integer::sum);
    if (!closed && !EXPECTED.contains(status)) {
      wrong.add("request " + number + ": " + said);
    } else if (Set.of("200", "304").contains(status)
        && !request.contains("/healthz")
        && !mayRead(request)) {
      wrong.add("request " + number + ": readable without the token: " + said);
    }
  }

  /** Whether a request holds the token in a form that lets in. */
  private static boolean mayRead(String request) {
    String basic = Base64.getEncoder().encodeToString((":" + TOKEN).getBytes(ISO_8859_1));
    return request.contains(TOKEN) || request.contains(basic);
  }

  private static String answer(int port, byte[] request, boolean wait) {
    ByteArrayOutputStream answer = new ByteArrayOutputStream();
    try (Socket socket = new Socket()) {
      socket.connect(
          new InetSocketAddress(InetAddress.getLoopbackAddress(), port), PATIENCE_MILLIS);
      socket.setSoTimeout(PATIENCE_MILLIS);
      try {
        socket.getOutputStream().write(request);
        if (!wait) {
          socket.shutdownOutput();
        }
      } catch (IOException closedMeanwhile) {
        // What was answered before is still there to be read.
      }
      InputStream in = socket.getInputStream();
      byte[] piece = new byte[1 << 16];
      for (int read = in.read(piece); read >= 0; read = in.read(piece)) {
        answer.write(piece, 0, read);
      }
    } catch (java.net.ConnectException refused) {
      return "refused";
    } catch (IOException noMore) {
      // The end of patience, or of the connection.
    }
    return answer.toString(ISO_8859_1);
  }

  synchronized Map<String, Integer> statuses() {
    return new TreeMap<>(statuses);
  }

  synchronized List<String> wrong() {
    return List.copyOf(wrong);
  }
}
