package dev.snarl.cli;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.Proxy;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * An agent's HTTP. It follows no redirect, so that a token goes nowhere else, uses no proxy, and
 * reads a bounded answer.
 *
 * @param address ends with a slash
 * @param token bearer token, null for none
 */
record Remote(URI address, @Nullable String token) {
  private static final int CONNECT_MILLIS = 5_000;
  private static final int READ_MILLIS = 20_000;
  private static final int LARGEST = 64 << 20;

  /** Never shows the token. */
  @Override
  public String toString() {
    return address.toString();
  }

  /** The JSON object at a path. */
  JsonObject get(String path) throws Failure {
    try {
      JsonElement answer = JsonParser.parseString(text(path));
      if (answer.isJsonObject()) {
        return answer.getAsJsonObject();
      }
    } catch (JsonParseException | StackOverflowError e) {
      throw Failure.unreachable("what answers at " + address + " is not Snarl: no JSON at " + path);
    }
    throw Failure.unreachable("what answers at " + address + " is not Snarl: no object at " + path);
  }

  /** The answer at a path. */
  String text(String path) throws Failure {
    try {
      HttpURLConnection connection =
          (HttpURLConnection) address.resolve(path).toURL().openConnection(Proxy.NO_PROXY);
      connection.setInstanceFollowRedirects(false);
      connection.setConnectTimeout(CONNECT_MILLIS);
      connection.setReadTimeout(READ_MILLIS);
      connection.setRequestProperty("Accept", "application/json");
      if (token != null) {
        connection.setRequestProperty("Authorization", "Bearer " + token);
      }
      try {
        int status = connection.getResponseCode();
        if (status != HttpURLConnection.HTTP_OK) {
          throw Failure.unreachable(refusal(status, path));
        }
        try (InputStream in = connection.getInputStream()) {
          byte[] bytes = in.readNBytes(LARGEST);
          return new String(bytes, StandardCharsets.UTF_8);
        }
      } finally {
        connection.disconnect();
      }
    } catch (IOException | IllegalArgumentException e) {
      throw Failure.unreachable("cannot reach " + address + ": " + e.getMessage());
    }
  }

  private String refusal(int status, String path) {
    return switch (status) {
      case HttpURLConnection.HTTP_UNAUTHORIZED ->
          address
              + (token == null
                  ? " wants a token: set SNARL_TOKEN or give --token-file"
                  : " does not accept this token");
      case HttpURLConnection.HTTP_NOT_FOUND ->
          "no " + path + " at " + address + ": an older Snarl, or console=off";
      case HttpURLConnection.HTTP_UNAVAILABLE ->
          "the agent at " + address + " has taken no snapshot yet; ask again in a second";
      default -> address + " answers " + status + " for " + path;
    };
  }
}
