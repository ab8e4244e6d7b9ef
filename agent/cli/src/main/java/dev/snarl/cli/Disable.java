package dev.snarl.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/**
 * {@code disable}: the effect of the option {@code enabled=false} in a running JVM. Like {@code
 * detach} it leaves nothing running; unlike it, the JVM keeps the options for the next {@code
 * attach}.
 */
@Command(
    name = "disable",
    description =
        "Switch the agent off in a running JVM; attach switches it on, options as before.")
final class Disable implements Callable<Integer> {
  private final Here here;

  @Mixin private Departure departure = new Departure();

  Disable(Here here) {
    this.here = here;
  }

  @Override
  public Integer call() throws Failure {
    return departure.from(here, "disable", "disabled", "in");
  }
}
