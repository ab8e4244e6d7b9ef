package dev.snarl.tests.fuzz;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A short run of scripts/fuzz http finds nothing, and it can find something. */
@Tag("full")
class HttpFuzzTest {
  @Test
  void aShortRunFindsNothing() throws Exception {
    HttpFuzz fuzz = HttpFuzz.run(new HttpFuzz.Options(17, 1000, 100, 1, 7));
    assertThat(fuzz.problems()).isEmpty();
    assertThat(fuzz.lines())
        .anyMatch(line -> line.startsWith("Answers to 1,000 malformed requests: "));
  }

  @Test
  void aNumberIsAlwaysTheSameRequestAndTheyDiffer() {
    Set<String> requests = new HashSet<>();
    for (int number = 0; number < 500; number++) {
      byte[] request = Malformed.request(number, "token");
      assertThat(Malformed.request(number, "token")).isEqualTo(request);
      requests.add(new String(request, ISO_8859_1));
    }
    assertThat(requests).hasSizeGreaterThan(400).anyMatch(request -> request.length() > 8192);
  }

  @Test
  void whatAServerMustNotAnswerIsSeen() throws Exception {
    assertThat(abused("HTTP/1.1 500 Internal Server Error\r\n\r\n").wrong()).isNotEmpty();
    assertThat(abused("hello").wrong()).isNotEmpty();
    assertThat(abused("HTTP/1.1 200 OK\r\n\r\n").wrong())
        .anyMatch(wrong -> wrong.contains("without the token"));
  }

  private static Abuse abused(String answer) throws Exception {
    try (ServerSocket server = new ServerSocket(0, 64, InetAddress.getLoopbackAddress())) {
      Thread serving = new Thread(() -> serve(server, answer), "faulty");
      serving.setDaemon(true);
      serving.start();
      Abuse abuse = new Abuse();
      abuse.send(server.getLocalPort(), 1, 20);
      return abuse;
    }
  }

  private static void serve(ServerSocket server, String answer) {
    while (true) {
      try (Socket socket = server.accept()) {
        byte[] request = new byte[1 << 16];
        if (socket.getInputStream().read(request) >= 0) {
          socket.getOutputStream().write(answer.getBytes(ISO_8859_1));
        }
      } catch (IOException closed) {
        if (server.isClosed()) {
          return;
        }
      }
    }
  }
}
