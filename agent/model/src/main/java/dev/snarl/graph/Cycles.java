package dev.snarl.graph;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Cycles among waits and pools by one depth-first walk: every cycle's strongly connected part shows
 * at least once, not every cycle of it. Junctions between them are passed over. Linear in nodes and
 * edges, no recursion, at most {@value #MOST}.
 */
final class Cycles {
  static final int MOST = 20;

  private final Predicate<Node> wanted;
  private final Map<Node, Integer> depth = new HashMap<>();
  private final List<Node> path = new ArrayList<>();
  private final Deque<Iterator<Node>> branches = new ArrayDeque<>();
  private final List<List<Node>> found = new ArrayList<>();

  Cycles(Predicate<Node> wanted) {
    this.wanted = wanted;
  }

  List<List<Node>> from(List<Node> starts) {
    for (Node start : starts) {
      if (wanted.test(start) && !depth.containsKey(start)) {
        walk(start);
      }
    }
    return found;
  }

  private void walk(Node start) {
    enter(start);
    while (!branches.isEmpty() && found.size() < MOST) {
      Iterator<Node> branch = branches.element();
      if (!branch.hasNext()) {
        branches.pop();
        depth.put(path.remove(path.size() - 1), -1);
        continue;
      }
      Node to = branch.next();
      Integer at = depth.get(to);
      if (at == null) {
        enter(to);
      } else if (at >= 0) {
        found.add(List.copyOf(path.subList(at, path.size())));
      }
    }
  }

  private void enter(Node node) {
    depth.put(node, path.size());
    path.add(node);
    branches.push(next(node).iterator());
  }

  /** The waits and pools that it needs, in the order of its reasons. */
  private Set<Node> next(Node node) {
    Set<Node> members = new LinkedHashSet<>();
    Deque<Node> open = new ArrayDeque<>(node.reasons);
    while (!open.isEmpty()) {
      Node reason = open.pop();
      if (reason.isMember()) {
        if (wanted.test(reason)) {
          members.add(reason);
        }
      } else if (reason.hopeless) {
        List<Node> parts = reason.reasons;
        for (int i = parts.size() - 1; i >= 0; i--) {
          open.push(parts.get(i));
        }
      }
    }
    return members;
  }
}
