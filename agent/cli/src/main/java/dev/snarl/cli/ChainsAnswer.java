package dev.snarl.cli;

import com.google.gson.JsonObject;
import dev.snarl.chains.ChainTree;
import dev.snarl.chains.Collapsed;
import dev.snarl.chains.End;
import dev.snarl.chains.Link;
import dev.snarl.text.Figures;
import dev.snarl.text.Text;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What {@code /api/chains} answers, as a tree.
 *
 * @param at when it was given; now if it does not say
 */
record ChainsAnswer(ChainTree tree, Instant at) {
  private static final int DEEPEST = 100;
  private static final int LONGEST_FRAME = 400;
  private static final int MOST_CHAINS = 3;
  private static final double LEAST_SHARE = 0.05;
  private static final Set<End> UNKNOWN = EnumSet.of(End.SIGNAL, End.LOCK, End.UNKNOWN);

  static ChainsAnswer of(JsonObject answer) {
    ChainTree tree = new ChainTree(Integer.MAX_VALUE);
    read(answer, new ArrayList<>(), tree);
    return new ChainsAnswer(tree, instant(Json.text(answer, "at")));
  }

  private static Instant instant(String text) {
    try {
      return Instant.parse(text);
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

  /** How long threads waited and which share of it ends in a known cause. */
  String total(double windowSeconds) {
    return total(tree, "the last " + Figures.time(windowSeconds));
  }

  static String total(ChainTree tree, String when) {
    double all = tree.seconds();
    return all == 0
        ? "No thread waited for another, and none that works was blocked, in " + when + "."
        : "Threads waited %s in %s; %s of it ends in a known cause."
            .formatted(Figures.time(all), when, Figures.percent(tree.explained()));
  }

  /** What can tell more, if at least half a thread waited all the time for nobody knows whom. */
  List<String> more(double windowSeconds) {
    double unknown = 0;
    for (Map.Entry<End, Double> end : tree.ends().entrySet()) {
      unknown += UNKNOWN.contains(end.getKey()) ? end.getValue() : 0;
    }
    return unknown < windowSeconds / 2
        ? List.of()
        : List.of(
            "For %s of it nothing shows who must act: java -jar snarl.jar lost PID proves which threads nobody can wake any more."
                .formatted(Figures.time(unknown)));
  }

  /** The widest chains with their shares, those by design left out. */
  List<String> widest() {
    String idle = '[' + End.IDLE.label() + ']';
    Map<String, Double> lines = new Collapsed(tree).lines();
    double all = tree.seconds();
    return lines.entrySet().stream()
        .filter(line -> !line.getKey().endsWith(idle) && line.getValue() >= LEAST_SHARE * all)
        .sorted(Map.Entry.<String, Double>comparingByValue().reversed())
        .limit(MOST_CHAINS)
        .map(
            line ->
                "%6s  %s"
                    .formatted(
                        Figures.percent(line.getValue() / all),
                        line.getKey().replace(";", " -> ").replace(" -> [", " [")))
        .toList();
  }
}
