package dev.snarl.chains;

import dev.snarl.chains.ChainTree.Frame;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Where threads wait, in a few numbers.
 *
 * @param seconds thread-seconds by end, cumulative
 * @param explained the share of the last minute's, without what is idle, that ends in a known
 *     cause; NaN if no thread waited
 * @param widest the ends of chains in the last minute for which most threads waited, at most {@link
 *     #MOST} and one for all others
 */
public record Waiting(Map<End, Double> seconds, double explained, List<Last> widest) {
  public static final int MOST = 20;

  private static final String OTHER = "other";

  /**
   * The last thread of chains and what it does.
   *
   * @param waiter group of the first thread
   * @param frame group, call and line of the last thread; {@code other} for all others
   * @param threads mean number of threads that waited for it, itself included
   */
  public record Last(String waiter, String frame, End end, double threads) {}

  private record Key(String waiter, String frame, End end) {}

  static Waiting of(Map<End, Double> totals, ChainTree tree) {
    double period = Math.max(1, tree.observedSeconds());
    Map<Key, Double> sums = new LinkedHashMap<>();
    tree.root().children().forEach((first, frame) -> addFirst(first, frame, sums));
    List<Last> all = new ArrayList<>();
    sums.forEach(
        (key, seconds) -> all.add(new Last(key.waiter, key.frame, key.end, seconds / period)));
    all.sort(Comparator.comparingDouble(Last::threads).reversed());
    List<Last> rest = all.subList(Math.min(MOST, all.size()), all.size());
    double others = rest.stream().mapToDouble(Last::threads).sum();
    rest.clear();
    if (others > 0) {
      all.add(new Last(OTHER, OTHER, End.OTHER, others));
    }
    return new Waiting(totals, tree.explained(), all);
  }

  /** An endpoint is no thread: the waiters are those behind it. */
  private static void addFirst(Link first, Frame frame, Map<Key, Double> sums) {
    if (first.kind() == Link.Kind.ROUTE) {
      frame.children().forEach((waiter, child) -> add(waiter, waiter, child, sums));
    } else {
      add(first, first, frame, sums);
    }
  }

  private static void add(Link first, Link last, Frame frame, Map<Key, Double> sums) {
    frame
        .ends()
        .forEach(
            (end, seconds) ->
                sums.merge(new Key(waiter(first), last.text(), end), seconds, Double::sum));
    frame.children().forEach((link, child) -> add(first, thread(last, link), child, sums));
  }

  /** A peer is no thread: what counts is the line that waits for it. */
  private static Link thread(Link above, Link link) {
    return link.kind() == Link.Kind.PEER ? above : link;
  }

  private static String waiter(Link first) {
    return first.kind() == Link.Kind.REST ? OTHER : first.who();
  }
}
