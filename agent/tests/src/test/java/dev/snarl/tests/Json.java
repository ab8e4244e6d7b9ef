package dev.snarl.tests;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.time.Duration;
import java.util.function.Predicate;

/** Polls the agent's JSON until a row is as it should be. */
final class Json {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private Json() {}

  /** The first finding, say, of which the field has that value and that is as it should be. */
  static JsonObject await(
      Running program, String path, String field, String value, Predicate<JsonObject> right) {
    return await(
        program,
        path,
        "items",
        row -> row.get(field).getAsString().equals(value) && right.test(row));
  }

  /** The first row of a list that is as it should be. */
  static JsonObject await(Running program, String path, String list, Predicate<JsonObject> right) {
    return Deadline.in(PATIENCE)
        .until(
            () -> program.get(path) + String.join("\n", program.err()),
            () -> {
              JsonObject body = JsonParser.parseString(program.get(path)).getAsJsonObject();
              if (!body.has(list)) {
                return null; // not ready yet
              }
              for (JsonElement row : body.getAsJsonArray(list)) {
                if (right.test(row.getAsJsonObject())) {
                  return row.getAsJsonObject();
                }
              }
              return null;
            });
  }
}
