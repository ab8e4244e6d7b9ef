package dev.snarl.publish;

import org.jspecify.annotations.Nullable;

/**
 * Where HTTP listens and who may read.
 *
 * @param host address of this machine; {@code localhost} and literal addresses are not looked up
 * @param port 0 for any free one
 * @param token bearer token, null for none
 * @param locked a token is configured but unknown: only {@code /healthz} is answered
 * @param console whether {@code /} and {@code /api} are served
 */
public record Endpoint(
    String host, int port, @Nullable String token, boolean locked, boolean console) {

  boolean guarded() {
    return locked || token != null;
  }

  /** Never shows the token. */
  @Override
  public String toString() {
    return "Endpoint[" + host + ':' + port + (guarded() ? ", guarded" : ", open") + ']';
  }
}
