package dev.snarl.chains;

import com.google.gson.stream.JsonWriter;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * A frame of a chain as members of a JSON object: its text, and its parts, of which {@code
 * threadGroup}, {@code route}, {@code pool} or {@code peer} names it.
 */
public final class LinkJson {
  private LinkJson() {}

  public static void write(JsonWriter json, Link link) throws IOException {
    json.name("frame").value(link.text());
    part(json, link.kind().field(), link.who());
    part(json, "call", link.call());
    part(json, "site", link.site());
  }

  private static void part(JsonWriter json, @Nullable String name, @Nullable String value)
      throws IOException {
    if (name != null && value != null) {
      json.name(name).value(value);
    }
  }
}
