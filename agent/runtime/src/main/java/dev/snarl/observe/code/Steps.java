package dev.snarl.observe.code;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.objectweb.asm.Label;

/** The instructions of a method by their numbers, and which may come after which. Pure. */
final class Steps {
  private record Handler(Label from, Label to, Label at) {}

  private final List<Step> all = new ArrayList<>();
  private final Map<Label, Integer> labels = new HashMap<>();
  private final List<Handler> handlers = new ArrayList<>();

  Step add(int line) {
    Step step = new Step(line);
    all.add(step);
    return step;
  }

  /** What comes next has this label. */
  void label(Label label) {
    labels.put(label, all.size());
  }

  void handler(Label from, Label to, Label at) {
    handlers.add(new Handler(from, to, at));
  }

  int size() {
    return all.size();
  }

  Step get(int index) {
    return all.get(index);
  }

  List<Step> before(int index) {
    return all.subList(0, index);
  }

  /** What each handler around it may come to. */
  List<Set<Integer>> handled(int from) {
    return handlers.stream()
        .filter(handler -> index(handler.from) <= from && from < index(handler.to))
        .map(handler -> reached(index(handler.at)))
        .toList();
  }

  /** All that may come after it, in order; itself only where it may come again. */
  Set<Integer> after(int index) {
    Set<Integer> after = new TreeSet<>();
    next(index).forEach(next -> after.addAll(reached(next)));
    return after;
  }

  /** What comes instead of a throw, where a condition before it jumps over it. */
  Set<Integer> past(int thrown) {
    for (int i = thrown - 1; i >= 0; i--) {
      for (Label label : get(i).leaves ? List.<Label>of() : get(i).jumps) {
        if (index(label) > thrown) {
          return reached(index(label));
        }
      }
    }
    return new TreeSet<>();
  }

  /** It and all that may come after it, in order. */
  Set<Integer> reached(int begin) {
    Set<Integer> reached = new TreeSet<>();
    Deque<Integer> open = new ArrayDeque<>(List.of(begin));
    for (Integer next = open.poll(); next != null; next = open.poll()) {
      if (next < size() && reached.add(next)) {
        open.addAll(next(next));
      }
    }
    return reached;
  }

  /** Itself, and all from which it may be reached. */
  Set<Integer> leadingTo(int index) {
    Map<Integer, Set<Integer>> before = new HashMap<>();
    for (int i = 0; i < size(); i++) {
      int from = i;
      next(i).forEach(to -> before.computeIfAbsent(to, key -> new HashSet<>()).add(from));
    }
    Set<Integer> leading = new TreeSet<>();
    Deque<Integer> open = new ArrayDeque<>(List.of(index));
    for (Integer next = open.poll(); next != null; next = open.poll()) {
      if (leading.add(next)) {
        open.addAll(before.getOrDefault(next, Set.of()));
      }
    }
    return leading;
  }

  /** What may come right after it. */
  List<Integer> next(int index) {
    List<Integer> next = new ArrayList<>();
    get(index).jumps.forEach(label -> next.add(index(label)));
    if (!get(index).leaves) {
      next.add(index + 1);
    }
    return next;
  }

  private int index(Label label) {
    return labels.getOrDefault(label, size());
  }
}
