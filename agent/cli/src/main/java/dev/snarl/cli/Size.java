package dev.snarl.cli;

import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code size}: how many threads a pool needs, measured in a JVM or from given numbers. */
@Command(
    name = "size",
    description = {
      "Say how many threads a pool needs: of a JVM's pools, as measured there, or without a JVM from"
          + " numbers such as --jobs 100000 --deadline 10m --service 0.30s."
    })
final class Size implements Callable<Integer> {
  private final Here here;

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "PID|URL",
      description = "a JVM in which the agent runs, or the agent's address")
  private @Nullable String target;

  @Option(
      names = "--token-file",
      paramLabel = "FILE",
      description = "file with the bearer token; else the variable SNARL_TOKEN")
  private @Nullable Path tokenFile;

  @ArgGroup(validate = false)
  private SizeOptions options = new SizeOptions();

  @Mixin private SizeWhatIf whatIf = new SizeWhatIf();

  @Option(names = "--json", description = "print a JSON object")
  private boolean json;

  Size(Here here) {
    this.here = here;
  }

  @Override
  public Integer call() throws Failure {
    if (whatIf.idle()) {
      throw Failure.usage("--times and --pool need --what-if");
    }
    if (target == null && whatIf.asked) {
      throw Failure.usage("--what-if needs the process id of a JVM, or the agent's address");
    }
    if (target == null) {
      new SizeByHand(options).print(here, json);
      return ExitCode.FINE;
    }
    if (options.service != null
        || options.rate != null
        || options.cores != null
        || options.cpu != null) {
      throw Failure.usage(
          "--service, --rate, --cores and --cpu are measured where a target is given; leave one out");
    }
    Remote agent = Target.of(target, tokenFile).open(here);
    if (whatIf.asked) {
      if (options.jobs != null || options.deadline != null || options.target != null) {
        throw Failure.usage(
            "--jobs, --deadline and --target are not simulated; leave out --what-if");
      }
      whatIf.print(here, agent, options.threads, json);
    } else {
      new SizeMeasured(options).print(here, agent.get("api/sizing"), json);
    }
    return ExitCode.FINE;
  }
}
