package dev.snarl.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code detach}: takes the agent out of a JVM. */
@Command(name = "detach", description = "Take the agent out of a running JVM.")
final class Detach implements Callable<Integer> {
  private final Here here;

  @Parameters(index = "0", paramLabel = "PID", description = "process id of a JVM")
  private String pid = "";

  @Option(names = "--json", description = "print a JSON object")
  private boolean json;

  Detach(Here here) {
    this.here = here;
  }

  @Override
  public Integer call() throws Failure {
    String process = Target.pid(pid);
    if (!Jvm.of(process).unload(here.jar(), "detach")) {
      throw Failure.unreachable("still active in JVM " + process + "; its own stderr says why");
    }
    here.say(json ? Json.of("detached", process) : "snarl: detached from " + process);
    return ExitCode.FINE;
  }
}
