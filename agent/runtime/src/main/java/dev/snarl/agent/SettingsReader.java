package dev.snarl.agent;

import dev.snarl.agent.Given.Value;
import dev.snarl.otlp.OtlpOptions;
import dev.snarl.text.Text;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Turns the given options into {@link Settings}, one at a time. Used once, in premain. */
final class SettingsReader {
  private static final int LONGEST_TOKEN = 512;
  private static final int LONGEST_NAME = 200;
  private static final String CLOSED = "HTTP will answer nothing but /healthz";

  private final Given given;
  private final Complaints complaints;

  SettingsReader(Given given, Complaints complaints) {
    this.given = given;
    this.complaints = complaints;
  }

  Settings read(String applicationName) {
    Settings.Access access = access();
    return new Settings(
        host(),
        port(),
        on(Option.ENABLED),
        prefixes(),
        access,
        text(Option.FINDINGS),
        text(Option.HOOKS),
        text(Option.REPORT),
        on(Option.CONSOLE),
        application(applicationName),
        jfr(),
        oldObjects(),
        new CloudWatchReader(given, complaints).read(),
        otlp(),
        rules(),
        complaints.lines());
  }

  private String host() {
    Value value = given.get(Option.HOST.key());
    if (value == null) {
      return Option.HOST.fallback();
    }
    String host = value.text();
    if (host.isEmpty() || host.length() > 255) {
      return bad(Option.HOST, value);
    }
    for (int i = 0; i < host.length(); i++) {
      char c = host.charAt(i);
      if (c <= ' ' || c > '~' || c == '/' || c == '@' || c == '?') {
        return bad(Option.HOST, value);
      }
    }
    return host;
  }

  private int port() {
    Value value = given.get(Option.PORT.key());
    if (value == null) {
      return Integer.parseInt(Option.PORT.fallback());
    }
    if (value.text().equals("off")) {
      return Settings.NO_PORT;
    }
    int port = 0;
    boolean valid = !value.text().isEmpty() && value.text().length() <= 5;
    for (int i = 0; valid && i < value.text().length(); i++) {
      char c = value.text().charAt(i);
      valid = c >= '0' && c <= '9';
      port = 10 * port + (c - '0');
    }
    return valid && port <= 65_535 ? port : Integer.parseInt(bad(Option.PORT, value));
  }

  private boolean on(Option option) {
    Value value = given.get(option.key());
    String text = value == null ? option.fallback() : value.text();
    Boolean state = state(text);
    if (state == null && value != null) {
      state = state(bad(option, value));
    }
    return Boolean.TRUE.equals(state);
  }

  private static @Nullable Boolean state(String text) {
    return switch (text) {
      case "true", "on" -> Boolean.TRUE;
      case "false", "off" -> Boolean.FALSE;
      default -> null;
    };
  }

  private String jfr() {
    Value value = given.get(Option.JFR.key());
    if (value == null) {
      return Option.JFR.fallback();
    }
    return switch (value.text()) {
      case "auto", "on", "off" -> value.text();
      case "true" -> "on";
      case "false" -> "off";
      default -> bad(Option.JFR, value);
    };
  }

  private int oldObjects() {
    Value value = given.get(Option.JFR_OLD_OBJECTS.key());
    if (value == null) {
      return 0;
    }
    boolean valid = value.text().matches("\\d{1,4}") && Integer.parseInt(value.text()) <= 3_600;
    return Integer.parseInt(valid ? value.text() : bad(Option.JFR_OLD_OBJECTS, value));
  }

  private @Nullable OtlpOptions otlp() {
    Value value = given.get(Option.OTLP.key());
    if (value == null) {
      return null;
    }
    String jar = text(Option.OTLP_JAR);
    return switch (value.text()) {
      case "on", "true" -> new OtlpOptions(null, jar);
      case "off", "false" -> null;
      default -> {
        boolean valid = OtlpOptions.isEndpoint(value.text());
        if (!valid) {
          bad(Option.OTLP, value);
        }
        yield valid ? new OtlpOptions(value.text(), jar) : null;
      }
    };
  }

