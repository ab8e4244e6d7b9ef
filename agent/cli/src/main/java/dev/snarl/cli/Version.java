package dev.snarl.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code version}. */
@Command(name = "version", description = "Print the version.")
final class Version implements Callable<Integer> {
  private final Here here;

  @Option(names = "--json", description = "print a JSON object")
  private boolean json;

  Version(Here here) {
    this.here = here;
  }

  @Override
  public Integer call() {
    here.say(json ? Json.of("version", here.version()) : "snarl " + here.version());
    return ExitCode.FINE;
  }
}
