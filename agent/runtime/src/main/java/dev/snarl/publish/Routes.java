package dev.snarl.publish;

import static java.util.Objects.requireNonNull;

import com.google.gson.stream.JsonWriter;
import dev.snarl.console.Asset;
import dev.snarl.console.Assets;
import dev.snarl.console.Report;
import dev.snarl.metrics.MetricsRegistry;
import dev.snarl.sizing.WhatIf.Asked;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Locale;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Answers a request from the latest view. Runs on the HTTP thread; reads the board and, for {@code
 * /metrics}, the management beans; nothing else of the live JVM.
 */
final class Routes {
  private static final String BEARER = "WWW-Authenticate: Bearer\r\n";

  /** Makes a browser prompt for the token, and send it with every request to this address only. */
  private static final String BASIC =
      "WWW-Authenticate: Basic realm=\"Snarl\", charset=\"UTF-8\"\r\n";

  private static final String FILES = "/console/";
  private static final String PAGES = "/docs/findings/";

  private final Endpoint endpoint;
  private final boolean loopback;
  private final Board board;
  private final MetricsPage metrics;
  private final Assets assets = new Assets();
  private final Consumer<Throwable> failed;

  Routes(
      Endpoint endpoint,
      boolean loopback,
      Board board,
      MetricsRegistry metrics,
      Consumer<Throwable> failed) {
    this.failed = failed;
    this.endpoint = endpoint;
    this.loopback = loopback;
    this.board = board;
    this.metrics = new MetricsPage(metrics);
  }

  /**
   * Prepares what a scrape needs, if none came before, while the heap has space. Not at the start
   * and not in vain: it takes as much CPU time as everything else that the agent does in its first
   * minute. Garbage collections before it are not in {@code jvm_gc_pause_seconds}, which Micrometer
   * counts by notifications.
   */
  void prepare() {
    metrics.prepare();
  }

  /** Never fails: an error is reported once, and the client gets 500. */
  Response answer(@Nullable Request request) {
    try {
      return route(request);
    } catch (RuntimeException | LinkageError e) {
      failed.accept(e);
      return Response.error(500);
    }
  }

  private Response route(@Nullable Request request) {
    if (request == null) {
      return Response.error(400);
    }
    if (loopback && request.host() != null && !isLoopbackName(request.host())) {
      return Response.error(403);
    }
    if (!request.path().equals("/healthz") && !mayRead(request)) {
      return Response.error(401, endpoint.locked() ? BEARER : BEARER + BASIC);
    }
    if (!request.method().equals("GET") && !request.method().equals("HEAD")) {
      return Response.error(405, "Allow: GET, HEAD\r\n");
    }
    return switch (request.path()) {
      case "/healthz" -> text(Health.of(board, mayRead(request)));
      case "/metrics" -> metrics.of(board.view(), MetricsRegistry.Format.of(request.accept()));
      default -> endpoint.console() ? console(request) : Response.error(404);
    };
  }

  private Response console(Request request) {
    String path = request.path();
    if (path.equals("/") || path.startsWith(FILES)) {
      Asset asset = assets.get(path.equals("/") ? Assets.INDEX : path.substring(FILES.length()));
      return asset == null ? Response.error(404) : Response.asset(asset, request.ifNoneMatch());
    }
    if (path.startsWith(PAGES)) {
      Asset page = assets.page(path.substring(1));
      return page == null ? Response.error(404) : Response.asset(page, request.ifNoneMatch());
    }
    if (path.equals("/report")) {
      Report report = Reports.of(board, request.query().equals("redact"));
      return report == null ? Response.error(503, "Retry-After: 1\r\n") : Response.report(report);
    }
    Api.Body body =
        switch (path) {
          case "/api/history" -> json -> board.hour().write(json, request.number("since"));
          case "/api/chains" ->
              json -> ChainsJson.of(board.chains(), request.number("seconds")).write(json);
          case "/api/what-if" -> json -> whatIf(json, request);
          case "/api/stack" -> json -> stack(json, request.number("thread"));
          default -> null;
        };
    Api api = body == null ? Api.at(path) : null;
    if (api == null && body == null) {
      return Response.error(404);
    }
    View view = board.view();
    if (view == null) {
      return Response.error(503, "Retry-After: 1\r\n");
    }
    return text(api != null ? api.render(view) : Api.object(view, requireNonNull(body)));
  }

  private void whatIf(JsonWriter json, Request request) throws IOException {
    View view = requireNonNull(board.view());
    int threads = (int) Math.min(Integer.MAX_VALUE, request.number("threads"));
    Asked asked = new Asked(threads, request.number("ratePercent") / 100.0);
    new WhatIfJson(view, board.traces()).write(json, request.number("pool"), asked);
  }

  private void stack(JsonWriter json, long thread) throws IOException {
    json.name("thread").value(thread);
    json.name("frames").beginArray();
    for (String frame : board.stacks().of(thread)) {
      json.value(frame);
    }
    json.endArray();
  }

  private static Response text(String json) {
    return Response.ok(Response.JSON, json.getBytes(StandardCharsets.UTF_8));
  }

  /** Compares in a time that does not depend on where the tokens differ. */
  private boolean mayRead(Request request) {
    if (!endpoint.guarded()) {
      return true;
    }
    String token = endpoint.token();
    String sent = request.token();
    return !endpoint.locked()
        && token != null
        && sent != null
        && MessageDigest.isEqual(
            token.getBytes(StandardCharsets.UTF_8), sent.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * Whether a Host header can only mean this machine. A page of another site whose name was rebound
   * to 127.0.0.1 sends its own name. The port may differ: tunnels change it.
   */
  static boolean isLoopbackName(String host) {
    String name = host.toLowerCase(Locale.ROOT);
    int colon = name.lastIndexOf(':');
    if (colon >= 0 && name.indexOf(']', colon) < 0) {
      if (!isDigits(name.substring(colon + 1))) {
        return false;
      }
      name = name.substring(0, colon);
    }
    return name.equals("localhost") || name.equals("[::1]") || isLoopbackV4(name);
  }

  private static boolean isLoopbackV4(String name) {
    if (!name.startsWith("127.")) {
      return false;
    }
    int dots = 0;
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      if (c == '.') {
        dots++;
      } else if (c < '0' || c > '9') {
        return false;
      }
    }
    return dots == 3 && !name.endsWith(".");
  }

  private static boolean isDigits(String text) {
    return !text.isEmpty() && text.chars().allMatch(c -> c >= '0' && c <= '9');
  }
}
