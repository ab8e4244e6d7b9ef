package dev.snarl.publish;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.snarl.metrics.MetricsRegistry;
import dev.snarl.observe.live.AgentThread;
import dev.snarl.rules.Severity;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class HttpApiTest {
  private static MetricsRegistry metrics;

  private final List<String> lines = new ArrayList<>();
  private final Board board = new Board();
  private @Nullable HttpApi api;

  @BeforeAll
  static void startMetrics() {
    metrics = new MetricsRegistry("runner", Map::of);
  }

  @AfterAll
  static void stopMetrics() {
    metrics.close();
  }

  @AfterEach
  void stop() {
    if (api != null) {
      api.close();
    }
  }

  private @Nullable String open(Endpoint endpoint) {
    api =
        new HttpApi(
            endpoint, board, metrics, work -> new AgentThread(work, "snarl-http"), lines::add);
    return api.start();
  }

  private int openPort(@Nullable String token, boolean locked, boolean console) {
    board.post(
        new View(
            "runner",
            Sample.snapshot(),
            List.of(Sample.finding("pool-deadlock", Severity.CRITICAL, 1, false))));
    String url = open(new Endpoint("127.0.0.1", 0, token, locked, console));
    assertThat(url).as(lines.toString()).startsWith("http://127.0.0.1:");
    return URI.create(url).getPort();
  }

  private int openPort() {
    return openPort(null, false, true);
  }

  private static String send(int port, String request) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setSoTimeout(20_000);
      socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static String get(int port, String path, String... headers) throws IOException {
    StringBuilder request = new StringBuilder("GET " + path + " HTTP/1.1\r\nHost: localhost\r\n");
    for (String header : headers) {
      request.append(header).append("\r\n");
    }
    return send(port, request.append("\r\n").toString());
  }

  private static JsonObject json(String response) {
    String body = response.substring(response.indexOf("\r\n\r\n") + 4);
    return JsonParser.parseString(body).getAsJsonObject();
  }

  @Test
  void everyAddressAnswers() throws IOException {
    int port = openPort();
    for (Api address : Api.values()) {
      String path = "/api/" + address.name().toLowerCase(Locale.ROOT);
      assertThat(get(port, path)).startsWith("HTTP/1.1 200 OK").contains("application/json");
    }
    assertThat(get(port, "/healthz")).startsWith("HTTP/1.1 200");
    assertThat(get(port, "/metrics?x=1")).contains("text/plain; version=0.0.4", "snarl_findings{");
    assertThat(get(port, "/metrics", "Accept: application/openmetrics-text;version=1.0.0"))
        .contains("application/openmetrics-text; version=1.0.0")
        .endsWith("# EOF\n");
    assertThat(get(port, "/api/history?since=0")).startsWith("HTTP/1.1 200 OK");
    for (String thread : List.of("1", "", "-1", "x", "99999999999999999999")) {
      assertThat(json(get(port, "/api/stack?thread=" + thread)).getAsJsonArray("frames")).isEmpty();
    }
    assertThat(get(port, "/metrics")).contains("Content-Security-Policy: default-src 'none'");
    assertThat(lines).isEmpty();
  }

  @Test
  void whatDoesNotWorkIsInTheHealthUntilItDoesAgain() throws IOException {
    int port = openPort();
    board.lost("jfr", "the folder \"tmp\" is full");
    JsonObject degraded = json(get(port, "/healthz"));
    assertThat(degraded.get("status").getAsString()).isEqualTo("degraded");
    assertThat(degraded.getAsJsonObject("lost").get("jfr").getAsString())
        .isEqualTo("the folder \"tmp\" is full");
    board.lost("jfr", null);
    assertThat(get(port, "/healthz")).startsWith("HTTP/1.1 200").doesNotContain("jfr");
  }

  @Test
  void reasonsAreForThoseWithTheToken() throws IOException {
    int port = openPort("s3cret", false, true);
    board.lost("jfr", "a reason");
    assertThat(get(port, "/healthz")).contains("\"jfr\":").doesNotContain("a reason");
    assertThat(get(port, "/healthz", "Authorization: Bearer s3cret")).contains("a reason");
  }

  @Test
  void listsLieUnderItems() throws IOException {
    int port = openPort();
    assertThat(json(get(port, "/api/findings")).getAsJsonArray("items")).hasSize(1);
    JsonObject pool =
        json(get(port, "/api/executors")).getAsJsonArray("items").get(0).getAsJsonObject();
    assertThat(pool.get("name").getAsString()).isEqualTo("fcm-turbo-#");
    assertThat(pool.get("queueCapacity").isJsonNull()).isTrue();
    assertThat(json(get(port, "/api/threads")).getAsJsonArray("items")).hasSize(1);
  }

  @Test
  void anOpenFindingProvesItsHypothesisAndAPoolThatDidNothingIsNotSized() throws IOException {
    int port = openPort();
    JsonObject answer = json(get(port, "/api/hypotheses"));
    assertThat(answer.getAsJsonArray("items"))
        .extracting(item -> item.getAsJsonObject())
        .filteredOn(item -> item.get("verdict").getAsString().equals("true"))
        .extracting(item -> item.get("id").getAsString())
        .containsExactly("thread-limit", "starvation-deadlock");
    assertThat(answer.getAsJsonArray("moments")).hasSize(1);
    assertThat(json(get(port, "/api/sizing")).getAsJsonArray("items")).isEmpty();
  }

  @Test
  void whatIfSaysWhyAPoolHasNoCurve() throws IOException {
    int port = openPort();
    JsonObject stuck = json(get(port, "/api/what-if?pool=7"));
    assertThat(stuck.get("pool").getAsString()).isEqualTo("fcm-turbo-#");
    assertThat(stuck.get("why").getAsString()).contains("too few tasks");
    assertThat(stuck.getAsJsonArray("points")).isEmpty();
    JsonObject none = json(get(port, "/api/what-if?pool=99&threads=8&ratePercent=150"));
    assertThat(none.get("why").getAsString()).isEqualTo("there is no such pool");
  }

  @Test
  void theGraphOfADeadlockedPoolHasACycle() throws IOException {
    JsonObject graph = json(get(openPort(), "/api/waits"));
    assertThat(graph.getAsJsonArray("nodes")).hasSize(3);
    assertThat(graph.getAsJsonArray("edges")).hasSize(2);
    assertThat(graph.getAsJsonArray("cycles").toString())
        .isEqualTo("[[\"t11\",\"p7\"],[\"p7\",\"t12\"]]");
  }

  @Test
  void anotherHostNameIsRefusedOnLoopback() throws IOException {
    int port = openPort();
    for (String host : List.of("evil.example", "127.0.0.1.evil.example", "localhost.evil:80")) {
      String request = "GET /healthz HTTP/1.1\r\nHost: " + host + "\r\n\r\n";
      assertThat(send(port, request)).as(host).startsWith("HTTP/1.1 403");
    }
    for (String host : List.of("localhost", "LOCALHOST:99", "127.0.0.1:1", "[::1]", "[::1]:80")) {
      String request = "GET /healthz HTTP/1.1\r\nHost: " + host + "\r\n\r\n";
      assertThat(send(port, request)).as(host).startsWith("HTTP/1.1 200");
    }
  }

  @Test
  void whatIsNoRequestIsRefused() throws IOException {
    int port = openPort();
    for (String request :
        List.of(
            "\r\n\r\n",
            "GET / HTTP/1.1\r\n\r\n",
            "GET / HTTP/2.0\r\nHost: localhost\r\n\r\n",
            "GET http://localhost/ HTTP/1.1\r\nHost: localhost\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: localhost\r\nHost: evil\r\n\r\n",
            "GET / HTTP/1.1\r\nHost : localhost\r\n\r\n")) {
      assertThat(send(port, request)).as(request).startsWith("HTTP/1.1 400");
    }
  }

  @Test
  void onlyReadingVerbsAreKnown() throws IOException {
    int port = openPort();
    for (String verb : List.of("POST", "PUT", "DELETE", "OPTIONS", "TRACE")) {
      String request = verb + " /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n";
      assertThat(send(port, request)).startsWith("HTTP/1.1 405").contains("Allow: GET, HEAD");
    }
    assertThat(send(port, "HEAD /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n"))
        .startsWith("HTTP/1.1 200")
        .endsWith("\r\n\r\n");
    assertThat(get(port, "/nothing")).startsWith("HTTP/1.1 404");
    assertThat(get(port, "/api/../metrics")).startsWith("HTTP/1.1 404");
  }

  @Test
  void anOversizedHeadIsRefused() throws IOException {
    int port = openPort();
    assertThat(get(port, "/", "X: " + "a".repeat(Connection.LARGEST_HEAD)))
        .startsWith("HTTP/1.1 431");
    assertThat(get(port, "/", "X: " + "a".repeat(7_000))).startsWith("HTTP/1.1 200");
  }

  @Test
  void thePageComesWithAPolicyThatForbidsAllThatIsNotItsOwn() throws IOException {
    int port = openPort();
    for (String path : List.of("/", "/console/main.js", "/console/style.css")) {
      assertThat(get(port, path))
          .startsWith("HTTP/1.1 200")
          .contains("Content-Security-Policy: default-src 'none'; script-src 'self';")
          .contains("X-Content-Type-Options: nosniff", "Cache-Control: no-cache")
          .doesNotContain("unsafe-inline");
    }
    for (String path : List.of("/console/", "/console/../main.js", "/console/nothing.js")) {
      assertThat(get(port, path)).startsWith("HTTP/1.1 404");
    }
  }

  @Test
  void aFileThatTheBrowserHasIsNotSentAgain() throws IOException {
    int port = openPort();
    String first = get(port, "/console/main.js");
    String tag = first.substring(first.indexOf("ETag: ") + 6).lines().findFirst().orElseThrow();
    String again = get(port, "/console/main.js", "If-None-Match: " + tag);
    assertThat(again).startsWith("HTTP/1.1 304 Not Modified").endsWith("\r\n\r\n");
    assertThat(get(port, "/console/main.js", "If-None-Match: \"other\""))
        .startsWith("HTTP/1.1 200");
  }

  @Test
  void aReportIsAPageThatRunsOnlyItsOwnScripts() throws IOException {
    int port = openPort();
    String report = get(port, "/report");
    assertThat(report).startsWith("HTTP/1.1 200").contains("text/html").contains("fcm-turbo-#");
    assertThat(report)
        .contains("Content-Security-Policy: default-src 'none'; script-src data: 'sha");
    assertThat(get(port, "/report?redact")).doesNotContain("fcm-turbo", "com.acme");
  }

  @Test
  void aTokenGuardsAllButHealth() throws IOException {
    int port = openPort("s3cret", false, true);
    assertThat(get(port, "/healthz")).startsWith("HTTP/1.1 200");
    List<String> paths = new ArrayList<>(List.of("/", "/console/main.js", "/metrics", "/report"));
    paths.addAll(List.of("/api/history", "/api/stack?thread=1", "/nothing", "/healthz/"));
    for (Api address : Api.values()) {
      paths.add("/api/" + address.name().toLowerCase(Locale.ROOT));
    }
    String basic = "Authorization: Basic " + base64("anybody:s3cret");
    for (String path : paths) {
      assertThat(get(port, path))
          .as(path)
          .startsWith("HTTP/1.1 401")
          .contains("WWW-Authenticate: Bearer\r\n", "WWW-Authenticate: Basic realm=\"Snarl\"")
          .doesNotContain("runner", "fcm-turbo");
      assertThat(get(port, path, "Authorization: Bearer s3cret"))
          .as(path)
          .doesNotStartWith("HTTP/1.1 401");
      assertThat(get(port, path, basic)).as(path).doesNotStartWith("HTTP/1.1 401");
    }
    assertThat(send(port, "POST / HTTP/1.1\r\nHost: localhost\r\n\r\n")).startsWith("HTTP/1.1 401");
  }

  @Test
  void whatIsNotTheTokenDoesNotLetIn() throws IOException {
    int port = openPort("s3cret", false, true);
    for (String sent :
        List.of(
            "Bearer",
            "Bearer ",
            "Bearer s3cre",
            "Bearer s3crets",
            "Bearer S3CRET",
            "Digest s3cret",
            "s3cret",
            "Basic s3cret",
            "Basic !",
            "Basic " + base64("s3cret"),
            "Basic " + base64("s3cret:"),
            "Basic " + base64(":s3cret:"))) {
      assertThat(get(port, "/metrics", "Authorization: " + sent))
          .as(sent)
          .startsWith("HTTP/1.1 401");
    }
    assertThat(get(port, "/metrics?token=s3cret")).startsWith("HTTP/1.1 401");
    assertThat(get(port, "/metrics", "Cookie: token=s3cret")).startsWith("HTTP/1.1 401");
  }

  private static String base64(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void everyAnswerSaysWhatABrowserMayDoWithIt() throws IOException {
    int port = openPort();
    List<String> answers = new ArrayList<>(List.of(send(port, "\r\n\r\n")));
    for (String path : List.of("/", "/report", "/metrics", "/api/gc", "/healthz", "/nothing")) {
      answers.add(get(port, path));
    }
    answers.add(send(port, "GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n"));
    answers.add(get(port, "/", "X: " + "a".repeat(Connection.LARGEST_HEAD)));
    for (String answer : answers) {
      assertThat(answer.substring(0, answer.indexOf("\r\n\r\n") + 2))
          .contains("\r\nContent-Length: ", "\r\nConnection: close\r\n", "\r\nCache-Control: no-")
          .contains("\r\nX-Content-Type-Options: nosniff\r\n")
          .contains("\r\nReferrer-Policy: no-referrer\r\n")
          .contains("\r\nCross-Origin-Resource-Policy: same-origin\r\n")
          .contains("\r\nContent-Security-Policy: default-src 'none'; ", "frame-ancestors 'none'")
          .doesNotContainIgnoringCase("Access-Control-Allow", "Set-Cookie", "Server:");
    }
  }

  @Test
  void aTokenThatCouldNotBeReadLocksAllButHealth() throws IOException {
    int port = openPort(null, true, true);
    assertThat(get(port, "/healthz")).startsWith("HTTP/1.1 200");
    assertThat(get(port, "/metrics", "Authorization: Bearer ")).startsWith("HTTP/1.1 401");
    assertThat(get(port, "/")).startsWith("HTTP/1.1 401");
  }

  @Test
  void withoutConsoleOnlyMetricsAndHealthRemain() throws IOException {
    int port = openPort(null, false, false);
    assertThat(get(port, "/")).startsWith("HTTP/1.1 404");
    assertThat(get(port, "/api/findings")).startsWith("HTTP/1.1 404");
    assertThat(get(port, "/metrics")).startsWith("HTTP/1.1 200");
  }

  @Test
  void anOpenAddressTellsNothingWithoutTheTokenWhateverItsName() throws IOException {
    String url = open(new Endpoint("0.0.0.0", 0, "s3cret", false, true));
    int port = URI.create(String.valueOf(url)).getPort();
    for (String path : List.of("/", "/metrics", "/report", "/api/findings", "/console/main.js")) {
      String request = "GET " + path + " HTTP/1.1\r\nHost: service.example:9718\r\n";
      assertThat(send(port, request + "\r\n")).as(path).startsWith("HTTP/1.1 401");
      assertThat(send(port, request + "Authorization: Bearer s3cret\r\n\r\n"))
          .as(path)
          .doesNotStartWith("HTTP/1.1 4");
    }
  }

  @Test
  void anOpenAddressNeedsATokenOrNoConsole() {
    assertThat(open(new Endpoint("0.0.0.0", 0, null, false, true))).isNull();
    assertThat(lines).singleElement().asString().contains("needs token.file, or console=off");
    assertThat(open(new Endpoint("0.0.0.0", 0, null, false, false))).isNotNull();
  }

  @Test
  void aPortInUseIsOneLine() throws IOException {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      assertThat(open(new Endpoint("127.0.0.1", taken.getLocalPort(), null, false, true))).isNull();
    }
    assertThat(lines).singleElement().asString().startsWith("snarl: no HTTP on 127.0.0.1:");
  }

  @Test
  void beforeTheFirstSnapshotThereIsNothingToList() throws IOException {
    String url = open(new Endpoint("localhost", 0, null, false, true));
    int port = URI.create(String.valueOf(url)).getPort();
    assertThat(get(port, "/api/findings")).startsWith("HTTP/1.1 503");
    assertThat(get(port, "/metrics")).startsWith("HTTP/1.1 200").contains("jvm_memory_used_bytes");
  }

  @Test
  void clientsThatSayNothingBlockNobody() throws IOException {
    int port = openPort();
    List<Socket> silent = new ArrayList<>();
    try {
      for (int i = 0; i < 2 * HttpLoop.MOST; i++) {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
        silent.add(socket);
        socket.getOutputStream().write("GET / HT".getBytes(StandardCharsets.US_ASCII));
      }
      assertThat(get(port, "/healthz")).startsWith("HTTP/1.1 200");
    } finally {
      for (Socket socket : silent) {
        socket.close();
      }
    }
  }

  @Test
  void whoDoesNotFinishARequestIsCutOff() throws IOException {
    int port = openPort();
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setSoTimeout(60_000);
      socket.getOutputStream().write("GET / HT".getBytes(StandardCharsets.US_ASCII));
      assertThat(socket.getInputStream().read()).as("the end of the stream").isEqualTo(-1);
    }
  }

  @Test
  void whatFollowsARequestIsNotRead() throws IOException {
    int port = openPort();
    String second = "GET /api/gc HTTP/1.1\r\nHost: localhost\r\n\r\n";
    String both =
        send(
            port,
            "GET /healthz HTTP/1.1\r\nHost: localhost\r\nContent-Length: 60\r\n\r\n" + second);
    assertThat(both).startsWith("HTTP/1.1 200").containsOnlyOnce("HTTP/1.1");
  }

  @Test
  void clientsThatTakeNoAnswerHoldABoundedPartOfTheHeap() throws IOException {
    int port = openPort();
    List<Socket> deaf = new ArrayList<>();
    try {
      for (int i = 0; i < HttpLoop.MOST; i++) {
        Socket socket = new Socket();
        socket.setReceiveBufferSize(1_024);
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        deaf.add(socket);
        String request = "GET /report HTTP/1.1\r\nHost: localhost\r\n\r\n";
        socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      }
      assertThat(get(port, "/healthz")).startsWith("HTTP/1.1 200");
    } finally {
      for (Socket socket : deaf) {
        socket.close();
      }
    }
    assertThat(get(port, "/report")).startsWith("HTTP/1.1 200").endsWith("</html>\n");
  }

  @Test
  void afterClosingNoThreadIsLeft() {
    openPort();
    HttpApi started = Objects.requireNonNull(api);
    started.close();
    assertThat(Thread.getAllStackTraces().keySet())
        .noneMatch(thread -> thread.getName().equals("snarl-http"));
  }
}
