package dev.snarl.graph;

import dev.snarl.snapshot.Need;
import dev.snarl.snapshot.Pool;
import dev.snarl.snapshot.Snapshot;
import dev.snarl.snapshot.Wait;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Which waits can never end, as the greatest fixed point over one snapshot: assume that none ends,
 * then remove a thread as soon as what it needs can still happen, and with it everything that
 * depended on it. The remaining threads depend only on each other. A queued task can still happen
 * unless enough threads of its pool remain stuck; a running task can unless its thread remains
 * stuck; anything unknown always can.
 *
 * <p>An and-or network in which each node counts the reasons that may still be removed, so each
 * edge is visited once: linear in waits, needs and threads. Lives for one evaluation of the rules,
 * or for one rendering of the graph.
 */
public final class WaitGraph {

  private final Criteria criteria;
  private final Map<Long, Pool> known = new HashMap<>();
  private final Map<Long, Node> threads = new LinkedHashMap<>();
  private final Map<Long, Node> pools = new LinkedHashMap<>();
  private final Deque<Node> falling = new ArrayDeque<>();

  public WaitGraph(Snapshot snapshot, Criteria criteria) {
    this.criteria = criteria;
    snapshot.pools().forEach(pool -> known.put(pool.id(), pool));
    for (Wait wait : snapshot.waits()) {
      if (criteria.admits(wait)) {
        threads.putIfAbsent(wait.thread().id(), new Node(wait, 1));
      }
    }
    for (Node thread : threads.values()) {
      thread.restsOn(node(((Wait) thread.subject).need()));
    }
    settle();
  }

  private Node node(Need need) {
    if (need instanceof Need.Running running) {
      Node thread = threads.get(running.thread().id());
      return thread == null ? hopeful(need) : thread;
    } else if (need instanceof Need.Queued queued) {
      Pool pool = known.get(queued.pool());
      return pool == null || !criteria.admits(pool)
          ? hopeful(need)
          : pools.computeIfAbsent(queued.pool(), id -> poolNode(pool));
    } else if (need instanceof Need.All all) {
      return junction(need, all.needs(), all.needs().size());
    } else if (need instanceof Need.Any any) {
      return junction(need, any.needs(), any.needs().isEmpty() ? 0 : 1);
    }
    return hopeful(need);
  }

  private Node junction(Need need, List<Need> parts, int reasonsToLose) {
    Node junction = reasonsToLose == 0 ? hopeful(need) : new Node(need, reasonsToLose);
    parts.forEach(part -> junction.restsOn(node(part)));
    return junction;
  }

  private Node poolNode(Pool pool) {
    int free = pool.threads().size();
    Node node = new Node(pool, 0);
    for (Long id : pool.threads()) {
      Node thread = threads.get(id);
      if (thread != null) {
        node.restsOn(thread);
        free--;
      }
    }
    node.reasonsToLose = pool.threads().size() - criteria.mustBeStuck(pool) + 1 - free;
    if (node.reasonsToLose <= 0) {
      fall(node);
    }
    return node;
  }

  private Node hopeful(Need need) {
    Node node = new Node(need, 0);
    fall(node);
    return node;
  }

  private void fall(Node node) {
    node.hopeless = false;
    falling.add(node);
  }

  private void settle() {
    for (Node node = falling.poll(); node != null; node = falling.poll()) {
      for (Node dependent : node.dependents) {
        if (--dependent.reasonsToLose <= 0 && dependent.hopeless) {
          fall(dependent);
        }
      }
    }
  }

  public boolean stuck(long thread) {
    Node node = threads.get(thread);
    return node != null && node.hopeless;
  }

  public boolean closed(long pool) {
    Node node = pools.get(pool);
    return node != null && node.hopeless;
  }

  /** Whether this can never happen. */
  public boolean hopeless(Need need) {
    if (need instanceof Need.Running running) {
      return stuck(running.thread().id());
    } else if (need instanceof Need.Queued queued) {
      return closed(queued.pool());
    } else if (need instanceof Need.All all) {
      return all.needs().stream().anyMatch(this::hopeless);
    } else if (need instanceof Need.Any any) {
      return !any.needs().isEmpty() && any.needs().stream().allMatch(this::hopeless);
    }
    return false;
  }

  /**
   * Cycles among what is stuck, each as the waits and pools that need one another in this order.
   * Every part that closes on itself has at least one.
   *
   * @param other what is stuck in this graph too is left out; null to leave out nothing
   */
  public List<List<Member>> cycles(@Nullable WaitGraph other) {
    List<Node> starts = new ArrayList<>(threads.values());
    starts.addAll(pools.values());
    return new Cycles(node -> node.hopeless && (other == null || !other.stuck(node)))
        .from(starts).stream().map(cycle -> cycle.stream().map(Member::of).toList()).toList();
  }

  private boolean stuck(Node node) {
    return node.subject instanceof Wait wait
        ? stuck(wait.thread().id())
        : node.subject instanceof Pool pool && closed(pool.id());
  }

  /** The display name of a pool. */
  String poolName(long id) {
    Pool pool = known.get(id);
    return pool == null ? "an unknown executor" : pool.name();
  }

  /** Each component of the graph that forms a cycle through the queue of a pool. */
  public List<Circle> circles() {
    List<Node> roots = pools.values().stream().filter(node -> node.hopeless).toList();
    List<Circle> circles = new ArrayList<>();
    for (List<Node> component : new Components(roots).found()) {
      Circle circle = circle(component);
      if (!circle.pools().isEmpty()) {
        circles.add(circle);
      }
    }
    return circles;
  }

  private Circle circle(List<Node> component) {
    Map<Long, Wait> waits = new HashMap<>();
    List<Pool> closed = new ArrayList<>();
    for (Node node : component) {
      if (node.subject instanceof Wait wait) {
        waits.put(wait.thread().id(), wait);
      } else if (node.subject instanceof Pool pool) {
        closed.add(pool);
        for (Node thread : node.reasons) {
          if (thread.hopeless && thread.subject instanceof Wait wait) {
            waits.put(wait.thread().id(), wait);
          }
        }
      }
    }
    return new Circle(this, closed, List.copyOf(waits.values()), victims(component, waits));
  }

  /** Threads that wait for the component without being part of it. */
  private static int victims(List<Node> component, Map<Long, Wait> inside) {
    Map<Node, Boolean> seen = new HashMap<>();
    Deque<Node> next = new ArrayDeque<>(component);
    component.forEach(node -> seen.put(node, true));
    int victims = 0;
    for (Node node = next.poll(); node != null; node = next.poll()) {
      for (Node dependent : node.dependents) {
        if (dependent.hopeless && seen.put(dependent, true) == null) {
          next.add(dependent);
          if (dependent.subject instanceof Wait wait && !inside.containsKey(wait.thread().id())) {
            victims++;
          }
        }
      }
    }
    return victims;
  }
}
