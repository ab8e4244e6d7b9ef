package dev.snarl.publish;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * An answer in full.
 *
 * @param status HTTP status
 * @param type content type
 * @param extra further header lines, each ended by CR LF
 * @param body what a GET gets
 */
record Response(int status, String type, String extra, ByteBuffer body) {
  static final String JSON = "application/json; charset=utf-8";
  static final String HTML = "text/html; charset=utf-8";

  static Response ok(String type, byte[] body) {
    return new Response(200, type, "", ByteBuffer.wrap(body));
  }

  static Response error(int status, String extra) {
    String body = "{\"error\":\"" + status + ' ' + reason(status) + "\"}\n";
    return new Response(
        status, JSON, extra, ByteBuffer.wrap(body.getBytes(StandardCharsets.UTF_8)));
  }

  static Response error(int status) {
    return error(status, "");
  }

  /** The bytes to send; a HEAD gets the same head and no body. */
  ByteBuffer bytes(boolean head) {
    String text =
        "HTTP/1.1 "
            + status
            + ' '
            + reason(status)
            + "\r\nContent-Type: "
            + type
            + "\r\nContent-Length: "
            + body.remaining()
            + "\r\nConnection: close\r\nCache-Control: no-store\r\n"
            + "X-Content-Type-Options: nosniff\r\n"
            + "Content-Security-Policy: default-src 'none'; frame-ancestors 'none'\r\n"
            + extra
            + "\r\n";
    byte[] start = text.getBytes(StandardCharsets.ISO_8859_1);
    ByteBuffer bytes = ByteBuffer.allocate(start.length + (head ? 0 : body.remaining()));
    bytes.put(start);
    if (!head) {
      bytes.put(body.duplicate());
    }
    return bytes.flip();
  }

  private static String reason(int status) {
    return switch (status) {
      case 200 -> "OK";
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
