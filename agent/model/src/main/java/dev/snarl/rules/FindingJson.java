package dev.snarl.rules;

import com.google.gson.stream.JsonWriter;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A finding as JSON, with the contract's names in the contract's order. */
public final class FindingJson {
  private static final int DEEPEST = 16;

  private FindingJson() {}

  /** One object without line breaks. */
  public static String line(Finding finding) {
    StringWriter text = new StringWriter(512);
    try (JsonWriter json = new JsonWriter(text)) {
      write(json, finding);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString();
  }

  /** The same as a part of a larger document. */
  public static void write(JsonWriter json, Finding finding) throws IOException {
    json.beginObject();
    json.name("rule").value(finding.rule());
    json.name("severity").value(finding.severity().label());
    json.name("application").value(finding.application());
    json.name("site").value(finding.site());
    json.name("title").value(finding.title());
    json.name("firstSeen").value(finding.firstSeen().toString());
    json.name("lastSeen").value(finding.lastSeen().toString());
    json.name("count").value(finding.count());
    json.name("evidence");
    value(json, finding.evidence(), 0);
    Cost.Frees frees = finding.frees();
    if (frees != null) {
      json.name("frees").beginObject();
      json.name("threads").value(frees.threads());
      if (frees.threadSeconds() != null) {
        json.name("threadSeconds").value(frees.threadSeconds());
        json.name("windowSeconds").value(frees.windowSeconds());
      }
      json.endObject();
    }
    json.name("threshold");
    value(json, finding.threshold(), 0);
    json.name("remedy").value(finding.remedy());
    json.name("doc").value(finding.doc());
    json.name("id").value(finding.id());
    if (finding.resolved()) {
      json.name("resolved").value(true);
    }
    json.endObject();
  }

  /**
   * Evidence: text, numbers, booleans, lists and maps of these. A value that is not a JSON number
   * is null.
   */
  private static void value(JsonWriter json, @Nullable Object value, int depth) throws IOException {
    if (value == null || depth > DEEPEST) {
      json.nullValue();
    } else if (value instanceof Boolean truth) {
      json.value(truth);
    } else if (value instanceof Double || value instanceof Float) {
      double number = ((Number) value).doubleValue();
      if (Double.isFinite(number)) {
        json.value(number);
      } else {
        json.nullValue();
      }
    } else if (value instanceof Number number) {
      json.value(number.longValue());
    } else if (value instanceof Map<?, ?> map) {
      json.beginObject();
      for (Map.Entry<?, ?> entry : map.entrySet()) {
        json.name(String.valueOf(entry.getKey()));
        value(json, entry.getValue(), depth + 1);
      }
      json.endObject();
    } else if (value instanceof Iterable<?> items) {
      json.beginArray();
      for (Object item : items) {
        value(json, item, depth + 1);
      }
      json.endArray();
    } else {
      json.value(value.toString());
    }
  }
}
