package dev.snarl.cli;

import com.google.gson.JsonObject;
import dev.snarl.chains.ChainTree;
import dev.snarl.chains.ChainTree.Frame;
import dev.snarl.chains.Collapsed;
import dev.snarl.chains.End;
import dev.snarl.chains.Link;
import dev.snarl.text.Figures;
import dev.snarl.text.Text;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code chains}: where the time of waiting threads goes, from the waiter to the end. */
@Command(
    name = "chains",
    description = "Show where the time of waiting threads goes: who waits for whom, to the end.")
final class ChainsCommand implements Callable<Integer> {
  private static final double LEAST_SHOWN = 0.01;
  private static final double FIVE_MINUTES = 300;
  private static final Set<Double> WINDOWS = Set.of(60.0, FIVE_MINUTES, 3_600.0);
  private static final int DEEPEST = 100;
  private static final int LONGEST_FRAME = 400;

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
    ChainTree tree = new ChainTree(Integer.MAX_VALUE);
    read(answer, new ArrayList<>(), tree);
    if (form.collapsed) {
      new Collapsed(tree)
          .lines()
          .forEach((chain, seconds) -> here.say(chain + ' ' + Math.round(seconds * 1_000)));
    } else if (form.speedscope) {
      here.out().println(new Speedscope(tree, title(), here.version()).json());
    } else if (form.pprof) {
      here.out().writeBytes(new Pprof(tree, answered(answer), (long) last.value()).gzip());
    } else {
      show(tree);
    }
    return ExitCode.FINE;
  }

  private String title() {
    return "waiting threads, last " + Figures.time(last.value());
  }

  /** When the answer was given; now if it does not say. */
  private static Instant answered(JsonObject answer) {
    try {
      return Instant.parse(Json.text(answer, "at"));
    } catch (DateTimeParseException e) {
      return Instant.now();
    }
  }

  private static void read(JsonObject frame, List<Link> above, ChainTree tree) {
    if (frame.get("ends") instanceof JsonObject ends) {
      for (String label : ends.keySet()) {
        tree.add(above, end(label), Math.max(0, Json.number(ends, label)));
      }
    }
    for (JsonObject child : Json.items(frame, "items")) {
      if (above.size() < DEEPEST) {
        above.add(link(child));
        read(child, above, tree);
        above.remove(above.size() - 1);
      }
    }
  }

  /** Of an older agent, only its text. */
  private static Link link(JsonObject frame) {
    for (Link.Kind kind : Link.Kind.values()) {
      String who = kind.field() == null ? null : part(frame, kind.field());
      if (who != null) {
        return new Link(kind, who, part(frame, "call"), part(frame, "site"));
      }
    }
    return Link.text(Text.oneLine(Json.text(frame, "frame"), LONGEST_FRAME));
  }

  private static @Nullable String part(JsonObject frame, String name) {
    return frame.has(name) ? Text.oneLine(Json.text(frame, name), LONGEST_FRAME) : null;
  }

  /** Of a newer agent there may be others. */
  private static End end(String label) {
    try {
      return End.valueOf(label.toUpperCase(Locale.ROOT));
    } catch (IllegalArgumentException e) {
      return End.OTHER;
    }
  }

  private void show(ChainTree tree) {
    double all = tree.root().seconds();
    if (all == 0) {
      here.say("no thread waited for another in the last " + Figures.time(last.value()));
      return;
    }
    here.say(
        "Threads waited %s in the last %s; %s of it ends in a known cause."
            .formatted(
                Figures.time(all), Figures.time(last.value()), Figures.percent(tree.explained())));
    show(tree.root(), 0, all);
  }

  private void show(Frame frame, int depth, double all) {
    frame.children().entrySet().stream()
        .filter(child -> child.getValue().seconds() >= LEAST_SHOWN * all)
        .sorted(Map.Entry.comparingByValue(Comparator.comparingDouble(Frame::seconds).reversed()))
        .forEach(
            child -> {
              here.say(
                  "%6s  %s%s%s"
                      .formatted(
                          Figures.percent(child.getValue().seconds() / all),
                          "  ".repeat(depth),
                          child.getKey().text(),
                          ends(child.getValue())));
              show(child.getValue(), depth + 1, all);
            });
  }

  private static String ends(Frame frame) {
    return frame.ends().isEmpty()
        ? ""
        : frame.ends().keySet().stream()
            .map(End::label)
            .collect(Collectors.joining(", ", "  [", "]"));
  }
}
