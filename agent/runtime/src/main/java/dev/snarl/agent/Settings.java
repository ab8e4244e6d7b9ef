package dev.snarl.agent;

import dev.snarl.cloudwatch.CloudWatchOptions;
import dev.snarl.otlp.OtlpOptions;
import dev.snarl.publish.Endpoint;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * All settings of the user, read once in premain and never changed. Reading it costs a few dozen
 * map look-ups, and touches a file only if {@code config} or {@code token.file} is given.
 *
 * @param host address to listen on, as written; not resolved
 * @param port 0 for any free one, -1 for no HTTP
 * @param enabled false: do nothing at all
 * @param app package prefixes of the application, empty to guess
 * @param access who may read over HTTP
 * @param findings path of the findings file, {@code -} for stderr, null for none
 * @param hooks path of what the user declares of his own classes, null for none
 * @param report path of the report to write at exit, null for none
 * @param console whether the console and {@code /api} are served
 * @param application value of the {@code application} label
 * @param jfr {@code auto}, {@code on} or {@code off}
 * @param oldObjectSeconds for how long old objects are sampled, 0 not at all
 * @param cloudWatch where metrics are sent, null for nowhere
 * @param otlp where OpenTelemetry is sent, null for nowhere
 * @param rules those that the user set, by id
 * @param complaints the errors, one line each, safe for stderr: no control characters, bounded
 */
public record Settings(
    String host,
    int port,
    boolean enabled,
    List<String> app,
    Access access,
    @Nullable String findings,
    @Nullable String hooks,
    @Nullable String report,
    boolean console,
    String application,
    String jfr,
    int oldObjectSeconds,
    @Nullable CloudWatchOptions cloudWatch,
    @Nullable OtlpOptions otlp,
    Map<String, RuleSetting> rules,
    List<String> complaints) {

  public static final int NO_PORT = -1;

  public Settings {
    app = List.copyOf(app);
    rules = Map.copyOf(rules);
    complaints = List.copyOf(complaints);
  }

  /**
   * Reads the settings; wrong ones become complaints and fall back to their defaults.
   *
   * @param agentArgs {@code key=value,key=value}, or null
   * @param systemProperties of which those that begin with {@code snarl.} matter, and {@code
   *     sun.java.command} for the application's name
   * @param environment of which those that begin with {@code SNARL_} matter
   * @param rules thresholds with their defaults by rule id; asked for only where an option names a
   *     rule or is wrong
   */
  public static Settings load(
      @Nullable String agentArgs,
      Map<String, String> systemProperties,
      Map<String, String> environment,
      Supplier<Map<String, Map<String, Double>>> rules) {
    Complaints complaints = new Complaints(rules);
    Given given = Given.collect(agentArgs, systemProperties, environment, rules, complaints);
    return new SettingsReader(given, complaints)
        .read(ApplicationName.of(systemProperties.get("sun.java.command")));
  }

  /** As {@link #load}, from this JVM's own system properties and environment. */
  public static Settings here(
      @Nullable String agentArgs, Supplier<Map<String, Map<String, Double>>> rules) {
    Properties properties = System.getProperties();
    Map<String, String> relevant = new HashMap<>();
    for (Object key : properties.keySet()) {
      if (key instanceof String name
          && (name.startsWith(Given.PROPERTY_PREFIX) || name.equals("sun.java.command"))
          && properties.get(name) instanceof String value) {
        relevant.put(name, value);
      }
    }
    return load(agentArgs, relevant, System.getenv(), rules);
  }

  /** What the user set of a rule; it is on, with its defaults, if he set nothing. */
  public RuleSetting rule(String id) {
    RuleSetting setting = rules.get(id);
    return setting == null ? new RuleSetting(true, Map.of()) : setting;
  }

  /** Where HTTP listens, if it does. */
  Endpoint endpoint() {
    return new Endpoint(host, port, access.token(), access.broken(), console);
  }

  /**
   * Who may read over HTTP.
   *
   * @param token the bearer token, null for none
   * @param broken a token is configured but could not be read: no access
   */
  public record Access(@Nullable String token, boolean broken) {

    public boolean guarded() {
      return broken || token != null;
    }

    /** Never shows the token. */
    @Override
    public String toString() {
      return broken ? "Access[broken]" : token == null ? "Access[open]" : "Access[token]";
    }
  }

  /**
   * One rule's state.
   *
   * @param on whether it is judged at all
   * @param thresholds those of the rule that are not to be the defaults
   */
  public record RuleSetting(boolean on, Map<String, Double> thresholds) {
    public RuleSetting {
      thresholds = Map.copyOf(thresholds);
    }
  }
}
