package dev.snarl.rules;

import dev.snarl.snapshot.Need;
import dev.snarl.snapshot.Pool;
import dev.snarl.snapshot.Snapshot;
import dev.snarl.snapshot.Wait;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

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

  /**
   * What a graph considers stuck.
   *
   * @param minBlockedNanos shorter waits are left out, so a snapshot torn by a race causes no
   *     finding
   * @param timedToo whether waits with a time-out count
   * @param growingToo whether pools count that could still start a thread
   * @param stuckShare share of a pool's threads that must be stuck for its queue to be hopeless
   */
  record Criteria(long minBlockedNanos, boolean timedToo, boolean growingToo, double stuckShare) {
    /** Proof: no way out at all. */
    static Criteria proof(double minBlockedSeconds) {
      return new Criteria((long) (minBlockedSeconds * Words.NANOS), false, false, 1);
    }

    boolean admits(Wait wait) {
      return wait.blockedNanos() >= minBlockedNanos && (timedToo || !wait.timed());
    }

    boolean admits(Pool pool) {
      return !pool.threads().isEmpty()
          && pool.threads().size() >= pool.size()
          && (growingToo || (!pool.canGrow() && pool.stuckNanos() > 0));
    }

    int mustBeStuck(Pool pool) {
      return (int) Math.ceil(pool.threads().size() * stuckShare - 1e-9);
    }
  }

  /** A thread that waits, a pool, or an all-of / any-of between them. */
  static final class Node {
    /** The subject: a {@link Wait}, a {@link Pool} or a {@link Need}. */
    final Object subject;

    final List<Node> reasons = new ArrayList<>(2);
    final List<Node> dependents = new ArrayList<>(2);
    int reasonsToLose;
    boolean hopeless = true;

    Node(Object subject, int reasonsToLose) {
      this.subject = subject;
      this.reasonsToLose = reasonsToLose;
    }

    void restsOn(Node reason) {
      reasons.add(reason);
      reason.dependents.add(this);
    }
  }

  private final Criteria criteria;
  private final Map<Long, Pool> known = new HashMap<>();
  private final Map<Long, Node> threads = new HashMap<>();
  private final Map<Long, Node> pools = new HashMap<>();
  private final Deque<Node> falling = new ArrayDeque<>();

  WaitGraph(Snapshot snapshot, Criteria criteria) {
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

  /** What can never make progress, as {@code pool-deadlock} proves it by default. */
  public static WaitGraph forGood(Snapshot snapshot) {
    return new WaitGraph(snapshot, Criteria.proof(PoolDeadlock.MIN_BLOCKED_SECONDS));
  }

  /** The same, and what cannot make progress before a wait ends at its deadline. */
  public static WaitGraph untilDeadlines(Snapshot snapshot) {
    Criteria proof = Criteria.proof(PoolDeadlock.MIN_BLOCKED_SECONDS);
    return new WaitGraph(snapshot, new Criteria(proof.minBlockedNanos(), true, false, 1));
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

  /** The display name of a pool. */
  String poolName(long id) {
    Pool pool = known.get(id);
    return pool == null ? "an unknown executor" : pool.name();
  }

  /** Each component of the graph that forms a cycle through the queue of a pool. */
  List<Knot> knots() {
    List<Node> roots = pools.values().stream().filter(node -> node.hopeless).toList();
    List<Knot> knots = new ArrayList<>();
    for (List<Node> component : new Components(roots).found()) {
      Knot knot = knot(component);
      if (!knot.pools().isEmpty()) {
        knots.add(knot);
      }
    }
    return knots;
  }

  private Knot knot(List<Node> component) {
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
    return new Knot(this, closed, List.copyOf(waits.values()), victims(component, waits));
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
