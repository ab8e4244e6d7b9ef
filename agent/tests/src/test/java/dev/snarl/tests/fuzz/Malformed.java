package dev.snarl.tests.fuzz;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Requests that no sane client sends, by their number: the same number is the same bytes. Mostly
 * right, and wrong as often as the request is to be bad.
 */
final class Malformed {
  private static final String[] PATHS =
      ("/ /console/main.js /metrics /healthz /report /report?redact /api/findings /api/executors"
              + " /api/waits /api/tangle /api/threads /api/gc /api/hypotheses /api/sizing"
              + " /api/profile /api/host /api/environment /api/history?since=0"
              + " /api/stack?thread=1 /nothing")
          .split(" ", -1);
  private static final String[] HOSTILE_PATHS = {
    "/../etc/passwd",
    "/console/../../x",
    "/console/%2e%2e/x",
    "//",
    "*",
    "http://evil/",
    "/\0",
    "/api/" + "/".repeat(3000),
    "/%"
  };
  private static final String[] METHODS = {
    "GET",
    "HEAD",
    "POST",
    "PUT",
    "DELETE",
    "OPTIONS",
    "TRACE",
    "CONNECT",
    "PRI",
    "get",
    "G".repeat(300),
    "",
    "\0"
  };
  private static final String[] VERSIONS = {
    "HTTP/1.1",
    "HTTP/1.0",
    "HTTP/2.0",
    "HTTP/0.9",
    "HTTP/1.1 x",
    "http/1.1",
    "",
    "HTTP/" + "9".repeat(50)
  };
  private static final String[] HOSTS = {
    "localhost",
    "127.0.0.1:1",
    "evil.example",
    "localhost:x",
    "[::1",
    "127.1",
    "",
    "a".repeat(300),
    "localhost\0"
  };
  private static final String[] NAMES = {
    "X",
    "Accept",
    "If-None-Match",
    "Content-Length",
    "Transfer-Encoding",
    "Cookie",
    "Range",
    " X",
    "X ",
    "",
    "X\0",
    "Host"
  };
  private static final String[] VALUES = {
    "",
    "chunked",
    "-1",
    "9".repeat(20),
    "*/*;q=x",
    "\0",
    "a".repeat(1000),
    "a".repeat(9000),
    "\u00ff\u00fe",
    "%0d%0aX: y",
    "\"",
    "application/openmetrics-text"
  };
  private static final String[] SCHEMES = {"Bearer", "bearer", "Basic", "Digest", ""};
  private static final String[] PREFACES = {
    "\u0016\3\1\2\0\1\0\1\u00fc\3\3\5\6\7\10",
    "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\4\0\0\0\0\0",
    "\0".repeat(100),
    "\r\n\r\n\r\n\r\n",
    "\n\n",
    "GET",
    "GET / HTTP/1.1\r\n",
    "<policy-file-request/>\0",
    "\u00ff\u00fe\u00fd\u00fc"
  };

  private final SplittableRandom random;
  private final double badness;

  private Malformed(long number) {
    random = new SplittableRandom(number);
    badness = new double[] {0.05, 0.2, 0.6}[random.nextInt(3)];
  }

  static byte[] request(long number, String token) {
    return new Malformed(number).request(token);
  }

  private byte[] request(String token) {
    if (random.nextDouble() < 0.05) {
      return any(PREFACES).getBytes(ISO_8859_1);
    }
    String path = either(any(PATHS), HOSTILE_PATHS);
    if (bad()) {
      path += "?" + "&".repeat(random.nextInt(2) * 49) + "since=" + either("x", "", "-1", "9");
    }
    String separator = either(" ", "  ", "\t", "");
    String line =
        String.join(separator, either("GET", METHODS), path, either("HTTP/1.1", VERSIONS));
    List<String> lines = new ArrayList<>(List.of(line));
    lines.addAll(headers(token));
    lines.addAll(List.of("", ""));
    byte[] data = String.join(either("\r\n", "\n", "\r", "\n\r"), lines).getBytes(ISO_8859_1);
    if (bad()) {
      for (int i = random.nextInt(1, 20); i > 0; i--) {
        data[random.nextInt(data.length)] = (byte) random.nextInt(256);
      }
    }
    if (bad()) {
      data = Arrays.copyOf(data, random.nextInt(1, data.length));
    }
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    all.writeBytes(data);
    if (bad()) {
      byte[] more = new byte[new int[] {1, 100, 20_000}[random.nextInt(3)]];
      random.nextBytes(more);
      all.writeBytes(more);
    }
    return all.toByteArray();
  }

  private List<String> headers(String token) {
    List<String> lines = new ArrayList<>();
    if (!bad()) {
      lines.add("Host: " + either("localhost", HOSTS));
    }
    for (int i = bad() ? new int[] {1, 3, 40}[random.nextInt(3)] : 0; i > 0; i--) {
      lines.add(any(NAMES) + either(": ", ":", " : ", "") + any(VALUES));
    }
    if (random.nextDouble() < 0.6) {
      String sent =
          either(token, token.substring(1), token + "x", "", "=".repeat(500), "Og==", "!!");
      lines.add("Authorization: " + either("Bearer", SCHEMES) + " " + sent);
    }
    return lines;
  }

  private boolean bad() {
    return random.nextDouble() < badness;
  }

  private String either(String right, String... wrong) {
    return bad() ? any(wrong) : right;
  }

  private String any(String... some) {
    return some[random.nextInt(some.length)];
  }
}
