package dev.snarl.graph;

import dev.snarl.snapshot.Need;
import dev.snarl.snapshot.Pool;
import dev.snarl.snapshot.Snapshot;
import dev.snarl.snapshot.ThreadRef;
import dev.snarl.snapshot.Wait;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Which waits can never end, as the greatest fixed point over what was observed at one moment:
 * assume that none ends, then remove a thread as soon as what it needs can still happen, and with
 * it everything that depended on it. The remaining threads depend only on each other. What a thread
 * must do can still happen unless that thread remains stuck; a queued task can unless enough
 * threads of its pool do; anything unknown, or less certain than demanded, always can.
 *
 * <p>An and-or network in which each node counts the reasons that may still be removed, so each
 * edge is visited once: linear in waits, needs and threads. Lives for one evaluation of the rules,
 * or for one rendering.
 */
public final class WaitGraph {
  private final Criteria criteria;
  private final Map<Long, Pool> known = new HashMap<>();
  private final Map<Long, Node> threads = new LinkedHashMap<>();
  private final Map<Long, Node> pools = new LinkedHashMap<>();
  private final IdentityHashMap<Need, Node> junctions = new IdentityHashMap<>();
  private final Deque<Node> falling = new ArrayDeque<>();

  public WaitGraph(Snapshot snapshot, Criteria criteria) {
    this(snapshot.waits(), snapshot.queues().toList(), criteria);
  }

  public WaitGraph(List<Wait> waits, List<Pool> pools, Criteria criteria) {
    this.criteria = criteria;
    pools.forEach(pool -> known.put(pool.id(), pool));
    for (Wait wait : waits) {
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
    if (need instanceof Need.Step step) {
      return node(step);
    }
    Node known = junctions.get(need);
    return known == null ? junction(need) : known;
  }

  private Node node(Need.Step step) {
    ThreadRef thread = step.thread();
    Long queue = step.queue();
    if (criteria.admits(step)) {
      if (step.never()) {
        return new Node(step, 1); // rests on nothing that could fall
      }
      Node waiting = thread == null ? null : threads.get(thread.id());
      if (waiting != null) {
        return waiting;
      }
      Pool pool = queue == null ? null : known.get(queue);
      if (pool != null && criteria.admits(pool)) {
        Node node = pools.get(pool.id());
        return node == null ? poolNode(pool) : node;
      }
    }
    return hopeful(step);
  }

  private Node junction(Need need) {
    boolean all = need instanceof Need.All;
    List<Need> parts = need instanceof Need.All it ? it.needs() : ((Need.Any) need).needs();
    Node junction = parts.isEmpty() ? hopeful(need) : new Node(need, all ? parts.size() : 1);
    junctions.put(need, junction);
    parts.forEach(part -> junction.restsOn(node(part)));
    return junction;
  }

  private Node poolNode(Pool pool) {
    int free = pool.threads().size();
    Node node = new Node(pool, 0);
    pools.put(pool.id(), node);
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

  /**
   * The thread at the end of the chain of waits that each need one thread alone: it waits for none
   * that is known, or closes a circle.
   */
  public long end(long from) {
    Set<Long> seen = new HashSet<>();
    long end = from;
    for (ThreadRef next = next(end); next != null && seen.add(next.id()); next = next(end)) {
      end = next.id();
    }
    return end;
  }

  private @Nullable ThreadRef next(long thread) {
    Node node = threads.get(thread);
    return node != null && ((Wait) node.subject).need() instanceof Need.Step step
        ? step.thread()
        : null;
  }

  /** Whether the subject of a node, of another graph of the same moment, is stuck in this one. */
  boolean holds(Node node) {
    return node.subject instanceof Wait wait
        ? stuck(wait.thread().id())
        : node.subject instanceof Pool pool && closed(pool.id());
  }

  /** Whether this can never happen. */
  boolean hopeless(Need need) {
    if (need instanceof Need.Step step) {
      ThreadRef thread = step.thread();
      Long queue = step.queue();
      return criteria.admits(step)
          && (step.never()
              || (thread != null && stuck(thread.id()))
              || (queue != null && closed(queue)));
    }
    Node node = junctions.get(need);
    return node != null && node.hopeless;
  }

  /** The display name of a pool. */
  String poolName(long id) {
    Pool pool = known.get(id);
    return pool == null ? "an unknown executor" : pool.name();
  }

  /** Each set of threads and pools that wait for one another. */
  public List<Circle> circles() {
    return components(node -> true).found().stream().map(this::circle).toList();
  }

  Components components(Predicate<Node> among) {
    List<Node> roots = new ArrayList<>(threads.values());
    roots.addAll(pools.values());
    return new Components(roots, node -> among.test(node) && !meant(node));
  }

  /** A thread of no pool that joins itself, and for which nobody waits: so servers stay alive. */
  private static boolean meant(Node node) {
    return node.subject instanceof Wait wait
        && wait.thread().pool() == null
        && wait.need() instanceof Need.Held held
        && held.how() == Need.How.ALIVE
        && node.reasons.contains(node)
        && node.dependents.stream().allMatch(node::equals);
  }

  private Circle circle(List<Node> component) {
    Map<Long, Wait> waits = new LinkedHashMap<>();
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
    Set<Node> seen = new HashSet<>(component);
    Deque<Node> next = new ArrayDeque<>(component);
    int victims = 0;
    for (Node node = next.poll(); node != null; node = next.poll()) {
      for (Node dependent : node.dependents) {
        if (dependent.hopeless && seen.add(dependent)) {
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
