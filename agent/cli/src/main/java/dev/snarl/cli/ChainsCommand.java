package dev.snarl.cli;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.snarl.chains.ChainTree;
import dev.snarl.chains.ChainTree.Frame;
import dev.snarl.chains.Collapsed;
import dev.snarl.chains.End;
import dev.snarl.text.Figures;
import dev.snarl.text.Text;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
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
      here.out().println(speedscope(tree));
    } else {
      show(tree);
    }
    return ExitCode.FINE;
  }

  private static void read(JsonObject frame, List<String> above, ChainTree tree) {
    if (frame.get("ends") instanceof JsonObject ends) {
      for (String label : ends.keySet()) {
        tree.add(above, end(label), Math.max(0, Json.number(ends, label)));
      }
    }
    for (JsonObject child : Json.items(frame, "items")) {
      if (above.size() < DEEPEST) {
        above.add(Text.oneLine(Json.text(child, "frame"), LONGEST_FRAME));
        read(child, above, tree);
        above.remove(above.size() - 1);
      }
    }
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
    frame.children().stream()
        .filter(child -> child.seconds() >= LEAST_SHOWN * all)
        .sorted(Comparator.comparingDouble(Frame::seconds).reversed())
        .forEach(
            child -> {
              here.say(
                  "%6s  %s%s%s"
                      .formatted(
                          Figures.percent(child.seconds() / all),
                          "  ".repeat(depth),
                          child.text(),
                          ends(child)));
              show(child, depth + 1, all);
            });
  }

  private static String ends(Frame frame) {
    return frame.ends().isEmpty()
        ? ""
        : frame.ends().keySet().stream()
            .map(End::label)
            .collect(Collectors.joining(", ", "  [", "]"));
  }

  /** A sampled profile in the file format of speedscope.app, weights in seconds. */
  private JsonObject speedscope(ChainTree tree) {
    Map<String, Integer> frames = new LinkedHashMap<>();
    JsonArray samples = new JsonArray();
    JsonArray weights = new JsonArray();
    new Collapsed(tree)
        .lines()
        .forEach(
            (chain, seconds) -> {
              JsonArray sample = new JsonArray();
              for (String frame : chain.split(";", -1)) {
                sample.add(frames.computeIfAbsent(frame, f -> frames.size()));
              }
              samples.add(sample);
              weights.add(seconds);
            });
    JsonObject shared = new JsonObject();
    shared.add("frames", names(frames));
    JsonObject profile = new JsonObject();
    profile.addProperty("type", "sampled");
    profile.addProperty("name", "waiting threads, last " + Figures.time(last.value()));
    profile.addProperty("unit", "seconds");
    profile.addProperty("startValue", 0);
    profile.addProperty("endValue", tree.root().seconds());
    profile.add("samples", samples);
    profile.add("weights", weights);
    JsonArray profiles = new JsonArray();
    profiles.add(profile);
    JsonObject file = new JsonObject();
    file.addProperty("$schema", "https://www.speedscope.app/file-format-schema.json");
    file.addProperty("exporter", "snarl " + here.version());
    file.add("shared", shared);
    file.add("profiles", profiles);
    return file;
  }

  private static JsonElement names(Map<String, Integer> frames) {
    JsonArray names = new JsonArray();
    for (String frame : frames.keySet()) {
      JsonObject name = new JsonObject();
      name.addProperty("name", frame);
      names.add(name);
    }
    return names;
  }
}
