package dev.snarl.publish;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The relevant part of the head of an HTTP/1 request. A body is never read: every connection ends
 * with its first answer, so data after the head cannot become a second request.
 *
 * @param method as sent
 * @param path without its query, as sent: nothing is decoded
 * @param query what follows the question mark, empty for none
 * @param host the {@code Host} header, null for none
 * @param authorization the {@code Authorization} header
 * @param accept the {@code Accept} header
 * @param ifNoneMatch the {@code If-None-Match} header
 */
record Request(
    String method,
    String path,
    String query,
    @Nullable String host,
    @Nullable String authorization,
    @Nullable String accept,
    @Nullable String ifNoneMatch) {

  /** Null unless it is a well-formed HTTP/1 request with at most one Host. */
  static @Nullable Request parse(String head) {
    int end = lineEnd(head, 0);
    String line = head.substring(0, end);
    int first = line.indexOf(' ');
    int second = line.indexOf(' ', first + 1);
    if (first <= 0 || second < 0 || line.indexOf(' ', second + 1) >= 0) {
      return null;
    }
    String target = line.substring(first + 1, second);
    String version = line.substring(second + 1);
    boolean old = version.equals("HTTP/1.0");
    if (!target.startsWith("/") || !(old || version.equals("HTTP/1.1"))) {
      return null;
    }
    String host = null;
    String authorization = null;
    String accept = null;
    String ifNoneMatch = null;
    for (int at = next(head, end); at < head.length(); at = next(head, end)) {
      end = lineEnd(head, at);
      String field = head.substring(at, end);
      if (field.isEmpty()) {
        break;
      }
      int colon = field.indexOf(':');
      if (colon <= 0 || field.charAt(colon - 1) <= ' ' || field.charAt(0) <= ' ') {
        return null;
      }
      String value = field.substring(colon + 1).strip();
      switch (field.substring(0, colon).toLowerCase(Locale.ROOT)) {
        case "host" -> {
          if (host != null) {
            return null;
          }
          host = value;
        }
        case "authorization" -> authorization = value;
        case "accept" -> accept = accept == null ? value : accept + ',' + value;
        case "if-none-match" -> ifNoneMatch = value;
        default -> {}
      }
    }
    if (host == null && !old) {
      return null;
    }
    int query = target.indexOf('?');
    String path = query < 0 ? target : target.substring(0, query);
    String rest = query < 0 ? "" : target.substring(query + 1);
    return new Request(
        line.substring(0, first), path, rest, host, authorization, accept, ifNoneMatch);
  }

  /** A parameter of the query that is a whole number of up to 18 digits, or 0. */
  long number(String name) {
    for (String part : query.split("&", 8)) {
      if (part.startsWith(name + "=")) {
        String value = part.substring(name.length() + 1);
        boolean digits = !value.isEmpty() && value.length() <= 18;
        for (int i = 0; digits && i < value.length(); i++) {
          digits = value.charAt(i) >= '0' && value.charAt(i) <= '9';
        }
        return digits ? Long.parseLong(value) : 0;
      }
    }
    return 0;
  }

  /**
   * The received token: after {@code Bearer}, or as the password of any user after {@code Basic},
   * which a browser can prompt for. Null for none.
   */
  @Nullable String token() {
    int blank = authorization == null ? -1 : authorization.indexOf(' ');
    if (authorization == null || blank < 0) {
      return null;
    }
    String sent = authorization.substring(blank + 1).strip();
    return switch (authorization.substring(0, blank).toLowerCase(Locale.ROOT)) {
      case "bearer" -> sent;
      case "basic" -> password(sent);
      default -> null;
    };
  }

  private static @Nullable String password(String encoded) {
    try {
      String pair = new String(Base64.getDecoder().decode(encoded), StandardCharsets.UTF_8);
      int colon = pair.indexOf(':');
      return colon < 0 ? null : pair.substring(colon + 1);
    } catch (IllegalArgumentException malformed) {
      return null;
    }
  }

  private static int lineEnd(String head, int from) {
    int end = head.indexOf('\n', from);
    if (end < 0) {
      return head.length();
    }
    return end > from && head.charAt(end - 1) == '\r' ? end - 1 : end;
  }

  private static int next(String head, int lineEnd) {
    int newline = head.indexOf('\n', lineEnd);
    return newline < 0 ? head.length() : newline + 1;
  }
}
