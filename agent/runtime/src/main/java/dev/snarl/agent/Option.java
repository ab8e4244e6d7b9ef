package dev.snarl.agent;

import dev.snarl.cloudwatch.CloudWatchOptions;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The only table of options: it defines parsing, suggestions for a mistyped key, and the rows of
 * {@code docs/options.md}. The rules add their own options.
 */
enum Option {
  HOST(
      "host",
      Kind.HOST,
      "127.0.0.1",
      "an IP address of this machine, or localhost",
      "address that HTTP listens on; anything but loopback needs a token or `console=off`"),
  PORT(
      "port",
      Kind.PORT,
      "9718",
      "0 to 65535, or off",
      "port of HTTP; `0` takes any free one, `off` opens none"),
  ENABLED(
      "enabled",
      Kind.SWITCH,
      "true",
      "true, false, on, off",
      "`false`: the agent does nothing at all; `java -jar snarl.jar disable PID` and `attach PID`"
          + " switch it while the JVM runs"),
  APP(
      "app",
      Kind.PREFIXES,
      "guessed",
      "package prefixes separated by ; : or +",
      "packages that are the application's, for `site`; without it, everything that is not the JDK,"
          + " Snarl or a known library"),
  TOKEN_FILE(
      "token.file",
      Kind.TOKEN_FILE,
      "none",
      "path of a readable file with one line of up to 512 printable characters",
      "file with the bearer token that HTTP asks for; wins over `token`"),
  TOKEN(
      "token",
      Kind.TOKEN,
      "none",
      "up to 512 printable ASCII characters without blanks",
      "the token itself; a token on the command line shows in process lists"),
  FINDINGS(
      "findings",
      Kind.TEXT,
      "none",
      "path of a file, or - for stderr",
      "file to which each new or changed finding is appended as one JSON line"),
  CONSOLE(
      "console",
      Kind.SWITCH,
      "on",
      "true, false, on, off",
      "`off` leaves only `/metrics` and `/healthz`"),
  APPLICATION(
      "application",
      Kind.TEXT,
      "main class or jar name",
      "up to 200 characters",
      "value of the `application` label and field"),
  CONFIG(
      "config",
      Kind.TEXT,
      "none",
      "path of a readable properties file of up to 1 MiB",
      "file with any of these options, one `key=value` a line"),
  HOOKS(
      "hooks",
      Kind.TEXT,
      "none",
      "path of a readable text file of up to 1 MiB",
      "file that declares futures, pools and clients [of your own](hooks.md)"),
  REPORT(
      "report",
      Kind.TEXT,
      "none",
      "path of a file",
      "HTML report written when the JVM exits; what was in the file before is gone"),
  CLOUDWATCH(
      "cloudwatch",
      Kind.CLOUDWATCH,
      "off",
      "off, put, emf:stdout, emf:tcp://HOST:PORT, emf:udp://HOST:PORT",
      "sends a small set of metrics to [CloudWatch](cloudwatch.md)"),
  CLOUDWATCH_NAMESPACE(
      "cloudwatch.namespace",
      Kind.CLOUDWATCH,
      CloudWatchOptions.NAMESPACE,
      "up to 255 letters, digits, blanks and . _ - / # :, not beginning with AWS/",
      "namespace of those metrics"),
  CLOUDWATCH_SECONDS(
      "cloudwatch.seconds",
      Kind.CLOUDWATCH,
      "60",
      "5 to 300",
      "how much time one message covers; less than 60 is for trying it out"),
  CLOUDWATCH_LOGGROUP(
      "cloudwatch.loggroup",
      Kind.CLOUDWATCH,
      CloudWatchOptions.LOG_GROUP,
      "up to 512 letters, digits and . _ - / #",
      "log group that the CloudWatch agent puts EMF into; of no use to `emf:stdout`"),
  CLOUDWATCH_JAR(
      "cloudwatch.jar",
      Kind.TEXT,
      "none",
      "path of snarl-cloudwatch.jar",
      "the optional jar that `put` needs, if it is not beside snarl.jar"),
  OTLP(
      "otlp",
      Kind.OTLP,
      "off",
      "off, on, http://HOST:PORT, https://HOST:PORT",
      "sends metrics, findings and chains in [OpenTelemetry's protocol](opentelemetry.md); `on`: to"
          + " the address of `OTEL_EXPORTER_OTLP_ENDPOINT`, or http://localhost:4318"),
  OTLP_JAR(
      "otlp.jar",
      Kind.TEXT,
      "none",
      "path of snarl-otlp.jar",
      "the optional jar that `otlp` needs, if it is not beside snarl.jar"),
  JFR(
      "jfr",
      Kind.JFR,
      "auto",
      "auto, on, off",
      "the flight recorder; `auto`: 20 s after the start (2 min if the process used less than 5 s of"
          + " CPU), or once there are virtual threads, if 256 MB or more are free, 8 MB of a limited"
          + " metaspace, and the temporary folder is writable; `on`: at once"),
  JFR_OLD_OBJECTS(
      "jfr.oldobjects",
      Kind.SECONDS,
      "0",
      "0 to 3600",
      "seconds for which objects are sampled once, to say which of them stay alive; `0`: not at"
          + " all");

  private final String key;
  private final Kind kind;
  private final String fallback;
  private final String accepted;
  private final String meaning;

  Option(String key, Kind kind, String fallback, String accepted, String meaning) {
    this.key = key;
    this.kind = kind;
    this.fallback = fallback;
    this.accepted = accepted;
    this.meaning = meaning;
  }

  String key() {
    return key;
  }

  Kind kind() {
    return kind;
  }

  /** The default as the docs and complaints name it. */
  String fallback() {
    return fallback;
  }

  String accepted() {
    return accepted;
  }

  /** The row of {@code docs/options.md}. */
  String row() {
    return "| `" + key + "` | `" + fallback + "` | " + accepted + " | " + meaning + " |";
  }

  static @Nullable Option of(String key) {
    for (Option option : values()) {
      if (option.key.equals(key)) {
        return option;
      }
    }
    return null;
  }

  /**
   * {@code token.file} is {@code SNARL_TOKEN_FILE} in the environment; dashes become underscores
   * too.
   */
  static String environmentName(String key) {
    return "SNARL_".concat(key.toUpperCase(Locale.ROOT).replace('.', '_').replace('-', '_'));
  }

  /** How a value is read. */
  enum Kind {
    HOST,
    PORT,
    SWITCH,
    PREFIXES,
    TOKEN_FILE,
    TOKEN,
    TEXT,
    JFR,
    SECONDS,
    CLOUDWATCH,
    OTLP
  }
}
