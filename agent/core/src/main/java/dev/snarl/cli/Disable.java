package dev.snarl.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * {@code disable}: what the option {@code enabled=false} does, in a JVM that runs. As {@code
 * detach} it leaves nothing at work; unlike it, the JVM keeps the options for the next {@code
 * attach}.
 */
@Command(
    name = "disable",
    description =
        "Switch the agent off in a running JVM; attach switches it on, options as before.")
final class Disable implements Callable<Integer> {
  private final Here here;

  @Parameters(index = "0", paramLabel = "PID", description = "process id of a JVM")
  private String pid = "";

  @Option(names = "--json", description = "print a JSON object")
  private boolean json;

  Disable(Here here) {
    this.here = here;
  }

  @Override
  public Integer call() throws Failure {
    String process = Target.pid(pid);
    if (!Jvm.of(process).unload(here.jar(), "disable")) {
      throw Failure.unreachable("still active in JVM " + process + "; its own stderr says why");
    }
    here.say(json ? Json.of("disabled", process) : "snarl: disabled in " + process);
    return ExitCode.FINE;
  }
}
