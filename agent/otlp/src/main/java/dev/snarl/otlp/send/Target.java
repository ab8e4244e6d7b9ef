package dev.snarl.otlp.send;

import java.net.URI;
import java.time.Duration;
import java.util.Map;

/**
 * Where one signal goes, and how.
 *
 * @param timeout of one attempt, all of it
 */
record Target(URI uri, Map<String, String> headers, Duration timeout, boolean gzip) {

  /** Without user, password and query, which may be secrets. */
  String shown() {
    String port = uri.getPort() < 0 ? "" : ":" + uri.getPort();
    return uri.getScheme() + "://" + uri.getHost() + port + uri.getPath();
  }
}
