package dev.snarl.chains;

import dev.snarl.chains.ChainTree.Frame;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Chains in the form of collapsed stacks: the frames from the waiter on, separated by semicolons,
 * and last the end in brackets, as Brendan Gregg's flamegraph.pl and others read them.
 *
 * @param tree what it renders
 */
public record Collapsed(ChainTree tree) {

  /** Thread-seconds by chain. */
  public Map<String, Double> lines() {
    Map<String, Double> lines = new LinkedHashMap<>();
    add("", tree.root(), lines);
    return lines;
  }

  private static void add(String above, Frame frame, Map<String, Double> lines) {
    frame.ends().forEach((end, seconds) -> lines.put(above + '[' + end.label() + ']', seconds));
    // A semicolon separates frames.
    frame
        .children()
        .forEach((link, child) -> add(above + link.text().replace(';', ',') + ';', child, lines));
  }
}
