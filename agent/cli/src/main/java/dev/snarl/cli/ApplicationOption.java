package dev.snarl.cli;

import java.util.List;
import picocli.CommandLine.Option;

/** Which classes are the application's, for what was recorded without the agent. */
final class ApplicationOption {
  @Option(
      names = "--app",
      split = ",",
      paramLabel = "PREFIX",
      description = "packages that are the application's (default: guessed)")
  List<String> prefixes = List.of();
}
