package dev.snarl.chains;

import dev.snarl.chains.Peers.Peer;
import dev.snarl.snapshot.Actor;
import dev.snarl.snapshot.ConnectionPool;
import dev.snarl.snapshot.ConnectionPool.Holding;
import dev.snarl.snapshot.Crowds.Holder;
import dev.snarl.snapshot.Crowds.LockQueue;
import dev.snarl.snapshot.Doing;
import dev.snarl.snapshot.Pool;
import dev.snarl.snapshot.Pool.BlockedCall;
import dev.snarl.snapshot.Pool.Blocking;
import dev.snarl.snapshot.Pool.WaitedFor;
import dev.snarl.snapshot.Snapshot;
import dev.snarl.snapshot.Wait;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The last links of chains: what threads do that wait for no other thread, as samples saw it. */
final class Calls {
  /** Of a stack with no frame of the application: work of the JDK's own. */
  private static final String NO_FRAME = "java.lang.Thread.run";

  /**
   * Where this part of the waits at a line were over a fraction of a millisecond after they were
   * seen, the others that nobody explains were as short.
   */
  private static final double BRIEF = 0.25;

  /** Looks that found threads blocked at a line: since the snapshot before, and all. */
  private record Count(long lately, long ever) {}

  private final Map<Long, Wait> waits;
  private final Map<Long, Pool> earlier = new HashMap<>();
  private final Map<Long, List<Rest>> known = new HashMap<>();
  private final Map<List<Object>, List<Rest>> actedAt = new HashMap<>();
  private final Map<String, ConnectionPool> lenders = new HashMap<>();

  /** By the lines at which threads queue for a lock: who holds it mostly. */
  private final Map<String, Holder> holders = new HashMap<>();

  private final Peers peers;

  Calls(Snapshot before, Snapshot now, Map<Long, Wait> waits) {
    this.waits = waits;
    peers = new Peers(before, now);
    before.queues().forEach(pool -> earlier.put(pool.id(), pool));
    now.vitals().host().connectionPools().forEach(pool -> lenders.put(pool.name(), pool));
    for (LockQueue queue : now.crowds().locks()) {
      Holder holder = queue.holder();
      if (holder != null) {
        queue.sites().forEach(row -> holders.put(row.site(), holder));
      }
    }
  }

  /** What the threads do that mostly hold the lock for which others queue at a line; or empty. */
  List<Rest> heldAt(@Nullable String site, double part) {
    Holder holder = site == null ? null : holders.get(site);
    return holder == null
        ? List.of()
        : seen(holder.thread(), new Doing(holder.blockedIn(), holder.site(), holder.input()), part);
  }

  /** What its busy threads do that wait for nobody: their number, by the samples since before. */
  List<Rest> of(Pool pool) {
    return known.computeIfAbsent(pool.id(), id -> read(pool));
  }

  private List<Rest> read(Pool pool) {
    List<Wait> waiters = pool.threads().stream().map(waits::get).filter(Objects::nonNull).toList();
    int busy = pool.active() - waiters.size();
    return busy <= 0 ? List.of() : read(pool, before(pool), busy, waiters);
  }

  private Pool.Activity before(Pool pool) {
    Pool before = earlier.get(pool.id());
    return before == null ? Pool.Activity.NONE : before.activity();
  }

  /** What a thread of it did since before, also if none is busy now; or if none was, ever. */
  List<Rest> lately(Pool pool) {
    List<Rest> lately = read(pool, before(pool), 1, List.of());
    return lately.isEmpty() ? read(pool, Pool.Activity.NONE, 1, List.of()) : lately;
  }

  private List<Rest> read(Pool pool, Pool.Activity old, double busy, List<Wait> waiters) {
    Set<String> waiting = new HashSet<>();
    waiters.forEach(wait -> waiting.add(wait.site() + ""));
    Map<Blocking, Long> seen = new HashMap<>();
    old.blockedIn().forEach(row -> seen.put(row.in(), row.count()));
    Map<Blocking, Count> samples = new LinkedHashMap<>();
    for (BlockedCall row : pool.activity().blockedIn()) {
      Blocking in = row.in();
      long count = row.count() - seen.getOrDefault(in, 0L);
      if (count > 0 && !waiting.contains(in.site()) && !in.call().startsWith(NO_FRAME)) {
        samples.put(in, new Count(count, row.count()));
      }
    }
    long running = Math.max(0, pool.activity().onCpu() - old.onCpu());
    double looks = running + samples.values().stream().mapToLong(Count::lately).sum();
    if (looks == 0) {
      return List.of();
    }
    List<Rest> rests = new ArrayList<>();
    Map<Blocking, List<WaitedFor>> lately = since(old, pool.activity());
    Map<Blocking, List<WaitedFor>> all = since(Pool.Activity.NONE, pool.activity());
    samples.forEach(
        (in, count) -> {
          Link frame = Link.thread(pool.name(), in.call(), in.site());
          double part = busy * count.lately / looks;
          List<WaitedFor> rows = lately.getOrDefault(in, all.getOrDefault(in, List.of()));
          double brief = brief(rows) / (lately.containsKey(in) ? count.lately : count.ever);
          if (brief > 0 && brief < BRIEF) {
            rests.add(new Rest(List.of(frame), End.BRIEF, brief * part));
            rows = rows.stream().filter(row -> !brief(row)).toList();
            part -= brief * part;
          }
          if (in.lender() != null) {
            rests.addAll(lent(frame, in.lender(), part));
          } else if (rows.isEmpty()) {
            rests.addAll(last(frame, End.of(in.call(), in.input()), part));
          } else {
            rests.addAll(acted(List.of(frame), rows, part));
          }
        });
    if (running > 0) {
      rests.add(
          new Rest(
              List.of(Link.thread(pool.name(), null, null)),
              End.PROCESSOR,
              busy * running / looks));
    }
    return rests;
  }

