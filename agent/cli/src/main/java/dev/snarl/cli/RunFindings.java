package dev.snarl.cli;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import dev.snarl.rules.Severity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What the JVMs of a command wrote into the findings file: each finding once, the worst first. */
record RunFindings(List<JsonObject> items) {
  private static final Pattern SITE = Pattern.compile("(.+)\\.([^.(]+)\\((.+):(\\d+)\\)");

  RunFindings {
    items = List.copyOf(items);
  }

  /** The line of a finding: class, method, file and number. */
  record Line(String type, String method, String file, int number) {
    static @Nullable Line of(JsonObject item) {
      Matcher site = SITE.matcher(Json.text(item, "site"));
      return site.matches()
          ? new Line(site.group(1), site.group(2), site.group(3), Integer.parseInt(site.group(4)))
          : null;
    }
  }

  /** A line that was cut by the end of a JVM is left out. */
  static RunFindings read(Path file) throws IOException {
    Map<String, JsonObject> findings = new LinkedHashMap<>();
    for (String line : Files.readAllLines(file)) {
      JsonObject item = object(line);
      if (item != null) {
        findings.merge(Json.text(item, "id"), item, RunFindings::worse);
      }
    }
    List<JsonObject> items = new ArrayList<>(findings.values());
    items.sort(Comparator.comparing(RunFindings::severity).reversed());
    return new RunFindings(items);
  }

  private static @Nullable JsonObject object(String line) {
    try {
      return JsonParser.parseString(line) instanceof JsonObject object ? object : null;
    } catch (JsonParseException cut) {
      return null;
    }
  }

  /** The later one has more evidence. */
  private static JsonObject worse(JsonObject before, JsonObject later) {
    return severity(later).compareTo(severity(before)) >= 0 ? later : before;
  }

  static Severity severity(JsonObject item) {
    Severity severity = FailOn.of(Json.text(item, "severity"));
    return severity == null ? Severity.INFO : severity;
  }

  /** The highest severity; null without findings. */
  @Nullable Severity worst() {
    return items.isEmpty() ? null : severity(items.get(0));
  }

  /** Title, evidence, remedy and page, in lines. */
  static String text(JsonObject item) {
    StringBuilder text = new StringBuilder(Json.text(item, "title")).append('\n');
    if (item.get("evidence") instanceof JsonObject evidence) {
      evidence
          .entrySet()
          .forEach(
              entry -> text.append("  " + entry.getKey() + ": " + plain(entry.getValue()) + '\n'));
    }
    return text + Json.text(item, "remedy") + '\n' + Json.text(item, "doc");
  }

  private static String plain(JsonElement value) {
    if (value instanceof JsonArray items) {
      StringBuilder lines = new StringBuilder();
      items.forEach(item -> lines.append("\n    ").append(plain(item)));
      return lines.toString();
    }
    return value.isJsonPrimitive() ? value.getAsString() : value.toString();
  }
}
