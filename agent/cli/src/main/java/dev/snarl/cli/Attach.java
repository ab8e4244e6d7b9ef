package dev.snarl.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code attach}: attaches the agent to a running JVM. */
@Command(name = "attach", description = "Put the agent into a running JVM and print its address.")
final class Attach implements Callable<Integer> {
  private final Here here;

  @Parameters(index = "0", paramLabel = "PID", description = "process id of a JVM")
  private String pid = "";

  @Parameters(
      index = "1..*",
      paramLabel = "KEY=VALUE",
      description = "options, see docs/options.md")
  private List<String> options = List.of();

  @Option(names = "--json", description = "print a JSON object")
  private boolean json;

  Attach(Here here) {
    this.here = here;
  }

  @Override
  public Integer call() throws Failure {
    String process = Target.pid(pid);
    List<String> all = new ArrayList<>(options);
    all.add("enabled=true");
    Jvm.Loaded loaded = Jvm.of(process).load(here.jar(), String.join(",", all));
    String ready = loaded.ready();
    if (ready == null) {
      throw Failure.unreachable("did not start in JVM " + process + "; its own stderr says why");
    }
    if (!loaded.fresh() && !options.isEmpty()) {
      here.complain(
          "was active in JVM "
              + process
              + " already, with its own options; to change them, detach first");
    }
    if (loaded.warned()) {
      here.complain(
          "JVM "
              + process
              + " has printed a warning about agents that come later;"
              + " -XX:+EnableDynamicAgentLoading at its start avoids it, and so does -javaagent");
    }
    if (OtherProcess.of(process).hasItsOwnNetwork()) {
      here.complain("JVM " + process + " has a network of its own; its address is good only there");
    }
    here.say(json ? Json.of("pid", process, "ready", ready) : ready);
    return ExitCode.FINE;
  }
}
