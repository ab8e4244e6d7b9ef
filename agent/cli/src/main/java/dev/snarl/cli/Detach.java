package dev.snarl.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code detach}: removes the agent from a JVM. */
@Command(name = "detach", description = "Take the agent out of a running JVM.")
final class Detach implements Callable<Integer> {
  private final Here here;

  @Mixin private Departure departure = new Departure();

  Detach(Here here) {
    this.here = here;
  }

  @Override
  public Integer call() throws Failure {
    return departure.from(here, "detach", "detached", "from");
  }
}
