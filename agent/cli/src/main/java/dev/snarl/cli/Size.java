package dev.snarl.cli;

import com.google.gson.JsonObject;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
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

  @Option(names = "--json", description = "print a JSON object")
  private boolean json;

  Size(Here here) {
    this.here = here;
  }

  @Override
  public Integer call() throws Failure {
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
    JsonObject answer = Target.of(target, tokenFile).get(here, "api/sizing");
    new SizeMeasured(options).print(here, answer, json);
    return ExitCode.FINE;
  }
}
