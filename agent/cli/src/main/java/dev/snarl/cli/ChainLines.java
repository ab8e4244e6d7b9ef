package dev.snarl.cli;

import dev.snarl.chains.ChainTree;
import dev.snarl.chains.ChainTree.Frame;
import dev.snarl.chains.End;
import dev.snarl.text.Figures;
import java.util.Comparator;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Chains as an indented tree of text, each frame with its share of the time; small ones left out.
 */
record ChainLines(Here here) {
  private static final double LEAST_SHOWN = 0.01;

  void print(ChainTree tree) {
    show(tree.root(), 0, tree.root().seconds());
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
