package dev.snarl.publish;

import dev.snarl.console.Asset;
import dev.snarl.console.Report;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * An answer in full.
 *
 * @param status HTTP status
 * @param type content type
 * @param caching what the client may keep
 * @param policy content security policy
 * @param extra further header lines, each ended by CR LF
 * @param body what a GET gets
 */
record Response(
    int status, String type, String caching, String policy, String extra, ByteBuffer body) {
  private static final String NO_STORE = "no-store";

  /** Anything but a page loads nothing, if a browser shows it. */
  private static final String NOTHING = "default-src 'none'; frame-ancestors 'none'";

  /** The page loads its own files and requests from its own server; it has nothing inline. */
  private static final String PAGE =
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self';"
          + " connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

  static final String JSON = "application/json; charset=utf-8";

  static Response ok(String type, byte[] body) {
    return new Response(200, type, NO_STORE, NOTHING, "", ByteBuffer.wrap(body));
  }

  /** A file of the page; the browser caches and revalidates it. */
  static Response asset(Asset asset, @Nullable String known) {
    boolean same = known != null && known.contains(asset.etag());
    return new Response(
        same ? 304 : 200,
        asset.type(),
        "no-cache",
        PAGE,
        "ETag: " + asset.etag() + "\r\n",
        ByteBuffer.wrap(same ? new byte[0] : asset.body()));
  }

  static Response report(Report report) {
    return new Response(
        200,
        "text/html; charset=utf-8",
        NO_STORE,
        report.policy() + "; frame-ancestors 'none'",
        "",
        ByteBuffer.wrap(report.html().getBytes(StandardCharsets.UTF_8)));
  }

  static Response error(int status, String extra) {
    String hint = status == 401 ? ": the token is wanted, in a browser as password" : "";
    String body = "{\"error\":\"" + status + ' ' + reason(status) + hint + "\"}\n";
    return new Response(
        status,
        JSON,
        NO_STORE,
        NOTHING,
        extra,
        ByteBuffer.wrap(body.getBytes(StandardCharsets.UTF_8)));
  }

  static Response error(int status) {
    return error(status, "");
  }

  /** What to send: the head, and for all but a HEAD the body, which answers may share. */
  ByteBuffer[] parts(boolean head) {
    String text =
        "HTTP/1.1 "
            + status
            + ' '
            + reason(status)
            + "\r\nContent-Type: "
            + type
            + "\r\nContent-Length: "
            + body.remaining()
            + "\r\nConnection: close\r\nCache-Control: "
            + caching
            + "\r\nX-Content-Type-Options: nosniff\r\nReferrer-Policy: no-referrer"
            + "\r\nCross-Origin-Resource-Policy: same-origin\r\nContent-Security-Policy: "
            + policy
            + "\r\n"
            + extra
            + "\r\n";
    ByteBuffer start = ByteBuffer.wrap(text.getBytes(StandardCharsets.ISO_8859_1));
    return head ? new ByteBuffer[] {start} : new ByteBuffer[] {start, body.duplicate()};
  }

  private static String reason(int status) {
    return switch (status) {
      case 200 -> "OK";
      case 304 -> "Not Modified";
      case 400 -> "Bad Request";
      case 401 -> "Unauthorized";
      case 403 -> "Forbidden";
      case 404 -> "Not Found";
      case 405 -> "Method Not Allowed";
      case 431 -> "Request Header Fields Too Large";
      case 503 -> "Service Unavailable";
      default -> "Internal Server Error";
    };
  }
}
