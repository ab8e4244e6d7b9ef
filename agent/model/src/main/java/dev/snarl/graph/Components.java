package dev.snarl.graph;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The strongly connected components with more than one node among the hopeless nodes that some
 * roots reach: Tarjan's algorithm with an explicit stack, because chains of thousands of waits
 * would overflow the thread's. Linear in nodes and edges.
 */
final class Components {
  private final Map<Node, Visit> visits = new HashMap<>();
  private final Deque<Visit> path = new ArrayDeque<>();
  private final Deque<Visit> open = new ArrayDeque<>();
  private final List<List<Node>> found = new ArrayList<>();

  private static final class Visit {
    final Node node;
    final int order;
    int lowest;
    int nextReason;
    boolean open = true;

    Visit(Node node, int order) {
      this.node = node;
      this.order = order;
      this.lowest = order;
    }
  }

  Components(List<Node> roots) {
    for (Node root : roots) {
      if (!visits.containsKey(root)) {
        enter(root);
        while (!path.isEmpty()) {
          step(path.element());
        }
      }
    }
  }

  List<List<Node>> found() {
    return found;
  }

  private void enter(Node node) {
    Visit visit = new Visit(node, visits.size());
    visits.put(node, visit);
    path.push(visit);
    open.push(visit);
  }

  private void step(Visit visit) {
    if (visit.nextReason < visit.node.reasons.size()) {
      Node reason = visit.node.reasons.get(visit.nextReason++);
      Visit known = visits.get(reason);
      if (known == null && reason.hopeless) {
        enter(reason);
      } else if (known != null && known.open) {
        visit.lowest = Math.min(visit.lowest, known.order);
      }
      return;
    }
    path.pop();
    Visit parent = path.peek();
    if (parent != null) {
      parent.lowest = Math.min(parent.lowest, visit.lowest);
    }
    if (visit.lowest == visit.order) {
      close(visit);
    }
  }

  private void close(Visit root) {
    List<Node> component = new ArrayList<>();
    Visit member;
    do {
      member = open.pop();
      member.open = false;
      component.add(member.node);
    } while (member != root);
    if (component.size() > 1) {
      found.add(component);
    }
  }
}
