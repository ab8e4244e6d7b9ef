package dev.snarl.cli;

import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The common part of {@code detach} and {@code disable}, a mix-in. */
final class Departure {
  @Parameters(index = "0", paramLabel = "PID", description = "process id of a JVM")
  private String pid = "";

  @Option(names = "--json", description = "print a JSON object")
  private boolean json;

  /**
   * Makes the agent leave.
   *
   * @param how the agent's word for it
   * @param done its past participle
   * @param from the words before the process id
   */
  int from(Here here, String how, String done, String from) throws Failure {
    String process = Target.pid(pid);
    if (!Jvm.of(process).unload(here.jar(), how)) {
      throw Failure.unreachable("still active in JVM " + process + "; its own stderr says why");
    }
    here.say(json ? Json.of(done, process) : "snarl: " + done + ' ' + from + ' ' + process);
    return ExitCode.FINE;
  }
}
