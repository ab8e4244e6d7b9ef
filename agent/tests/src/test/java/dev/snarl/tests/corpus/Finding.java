package dev.snarl.tests.corpus;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** One line of a findings file. A finding that changes has several lines with the same id. */
record Finding(
    String id,
    String rule,
    Severity severity,
    String site,
    String title,
    boolean resolved,
    JsonObject evidence) {

  /** The lines of this file; none if it is missing. */
  static List<Finding> read(Path file) throws IOException {
    return Files.exists(file)
        ? Files.readAllLines(file).stream()
            .map(line -> of(JsonParser.parseString(line).getAsJsonObject()))
            .toList()
        : List.of();
  }

  static Finding of(JsonObject json) {
    JsonElement resolved = json.get("resolved");
    JsonElement evidence = json.get("evidence");
    return new Finding(
        json.get("id").getAsString(),
        json.get("rule").getAsString(),
        Severity.of(json.get("severity").getAsString()),
        json.get("site").getAsString(),
        json.get("title").getAsString(),
        resolved != null && !resolved.isJsonNull() && !resolved.getAsString().equals("false"),
        evidence == null ? new JsonObject() : evidence.getAsJsonObject());
  }

  /** What standard error must say of it while it is open. */
  String announced() {
    return "snarl: %s %s at %s: ".formatted(severity.name(), rule, site);
  }
}
