package dev.snarl.cli;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Small JSON objects, and what may be missing in one that came from outside. */
final class Json {
  private Json() {}

  /** Names and values in turn. */
  static String of(String... namesAndValues) {
    JsonObject object = new JsonObject();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      object.addProperty(namesAndValues[i], namesAndValues[i + 1]);
    }
    return object.toString();
  }

  /** Empty where it is missing or no text. */
  static String text(JsonObject object, String name) {
    JsonElement value = object.get(name);
    return value != null && value.isJsonPrimitive() ? value.getAsString() : "";
  }

  /** NaN where it is missing or no number. */
  static double number(JsonObject object, String name) {
    JsonElement value = object.get(name);
    return value != null && value.isJsonPrimitive() && value.getAsJsonPrimitive().isNumber()
        ? value.getAsDouble()
        : Double.NaN;
  }

  /** The objects of a list; none where it is missing or no list. */
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