  private List<String> prefixes() {
    Value value = given.get(Option.APP.key());
    List<String> prefixes = new ArrayList<>();
    if (value == null) {
      return prefixes;
    }
    String text = value.text();
    int from = 0;
    for (int i = 0; i <= text.length(); i++) {
      char c = i == text.length() ? ';' : text.charAt(i);
      if (c == ';' || c == ':' || c == '+') {
        if (i > from) {
          prefixes.add(text.substring(from, i).strip());
        }
        from = i + 1;
      } else if (!Character.isJavaIdentifierPart(c) && c != '.' && c != ' ') {
        bad(Option.APP, value);
        return new ArrayList<>();
      }
    }
    if (prefixes.isEmpty()) {
      bad(Option.APP, value);
    }
    return prefixes;
  }

  private @Nullable String text(Option option) {
    Value value = given.get(option.key());
    if (value != null && value.text().isEmpty()) {
      bad(option, value);
      return null;
    }
    return value == null ? null : value.text();
  }

  private String application(String fallback) {
    String name = text(Option.APPLICATION);
    Value value = given.get(Option.APPLICATION.key());
    if (name == null || value == null) {
      return fallback;
    }
    if (name.length() > LONGEST_NAME) {
      bad(Option.APPLICATION, value);
      return fallback;
    }
    return Text.oneLine(name, LONGEST_NAME);
  }

  private Settings.Access access() {
    Value file = given.get(Option.TOKEN_FILE.key());
    if (file != null) {
      String token = token(file.text());
      if (token == null) {
        complaints.other(
            Option.TOKEN_FILE.key(),
            file.text(),
            file.source(),
            "accepted: ".concat(Option.TOKEN_FILE.accepted()).concat("; ").concat(CLOSED));
      }
      return new Settings.Access(token, token == null);
    }
    Value value = given.get(Option.TOKEN.key());
    if (value == null) {
      return new Settings.Access(null, false);
    }
    boolean valid = isToken(value.text());
    if (!valid) {
      complaints.secret(Option.TOKEN.key(), value.source(), Option.TOKEN.accepted(), CLOSED);
    }
    return new Settings.Access(valid ? value.text() : null, !valid);
  }

  private static @Nullable String token(String file) {
    try {
      Path path = Path.of(file);
      if (!Files.isRegularFile(path) || Files.size(path) > 2 * LONGEST_TOKEN) {
        return null;
      }
      String token = new String(Files.readAllBytes(path), StandardCharsets.UTF_8).strip();
      return isToken(token) ? token : null;
    } catch (IOException | InvalidPathException e) {
      return null;
    }
  }

  private static boolean isToken(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) <= ' ' || text.charAt(i) > '~') {
        return false;
      }
    }
    return !text.isEmpty() && text.length() <= LONGEST_TOKEN;
  }

  private Map<String, Settings.RuleSetting> rules() {
    Map<String, Settings.RuleSetting> settings = new HashMap<>();
    for (Map.Entry<String, Map<String, Double>> rule : given.rules().entrySet()) {
      String key = Given.RULES_PREFIX.concat(rule.getKey());
      Value value = given.get(key);
      Boolean on = value == null ? Boolean.TRUE : state(value.text());
      if (on == null && value != null) {
        complaints.bad(key, value.text(), value.source(), "on, off", "on");
      }
      Map<String, Double> thresholds = new HashMap<>();
      for (Map.Entry<String, Double> threshold : rule.getValue().entrySet()) {
        threshold(thresholds, key.concat("."), threshold.getKey(), threshold.getValue());
      }
      settings.put(rule.getKey(), new Settings.RuleSetting(!Boolean.FALSE.equals(on), thresholds));
    }
    return settings;
  }

  private void threshold(
      Map<String, Double> thresholds, String prefix, String name, Double fallback) {
    Value value = given.get(prefix.concat(name));
    if (value == null) {
      return;
    }
    double number = Double.NaN;
    try {
      number = Double.parseDouble(value.text());
    } catch (NumberFormatException e) {
      // reported below, like any other value that is no threshold
    }
    if (number >= 0 && number <= 1e15) {
      thresholds.put(name, number);
    } else {
      complaints.bad(
          prefix.concat(name),
          value.text(),
          value.source(),
          "a number from 0 to 1e15",
          fallback.toString());
    }
  }

  private String bad(Option option, Value value) {
    complaints.bad(
        option.key(), value.text(), value.source(), option.accepted(), option.fallback());
    return option.fallback();
  }
}
