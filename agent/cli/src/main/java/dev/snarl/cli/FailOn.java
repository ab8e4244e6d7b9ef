package dev.snarl.cli;

import dev.snarl.rules.Severity;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option {@code --fail-on}, a mix-in: the severity from which on a command exits with 1. */
final class FailOn {
  @Option(
      names = "--fail-on",
      paramLabel = "SEVERITY",
      description = "exit with 1 from this severity on: info, warning (default), critical or never")
  private String least = "warning";

  /** As it was given. */
  String label() {
    return least;
  }

  /** The lowest severity that counts; null for none. */
  @Nullable Severity severity() throws Failure {
    if (least.equals("never")) {
      return null;
    }
    Severity severity = of(least);
    if (severity == null) {
      throw Failure.usage("--fail-on takes info, warning, critical or never, not '" + least + "'");
    }
    return severity;
  }

  int code(@Nullable Severity worst) throws Failure {
    Severity from = severity();
    return from != null && worst != null && worst.compareTo(from) >= 0
        ? ExitCode.FINDINGS
        : ExitCode.FINE;
  }

  /** The severity with this label, null if there is none. */
  static @Nullable Severity of(String label) {
    for (Severity severity : Severity.values()) {
      if (severity.label().equals(label.toLowerCase(Locale.ROOT))) {
        return severity;
      }
    }
    return null;
  }
}
