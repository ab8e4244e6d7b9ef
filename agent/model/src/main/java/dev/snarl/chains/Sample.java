package dev.snarl.chains;

import dev.snarl.chains.Peers.Peer;
import dev.snarl.snapshot.Doing;
import dev.snarl.snapshot.LibraryUse.ConsumerSite;
import dev.snarl.snapshot.Need;
import dev.snarl.snapshot.Pool;
import dev.snarl.snapshot.Pool.BlockedCall;
import dev.snarl.snapshot.Pool.Blocking;
import dev.snarl.snapshot.Snapshot;
import dev.snarl.snapshot.ThreadRef;
import dev.snarl.snapshot.Wait;
import dev.snarl.text.Figures;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * The chains of one moment: of each waiting thread, whom it waits for, whom that one waits for, and
 * so on to the end. A wait for several things, or for a queue that several threads serve, is
 * divided equally among them. The endpoint of the waiter's request comes before it. Workers that
 * are blocked in a call and wait for no other thread are chains of one frame. Linear in waits and
 * threads; depth and branches are bounded.
 */
final class Sample {
  private static final int DEEPEST = 24;
  static final int BRANCHES = 8;
  private static final long BY_DESIGN = TimeUnit.MINUTES.toNanos(1);

  /** Of a stack with no frame of the application: work of the JDK's own. */
  private static final String NO_FRAME = "java.lang.Thread.run";

  /** A rest of a chain, and which part of the chain's time goes there. */
  private record Rest(List<Link> frames, End end, double part) {}

  private final Map<Long, Wait> waits = new LinkedHashMap<>();
  private final Map<Long, Pool> pools = new HashMap<>();
  private final Map<Long, Pool> earlier = new HashMap<>();
  private final Map<Long, List<Rest>> served = new HashMap<>();
  private final Set<Object> open = new HashSet<>();
  private final List<ConsumerSite> consumers;
  private final Map<List<Object>, Long> consumedBefore = new HashMap<>();
  private final Delays delays;
  private final Lines lines;
  private final Peers peers;

  /**
   * Of the time between two snapshots.
   *
   * @param calls the waiting calls by their lines, as far as earlier moments told them; added to
   */
  Sample(Snapshot before, Snapshot now, Map<String, String> calls) {
    lines = new Lines(before, now, calls);
    peers = new Peers(before, now);
    now.waits().forEach(wait -> waits.put(wait.thread().id(), wait));
    now.queues().forEach(pool -> pools.put(pool.id(), pool));
    before.queues().forEach(pool -> earlier.put(pool.id(), pool));
    consumers = now.libraries().consumers();
    before
        .libraries()
        .consumers()
        .forEach(row -> consumedBefore.put(List.of(row.thread(), row.site()), row.nanos()));
    delays = Delays.between(before, now);
  }

  /**
   * Adds each chain to the tree.
   *
   * @param seconds that the moment stands for
   */
  void addTo(ChainTree tree, double seconds) {
    for (Wait wait : waits.values()) {
      for (Rest rest : routed(wait, of(wait))) {
        delays.add(tree, rest.frames, rest.end, rest.part * seconds);
      }
    }
    for (Pool pool : pools.values()) {
      for (Rest rest : calls(pool)) {
        if (rest.end != End.PROCESSOR && rest.end != End.IDLE) {
          tree.add(rest.frames, rest.end, rest.part * seconds);
        }
      }
    }
    addConsumers(tree);
  }

  /** Threads outside pools that take messages from a broker, while they work a batch off. */
  private void addConsumers(ChainTree tree) {
    Set<Long> counted = new HashSet<>(waits.keySet());
    pools.values().forEach(pool -> counted.addAll(pool.threads()));
    for (ConsumerSite row : consumers) {
      long nanos = row.nanos() - consumedBefore.getOrDefault(List.of(row.thread(), row.site()), 0L);
      if (row.input() != null && nanos > 0 && !counted.contains(row.thread())) {
        Link frame = Link.thread(row.group(), row.call(), row.site());
        for (Rest rest : last(frame, End.of(row.call(), row.input()), nanos / Figures.NANOS)) {
          tree.add(rest.frames, rest.end, rest.part);
        }
      }
    }
  }

