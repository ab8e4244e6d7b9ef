package dev.snarl.agent;

import dev.snarl.text.Nearest;
import dev.snarl.text.Text;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The lines about errors in the settings. At most 20, and a last one for the rest. */
final class Complaints {
  private static final int MOST = 20;
  private static final int CUT = 80;

  private final Supplier<Map<String, Map<String, Double>>> rules;
  private final List<String> lines = new ArrayList<>();

  Complaints(Supplier<Map<String, Map<String, Double>>> rules) {
    this.rules = rules;
  }

  List<String> lines() {
    return lines;
  }

  void unknown(String key, String value, String source) {
    StringBuilder line = start(key, value, source).append("no such option");
    String near = nearest(key);
    if (near != null) {
      line.append("; did you mean ").append(near).append('?');
    } else {
      line.append("; see docs/options.md");
    }
    add(line);
  }

  void bad(String key, String value, String source, String accepted, String fallback) {
    add(
        start(key, value, source)
            .append("accepted: ")
            .append(accepted)
            .append("; using ")
            .append(fallback));
  }

  /** As {@link #bad} for a value that must not be shown. */
  void secret(String key, String source, String accepted, String consequence) {
    add(
        start(key, "***", source)
            .append("accepted: ")
            .append(accepted)
            .append("; ")
            .append(consequence));
  }

  void other(String key, String value, String source, String what) {
    add(start(key, value, source).append(what));
  }

  private static StringBuilder start(String key, String value, String source) {
    StringBuilder line = new StringBuilder(160);
    line.append("option ").append(Text.oneLine(key, CUT));
    line.append('=').append(Text.oneLine(value, CUT));
    line.append(" (").append(source).append("): ");
    return line;
  }

  private void add(StringBuilder line) {
    if (lines.size() < MOST) {
      lines.add(line.toString());
    } else if (lines.size() == MOST) {
      lines.add("further options are wrong; the first 20 are shown");
    }
  }

  private @Nullable String nearest(String key) {
    if (key.length() > 2 * CUT) {
      return null;
    }
    Nearest nearest = new Nearest(key);
    for (Option option : Option.values()) {
      nearest.consider(option.key());
    }
    for (Map.Entry<String, Map<String, Double>> rule : rules.get().entrySet()) {
      String id = Given.RULES_PREFIX.concat(rule.getKey());
      nearest.consider(id);
      for (String threshold : rule.getValue().keySet()) {
        nearest.consider(id.concat(".").concat(threshold));
      }
    }
    return nearest.best();
  }
}
