package dev.snarl.publish;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Cycles of a directed graph by one depth-first walk: every cycle's strongly connected part shows
 * at least once, not every cycle of it. Linear in nodes and edges, no recursion, at most {@value
 * #MOST}.
 */
final class Cycles {
  static final int MOST = 20;

  private final Map<String, Set<String>> next;
  private final Map<String, Integer> depth = new HashMap<>();
  private final List<String> path = new ArrayList<>();
  private final Deque<Iterator<String>> branches = new ArrayDeque<>();
  private final List<List<String>> found = new ArrayList<>();

  Cycles(Map<String, Set<String>> next) {
    this.next = next;
  }

  List<List<String>> find() {
    for (String start : next.keySet()) {
      if (!depth.containsKey(start)) {
        walk(start);
      }
    }
    return found;
  }

  private void walk(String start) {
    enter(start);
    while (!branches.isEmpty() && found.size() < MOST) {
      Iterator<String> branch = branches.element();
      if (!branch.hasNext()) {
        branches.pop();
        depth.put(path.remove(path.size() - 1), -1);
        continue;
      }
      String to = branch.next();
      Integer at = depth.get(to);
      if (at == null) {
        enter(to);
      } else if (at >= 0) {
        found.add(List.copyOf(path.subList(at, path.size())));
      }
    }
  }

  private void enter(String node) {
    depth.put(node, path.size());
    path.add(node);
    branches.push(next.getOrDefault(node, Set.of()).iterator());
  }
}
