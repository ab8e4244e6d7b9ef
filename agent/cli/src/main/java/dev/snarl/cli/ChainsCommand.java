package dev.snarl.cli;

import com.google.gson.JsonObject;
import dev.snarl.chains.ChainTree;
import dev.snarl.chains.Collapsed;
import dev.snarl.text.Figures;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code chains}: where the time of waiting threads goes, from the waiter to the end. */
@Command(
    name = "chains",
    description = "Show where the time of waiting threads goes: who waits for whom, to the end.")
final class ChainsCommand implements Callable<Integer> {
  private static final double FIVE_MINUTES = 300;
  private static final Set<Double> WINDOWS = Set.of(60.0, FIVE_MINUTES, 3_600.0);

  private final Here here;

  @Mixin private Target target = new Target();

  @Option(
      names = "--last",
      paramLabel = "1m|5m|1h",
      converter = Seconds.Reader.class,
      description = "the window: the last minute, five minutes (the default) or hour")
  private Seconds last = new Seconds(FIVE_MINUTES);

  @ArgGroup private Form form = new Form();

  /** How it is printed; as a tree unless one is chosen. */
  static final class Form {
    @Option(names = "--json", description = "print what /api/chains answers")
    private boolean json;

    @Option(
        names = "--collapsed",
        description = "print collapsed stacks with milliseconds, for flamegraph.pl and others")
    private boolean collapsed;

    @Option(names = "--speedscope", description = "print a file for speedscope")
    private boolean speedscope;

    @Option(
        names = "--pprof",
        description = "write a profile to standard output, for go tool pprof and others")
    private boolean pprof;
  }

  ChainsCommand(Here here) {
    this.here = here;
  }

  @Override
  public Integer call() throws Failure {
    if (!WINDOWS.contains(last.value())) {
      throw Failure.usage("--last takes 1m, 5m or 1h");
    }
    JsonObject answer = target.get(here, "api/chains?seconds=" + (long) last.value());
    if (form.json) {
      here.out().println(answer);
      return ExitCode.FINE;
    }
    ChainsAnswer chains = ChainsAnswer.of(answer);
    ChainTree tree = chains.tree();
    if (form.collapsed) {
      new Collapsed(tree)
          .lines()
          .forEach((chain, seconds) -> here.say(chain + ' ' + Math.round(seconds * 1_000)));
    } else if (form.speedscope) {
      here.out().println(new Speedscope(tree, title(), here.version()).json());
    } else if (form.pprof) {
      here.out().writeBytes(new Pprof(tree, chains.at(), (long) last.value()).gzip());
    } else {
      here.say(chains.total(last.value()));
      new ChainLines(here).print(tree);
      chains.more(last.value()).forEach(here::say);
    }
    return ExitCode.FINE;
  }

  private String title() {
    return "waiting threads, last " + Figures.time(last.value());
  }
}