  private static boolean brief(WaitedFor row) {
    return row.actor().equals(Actor.BRIEF);
  }

  private static double brief(List<WaitedFor> rows) {
    return rows.stream().filter(Calls::brief).mapToLong(WaitedFor::count).sum();
  }

  /** For whom threads waited, by the samples between. */
  private static Map<Blocking, List<WaitedFor>> since(Pool.Activity before, Pool.Activity now) {
    Map<List<Object>, Long> seen = new HashMap<>();
    before.waitedFor().forEach(row -> seen.put(List.of(row.in(), row.actor()), row.count()));
    Map<Blocking, List<WaitedFor>> since = new HashMap<>();
    for (WaitedFor row : now.waitedFor()) {
      long more = row.count() - seen.getOrDefault(List.of(row.in(), row.actor()), 0L);
      if (more > 0) {
        since
            .computeIfAbsent(row.in(), in -> new ArrayList<>())
            .add(new WaitedFor(row.in(), row.actor(), more));
      }
    }
    return since;
  }

  /**
   * What those do for whom the threads of a pool were seen to wait at a line; empty if none was.
   *
   * @param lasts whether the wait is known to be no short one
   */
  List<Rest> actedAt(String site, Pool pool, boolean lasts) {
    return actedAt.computeIfAbsent(
        List.of(pool.id(), site, lasts), key -> acted(List.of(), rowsAt(site, pool, lasts), 1));
  }

  private static List<WaitedFor> rowsAt(String site, Pool pool, boolean lasts) {
    List<WaitedFor> rows =
        pool.activity().waitedFor().stream().filter(row -> row.in().site().equals(site)).toList();
    double looks =
        pool.activity().blockedIn().stream()
            .filter(row -> row.in().site().equals(site))
            .mapToLong(BlockedCall::count)
            .sum();
    return lasts || brief(rows) < BRIEF * looks
        ? rows.stream().filter(row -> !brief(row)).toList()
        : rows;
  }

  private List<Rest> acted(List<Link> above, List<WaitedFor> rows, double part) {
    double all = rows.stream().mapToDouble(WaitedFor::count).sum();
    List<Rest> rests = new ArrayList<>();
    for (WaitedFor row : rows) {
      double share = part * row.count() / all;
      List<Rest> known =
          brief(row)
              ? List.of(new Rest(List.of(), End.BRIEF, share))
              : seen(row.actor().group(), row.actor().doing(), share);
      known.forEach(rest -> rests.add(rest.below(above)));
    }
    return rests;
  }

  /** Who waits for a connection waits for what those do that hold one. */
  private List<Rest> lent(Link thread, String lender, double part) {
    List<Link> above = List.of(thread, Link.connections(lender));
    ConnectionPool pool = lenders.get(lender);
    if (pool != null && pool.heldByItsCallers()) {
      return List.of(new Rest(above, End.CIRCLE, part));
    }
    List<Holding> holders = pool == null ? List.of() : pool.heldAt();
    double all = holders.stream().mapToLong(Holding::count).sum();
    if (all == 0) {
      return List.of(new Rest(above, End.UNKNOWN, part));
    }
    List<Rest> rests = new ArrayList<>();
    for (Holding holder : holders) {
      // Which threads hold one is not kept, so their group is not known.
      seen("holder", holder.doing(), part * holder.count() / all)
          .forEach(rest -> rests.add(rest.below(above)));
    }
    return rests;
  }

  /** The last thread of a chain, by what it was seen doing. */
  List<Rest> seen(String group, Doing doing, double part) {
    Link thread = Link.thread(group, doing.blockedIn(), doing.site());
    return last(thread, End.of(doing.blockedIn(), doing.input()), part);
  }

  /** The last thread of a chain, and if it waits at a socket, the peers there. */
  List<Rest> last(Link thread, End end, double part) {
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
}
