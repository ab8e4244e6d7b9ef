package dev.snarl.agent;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The user's options by key, from the four sources in order of precedence: agent argument, system
 * property, environment, config file. Unknown keys become complaints here.
 */
final class Given {
  static final String PROPERTY_PREFIX = "snarl.";
  static final String ENVIRONMENT_PREFIX = "SNARL_";
  static final String RULES_PREFIX = "rules.";
  private static final String RULES_VARIABLE = ENVIRONMENT_PREFIX + "RULES_";

  /** Parameters of {@code snarl-junit}, which are no options of the agent. */
  private static final String TESTS_PREFIX = PROPERTY_PREFIX + "junit.";

  private static final String ARGUMENT = "agent argument";
  private static final String PROPERTY = "system property";
  private static final String ENVIRONMENT = "environment";
  private static final String FILE = "config file";
  private static final long LARGEST_CONFIG = 1 << 20;

  private final Map<String, Value> values = new HashMap<>();
  private final Supplier<Map<String, Map<String, Double>>> rules;
  private final Complaints complaints;

  private Given(Supplier<Map<String, Map<String, Double>>> rules, Complaints complaints) {
    this.rules = rules;
    this.complaints = complaints;
  }

  record Value(String text, String source) {}

  static Given collect(
      @Nullable String agentArgs,
      Map<String, String> properties,
      Map<String, String> environment,
      Supplier<Map<String, Map<String, Double>>> rules,
      Complaints complaints) {
    Given given = new Given(rules, complaints);
    given.addArguments(agentArgs);
    given.addProperties(properties);
    given.addEnvironment(environment);
    given.addFile();
    return given;
  }

  @Nullable Value get(String key) {
    return values.get(key);
  }

  /** The thresholds of all rules; none where no option names a rule. */
  Map<String, Map<String, Double>> rules() {
    for (String key : values.keySet()) {
      if (key.startsWith(RULES_PREFIX)) {
        return rules.get();
      }
    }
    return Map.of();
  }

  private void addArguments(@Nullable String text) {
    if (text == null) {
      return;
    }
    int from = 0;
    while (from <= text.length()) {
      int comma = text.indexOf(',', from);
      int to = comma < 0 ? text.length() : comma;
      String part = text.substring(from, to).strip();
      from = to + 1;
      if (part.isEmpty()) {
        continue;
      }
      int equals = part.indexOf('=');
      if (equals < 0) {
        complaints.unknown(part, "", ARGUMENT);
      } else {
        add(part.substring(0, equals).strip(), part.substring(equals + 1), ARGUMENT);
      }
    }
  }

  private void addProperties(Map<String, String> properties) {
    for (Map.Entry<String, String> property : properties.entrySet()) {
      if (property.getKey().startsWith(PROPERTY_PREFIX)
          && !property.getKey().startsWith(TESTS_PREFIX)) {
        String key = property.getKey().substring(PROPERTY_PREFIX.length());
        add(key, property.getValue(), PROPERTY);
      }
    }
  }

  private void addEnvironment(Map<String, String> environment) {
    Map<String, String> keys = null;
    for (Map.Entry<String, String> variable : environment.entrySet()) {
      String name = variable.getKey();
      if (!name.startsWith(ENVIRONMENT_PREFIX) || isServiceLink(name, variable.getValue())) {
        continue;
      }
      if (keys == null) {
        keys = optionNames();
      }
      String key = keys.get(name);
      if (key == null && name.startsWith(RULES_VARIABLE)) {
        addRuleNames(keys);
        key = keys.get(name);
      }
      if (key == null) {
        String spoken = name.substring(ENVIRONMENT_PREFIX.length()).replace('_', '.');
        complaints.unknown(spoken, variable.getValue(), ENVIRONMENT);
      } else {
        add(key, variable.getValue(), ENVIRONMENT);
      }
    }
  }

  /** Kubernetes sets these in every pod if a service is named snarl: they are no options. */
  private static boolean isServiceLink(String name, String value) {
    return name.startsWith("SNARL_SERVICE_")
        || name.startsWith("SNARL_PORT_")
        || (name.equals("SNARL_PORT") && value.indexOf("://") > 0);
  }

  private static Map<String, String> optionNames() {
    Map<String, String> names = new HashMap<>();
    for (Option option : Option.values()) {
      names.put(Option.environmentName(option.key()), option.key());
    }
    return names;
  }

  private void addRuleNames(Map<String, String> names) {
    for (Map.Entry<String, Map<String, Double>> rule : rules.get().entrySet()) {
      String key = RULES_PREFIX.concat(rule.getKey());
      names.put(Option.environmentName(key), key);
      for (String threshold : rule.getValue().keySet()) {
        String full = key.concat(".").concat(threshold);
        names.put(Option.environmentName(full), full);
      }
    }
  }

  private void addFile() {
    Value config = values.get(Option.CONFIG.key());
    if (config == null) {
      return;
    }
    Properties properties = new Properties();
    try {
      Path path = Path.of(config.text());
      if (!Files.isRegularFile(path) || Files.size(path) > LARGEST_CONFIG) {
        badConfig(config);
        return;
      }
      try (InputStream in = Files.newInputStream(path)) {
        properties.load(in);
      }
    } catch (IOException | IllegalArgumentException e) {
      badConfig(config);
      return;
    }
    for (Map.Entry<Object, Object> entry : properties.entrySet()) {
      if (entry.getKey() instanceof String key && entry.getValue() instanceof String value) {
        boolean prefixed = key.startsWith(PROPERTY_PREFIX);
        add(prefixed ? key.substring(PROPERTY_PREFIX.length()) : key, value, FILE);
      }
    }
  }

  private void badConfig(Value config) {
    complaints.bad(
        Option.CONFIG.key(), config.text(), config.source(), Option.CONFIG.accepted(), "none");
  }

  private void add(String key, String value, String source) {
    if (isKnown(key)) {
      values.putIfAbsent(key, new Value(value.strip(), source));
    } else {
      complaints.unknown(key, value, source);
    }
  }

  private boolean isKnown(String key) {
    if (Option.of(key) != null) {
      return true;
    }
    if (!key.startsWith(RULES_PREFIX)) {
      return false;
    }
    String rest = key.substring(RULES_PREFIX.length());
    int dot = rest.indexOf('.');
    Map<String, Double> thresholds = rules.get().get(dot < 0 ? rest : rest.substring(0, dot));
    return thresholds != null && (dot < 0 || thresholds.containsKey(rest.substring(dot + 1)));
  }
}
