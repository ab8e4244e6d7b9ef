package dev.snarl.chains;

import dev.snarl.chains.ChainTree.Frame;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The chain with the most time of all that begin at a line. */
public final class HeaviestChain {
  private static final Comparator<Map.Entry<Link, Frame>> SECONDS =
      Comparator.comparingDouble(child -> child.getValue().seconds());

  private HeaviestChain() {}

  /**
   * Its frames as text, the waiter's first, and the end in brackets behind the last; empty if no
   * chain begins there, or if it is one frame without a known end.
   */
  public static List<String> from(ChainTree tree, String site) {
    Map.Entry<Link, Frame> at = first(tree.root(), site);
    if (at == null) {
      return List.of();
    }
    List<String> chain = new ArrayList<>();
    while (true) {
      Frame frame = at.getValue();
      Map.Entry<Link, Frame> next = heaviest(frame);
      Map.Entry<End, Double> end =
          frame.ends().entrySet().stream().max(Map.Entry.comparingByValue()).orElse(null);
      if (end != null && (next == null || end.getValue() > next.getValue().seconds())) {
        chain.add(at.getKey().text() + " [" + end.getKey().label() + "]");
        return chain.size() == 1 && !end.getKey().explained() ? List.of() : List.copyOf(chain);
      }
      chain.add(at.getKey().text());
      if (next == null) {
        return List.copyOf(chain);
      }
      at = next;
    }
  }

  /** The first frame of a chain, below the endpoint of its request if that is known. */
  private static Map.@Nullable Entry<Link, Frame> first(Frame root, String site) {
    Map.Entry<Link, Frame> most = null;
    for (Map.Entry<Link, Frame> child : root.children().entrySet()) {
      Map.Entry<Link, Frame> begins = child;
      if (child.getKey().kind() == Link.Kind.ROUTE) {
        begins = first(child.getValue(), site);
      } else if (!site.equals(child.getKey().site())) {
        continue;
      }
      if (begins != null && (most == null || SECONDS.compare(begins, most) > 0)) {
        most = begins;
      }
    }
    return most;
  }

  private static Map.@Nullable Entry<Link, Frame> heaviest(Frame frame) {
    return frame.children().entrySet().stream().max(SECONDS).orElse(null);
  }
}
