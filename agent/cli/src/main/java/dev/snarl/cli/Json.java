package dev.snarl.cli;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Small JSON objects, and lenient access to members of foreign ones. */
final class Json {
  private Json() {}

  /** Names and values, alternating. */
  static String of(String... namesAndValues) {
    JsonObject object = new JsonObject();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      object.addProperty(namesAndValues[i], namesAndValues[i + 1]);
    }
    return object.toString();
  }

  /** Empty if it is missing or no text. */
  static String text(JsonObject object, String name) {
    JsonElement value = object.get(name);
    return value != null && value.isJsonPrimitive() ? value.getAsString() : "";
  }

  /** NaN if it is missing or no number. */
  static double number(JsonObject object, String name) {
    JsonElement value = object.get(name);
    return value != null && value.isJsonPrimitive() && value.getAsJsonPrimitive().isNumber()
        ? value.getAsDouble()
        : Double.NaN;
  }

  /** The objects of a list; none if it is missing or no list. */
  static List<JsonObject> items(JsonObject object, String name) {
    List<JsonObject> items = new ArrayList<>();
    @Nullable JsonElement list = object.get(name);
    if (list != null && list.isJsonArray()) {
      for (JsonElement item : list.getAsJsonArray()) {
        if (item.isJsonObject()) {
          items.add(item.getAsJsonObject());
        }
      }
    }
    return items;
  }
}
