package dev.snarl.graph;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The strongly connected components that close a circle, among the hopeless nodes that some roots
 * reach: Tarjan's algorithm with an explicit stack, because chains of thousands of waits would
 * overflow the thread's. Linear in nodes and edges.
 */
final class Components {
  private static final int MOST_LOOPS = 20;

  private final Predicate<Node> among;
  private final Map<Node, Visit> visits = new HashMap<>();
  private final Deque<Visit> path = new ArrayDeque<>();
  private final Deque<Visit> open = new ArrayDeque<>();
  private final List<List<Node>> found = new ArrayList<>();
  private final Map<String, List<Node>> members = new HashMap<>();
  private final List<List<String>> loops = new ArrayList<>();

  private static final class Visit {
    final Node node;
    final int order;
    int lowest;
    int nextReason;
    boolean onPath = true;
    boolean open = true;

    Visit(Node node, int order) {
      this.node = node;
      this.order = order;
      this.lowest = order;
    }
  }

  Components(List<Node> roots, Predicate<Node> among) {
    this.among = among;
    for (Node root : roots) {
      reach(root);
      while (!path.isEmpty()) {
        step(path.element());
      }
    }
  }

  /** The nodes of each in the order in which they were reached: that of a plain circle. */
  List<List<Node>> found() {
    return found;
  }

  /** Circles along single edges, as the walk met them: bounded, and not every one. */
  List<List<String>> loops() {
    return loops;
  }

  /** Whether two nodes are of one component. */
  boolean join(String from, @Nullable String to) {
    List<Node> component = members.get(from);
    return component != null && component == members.get(to);
  }

  private void reach(Node node) {
    if (node.hopeless && !visits.containsKey(node) && among.test(node)) {
      Visit visit = new Visit(node, visits.size());
      visits.put(node, visit);
      path.push(visit);
      open.push(visit);
    }
  }

  private void step(Visit visit) {
    if (visit.nextReason < visit.node.reasons.size()) {
      Node reason = visit.node.reasons.get(visit.nextReason++);
      Visit known = visits.get(reason);
      if (known == null) {
        reach(reason);
      } else if (known.open) {
        visit.lowest = Math.min(visit.lowest, known.order);
        if (known.onPath && loops.size() < MOST_LOOPS) {
          loops.add(loop(known));
        }
      }
      return;
    }
    path.pop();
    visit.onPath = false;
    Visit parent = path.peek();
    if (parent != null) {
      parent.lowest = Math.min(parent.lowest, visit.lowest);
    }
    if (visit.lowest == visit.order) {
      close(visit);
    }
  }

  private List<String> loop(Visit from) {
    List<String> names = new ArrayList<>();
    for (Visit visit : path) {
      String name = visit.node.name();
      if (name != null) {
        names.add(name);
      }
      if (visit == from) {
        break;
      }
    }
    Collections.reverse(names);
    return names;
  }

  private void close(Visit root) {
    List<Node> component = new ArrayList<>();
    Visit member;
    do {
      member = open.pop();
      member.open = false;
      component.add(member.node);
    } while (member != root);
    if (component.size() > 1 || root.node.reasons.contains(root.node)) {
      Collections.reverse(component);
      found.add(component);
      for (Node node : component) {
        String name = node.name();
        if (name != null) {
          members.put(name, component);
        }
      }
    }
  }
}
