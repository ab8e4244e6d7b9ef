package dev.snarl.cli;

import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code completion}: a script for bash and zsh, to be read by {@code eval}. */
@Command(
    name = "completion",
    description = {
      "Print a script that defines the command snarl and its completion, for bash and zsh:",
      "eval \"$(java -jar snarl.jar completion)\""
    })
final class Completion implements Callable<Integer> {
  private static final String NAME = "snarl";

  private final Here here;

  @Spec
  @SuppressWarnings("NullAway.Init") // picocli sets it
  private CommandSpec spec;

  @Option(names = "--json", description = "print a JSON object")
  private boolean json;

  Completion(Here here) {
    this.here = here;
  }

  @Override
  public Integer call() {
    String script = command() + AutoComplete.bash(NAME, spec.root().commandLine());
    here.out().println(json ? Json.of("script", script) : script);
    return ExitCode.FINE;
  }

  private String command() {
    String quoted = here.jar().toString().replace("'", "'\\''");
    return NAME + "() { java -jar '" + quoted + "' \"$@\"; }\n";
  }
}