  private List<Rest> of(Wait wait) {
    if (open.size() >= DEEPEST || !open.add(wait.thread())) {
      return framed(wait, List.of(new Rest(List.of(), End.CIRCLE, 1)));
    }
    List<Rest> rests = framed(wait, needed(wait, wait.need()));
    open.remove(wait.thread());
    return rests;
  }

  /** With the endpoint first, where the waiter's is known. */
  private static List<Rest> routed(Wait wait, List<Rest> rests) {
    String route = wait.request() == null ? null : wait.request().route();
    return route == null ? rests : prefixed(Link.route(route), rests);
  }

  private List<Rest> framed(Wait wait, List<Rest> rests) {
    List<Rest> all = new ArrayList<>();
    for (Lines.Line line : lines.of(wait)) {
      Link frame = Link.thread(wait.thread().group(), line.call(), line.site());
      prefixed(frame, rests).forEach(rest -> all.add(divided(rest, line.part())));
    }
    return all;
  }

  private List<Rest> needed(Wait wait, Need need) {
    if (need instanceof Need.Step step) {
      return step(wait, step);
    }
    List<Need> parts = need instanceof Need.All all ? all.needs() : ((Need.Any) need).needs();
    int most = Math.min(parts.size(), BRANCHES);
    List<Rest> rests = new ArrayList<>();
    for (Need part : parts.subList(0, most)) {
      needed(wait, part).forEach(rest -> rests.add(divided(rest, 1.0 / most)));
    }
    return rests.isEmpty() ? List.of(new Rest(List.of(), End.UNKNOWN, 1)) : rests;
  }

  private List<Rest> step(Wait wait, Need.Step step) {
    ThreadRef thread = step.thread();
    Long queue = step.queue();
    if (thread != null) {
      boolean ends = step.kind().equals("alive") && wait.thread().pool() == null;
      if (ends && thread.id() == wait.thread().id()) {
        return List.of(new Rest(List.of(), End.IDLE, 1));
      }
      Wait next = waits.get(thread.id());
      if (next != null) {
        return of(next);
      }
      if (ends && wait.blockedNanos() >= BY_DESIGN) {
        return List.of(new Rest(List.of(), End.IDLE, 1));
      }
      Doing doing = step.doing();
      return doing == null
          ? unseen(thread)
          : last(
              Link.thread(thread.group(), doing.blockedIn(), doing.site()),
              End.of(doing.blockedIn(), doing.input()),
              1);
    }
    if (step instanceof Need.Unknown unknown && unknown.peer()) {
      return List.of(new Rest(List.of(), End.SOCKET, 1));
    }
    Pool pool = queue == null ? null : pools.get(queue);
    return pool == null
        ? List.of(new Rest(List.of(), End.UNKNOWN, 1))
        : prefixed(Link.queue(pool.name()), servers(pool));
  }

  /** A thread at which nobody has looked: what those of its pool do that wait for nobody. */
  private List<Rest> unseen(ThreadRef thread) {
    Pool pool = thread.pool() == null ? null : pools.get(thread.pool());
    List<Rest> shares = pool == null ? List.of() : shares(calls(pool));
    return shares.isEmpty()
        ? List.of(new Rest(List.of(Link.thread(thread.group(), null, null)), End.UNKNOWN, 1))
        : shares;
  }

  /** What the threads do that serve a queue, by the part of them that does it. */
  private List<Rest> servers(Pool pool) {
    List<Rest> known = served.get(pool.id());
    if (known != null) {
      return known;
    }
    if (open.size() >= DEEPEST || !open.add(pool.id())) {
      return List.of(new Rest(List.of(), End.CIRCLE, 1));
    }
    List<Rest> rests = new ArrayList<>();
    for (Long id : pool.threads()) {
      Wait wait = waits.get(id);
      if (wait != null) {
        rests.addAll(of(wait));
      }
    }
    rests.addAll(calls(pool));
    open.remove(pool.id());
    List<Rest> shares = shares(rests);
    if (shares.isEmpty()) {
      shares = List.of(new Rest(List.of(), End.UNKNOWN, 1));
    }
    if (open.stream().noneMatch(Long.class::isInstance)) {
      served.put(pool.id(), shares); // inside another queue, a circle could have cut it
    }
    return shares;
  }

  /** By the part of the whole that each is; empty if there is none. */
  private static List<Rest> shares(List<Rest> rests) {
    double all = rests.stream().mapToDouble(Rest::part).sum();
    return merged(rests).stream().map(rest -> divided(rest, 1 / all)).toList();
  }

  /** Equal ones put together. */
  private static List<Rest> merged(List<Rest> rests) {
    Map<List<Object>, Rest> sums = new LinkedHashMap<>();
    for (Rest rest : rests) {
      sums.merge(
          List.of(rest.frames, rest.end),
          rest,
          (a, b) -> new Rest(a.frames, a.end, a.part + b.part));
    }
    return List.copyOf(sums.values());
  }

  /** What its busy threads do that wait for nobody: their number, by the samples since before. */
  private List<Rest> calls(Pool pool) {
    Pool before = earlier.get(pool.id());
    Pool.Activity old = before == null ? Pool.Activity.NONE : before.activity();
    Set<String> waiting = new HashSet<>();
    long waiters = 0;
    for (Long id : pool.threads()) {
      Wait wait = waits.get(id);
      if (wait != null) {
        waiters++;
        waiting.add(wait.site() + "");
      }
    }
    Map<Blocking, Long> seen = new HashMap<>();
    old.blockedIn().forEach(row -> seen.put(row.in(), row.count()));
    Map<Blocking, Long> samples = new LinkedHashMap<>();
    for (BlockedCall row : pool.activity().blockedIn()) {
      Blocking in = row.in();
      long count = row.count() - seen.getOrDefault(in, 0L);
      if (count > 0 && !waiting.contains(in.site()) && !in.call().startsWith(NO_FRAME)) {
        samples.put(in, count);
      }
    }
    long running = Math.max(0, pool.activity().onCpu() - old.onCpu());
    double all = running + samples.values().stream().mapToLong(Long::longValue).sum();
    double busy = Math.max(0, pool.active() - waiters);
    if (all == 0 || busy == 0) {
      return List.of();
    }
    List<Rest> rests = new ArrayList<>();
    samples.forEach(
        (in, count) -> {
          Link frame = Link.thread(pool.name(), in.call(), in.site());
          End end = End.of(in.call(), in.input());
          rests.addAll(last(frame, end, busy * count / all));
        });
    if (running > 0) {
      rests.add(
          new Rest(
              List.of(Link.thread(pool.name(), null, null)), End.PROCESSOR, busy * running / all));
    }
    return rests;
  }

  /** The last thread of a chain, and if it waits at a socket, the peers there. */
  private List<Rest> last(Link thread, End end, double part) {
    List<Peer> known = end == End.SOCKET ? peers.of(thread.site()) : List.of();
    return known.isEmpty()
        ? List.of(new Rest(List.of(thread), end, part))
        : known.stream()
            .map(
                peer ->
                    new Rest(
                        List.of(thread, Link.peer(peer.hostAndPort())), end, part * peer.part()))
            .toList();
  }

  private static List<Rest> prefixed(Link frame, List<Rest> rests) {
    return rests.stream()
        .map(
            rest -> {
              List<Link> frames = new ArrayList<>(rest.frames.size() + 1);
              frames.add(frame);
              frames.addAll(rest.frames);
              return new Rest(frames, rest.end, rest.part);
            })
        .toList();
  }

  private static Rest divided(Rest rest, double by) {
    return new Rest(rest.frames, rest.end, rest.part * by);
  }
}
