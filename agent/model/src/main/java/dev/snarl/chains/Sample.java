package dev.snarl.chains;

import dev.snarl.snapshot.Doing;
import dev.snarl.snapshot.Ender;
import dev.snarl.snapshot.Giver.Taker;
import dev.snarl.snapshot.LibraryUse.ConsumerSite;
import dev.snarl.snapshot.Need;
import dev.snarl.snapshot.Pool;
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
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

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

  private final Map<Long, Wait> waits = new LinkedHashMap<>();
  private final Map<Long, Pool> pools = new HashMap<>();
  private final Map<Long, List<Rest>> served = new HashMap<>();
  private final Set<Object> open = new HashSet<>();
  private final List<ConsumerSite> consumers;
  private final Map<List<Object>, Long> consumedBefore = new HashMap<>();
  private final Delays delays;
  private final Earlier earlier;
  private final Lines lines;
  private final Calls calls;
  private final UsualEnds usual;
  private final List<Rest> virtual;

  /**
   * Of the time between two snapshots.
   *
   * @param earlier what earlier moments told; added to
   */
  Sample(Snapshot before, Snapshot now, Earlier earlier) {
    this.earlier = earlier;
    earlier.at(now.nanos());
    lines = new Lines(before, now, earlier);
    now.waits().forEach(wait -> waits.put(wait.thread().id(), wait));
    calls = new Calls(before, now, waits);
    now.queues().forEach(pool -> pools.put(pool.id(), pool));
    consumers = now.libraries().consumers();
    before
        .libraries()
        .consumers()
        .forEach(row -> consumedBefore.put(List.of(row.thread(), row.site()), row.nanos()));
    delays = Delays.between(before, now);
    usual = new UsualEnds(this, lines, earlier, now);
    virtual = Virtuals.of(now, calls);
  }

  /**
   * Adds each chain to the tree.
   *
   * @param seconds that the moment stands for
   */
  void addTo(ChainTree tree, double seconds) {
    for (Wait wait : waits.values()) {
      List<Rest> chain = of(wait);
      if (wait.site() != null) {
        earlier.followed(wait.site(), chain);
      }
      for (Rest rest : routed(wait, chain)) {
        delays.add(tree, rest.frames(), rest.end(), rest.part() * seconds);
      }
    }
    for (Pool pool : pools.values()) {
      for (Rest call : calls.of(pool)) {
        boolean runs = call.end() == End.PROCESSOR && call.frames().size() == 1;
        if (!runs && call.end() != End.IDLE) {
          usual
              .behind(call)
              .forEach(rest -> delays.add(tree, rest.frames(), rest.end(), rest.part() * seconds));
        }
      }
    }
    for (Rest rest : virtual) {
      if (rest.end() != End.IDLE) {
        delays.add(tree, rest.frames(), rest.end(), rest.part() * seconds);
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
        for (Rest rest :
            calls.last(frame, End.of(row.call(), row.input()), nanos / Figures.NANOS)) {
          tree.add(rest.frames(), rest.end(), rest.part());
        }
      }
    }
  }

  List<Rest> of(Wait wait) {
    if (!enter(wait.thread())) {
      return framed(wait, line -> Rest.only(End.CIRCLE));
    }
    boolean unknown =
        wait.need() instanceof Need.Unknown need && !need.peer() && need.doing() == null;
    List<Rest> needed = unknown ? List.of() : needed(wait, wait.need());
    List<Rest> rests = framed(wait, line -> unknown ? ended(line, wait) : needed);
    leave(wait.thread());
    return rests;
  }

  /** Whether a chain may go on with that; not if it has come from there. */
  boolean enter(Object link) {
    return open.size() < DEEPEST && open.add(link);
  }

  void leave(Object link) {
    open.remove(link);
  }

  /** Whether a chain comes from there. */
  boolean entered(@Nullable Object link) {
    return open.contains(link);
  }

  @Nullable Wait waitOf(@Nullable ThreadRef thread) {
    return thread == null ? null : waits.get(thread.id());
  }

  @Nullable Pool pool(@Nullable Long id) {
    return id == null ? null : pools.get(id);
  }

  /** With the endpoint first, where the waiter's is known. */
  private static List<Rest> routed(Wait wait, List<Rest> rests) {
    String route = wait.request() == null ? null : wait.request().route();
    return route == null ? rests : Rest.below(Link.route(route), rests);
  }

  private List<Rest> framed(Wait wait, Function<Lines.Line, List<Rest>> rests) {
    List<Rest> all = new ArrayList<>();
    for (Lines.Line line : lines.of(wait)) {
      Link frame = Link.thread(wait.thread().group(), call(wait, line), line.site());
      Rest.below(frame, rests.apply(line)).forEach(rest -> all.add(rest.divided(line.part())));
    }
    return all;
  }

  /** At a monitor there is no call: the class of what is waited for stands for it. */
  private static String call(Wait wait, Lines.Line line) {
    boolean held = !(wait.need() instanceof Need.Held other) || other.how() == Need.How.HELD;
    boolean monitor =
        held
            && line.call().equals(wait.futureType())
            && !line.call().startsWith("java.util.concurrent.");
    return monitor ? End.MONITOR : line.call();
  }

  private List<Rest> needed(Wait wait, Need need) {
    if (need instanceof Need.Step step) {
      return step(wait, step);
    }
    List<Need> parts = need instanceof Need.All all ? all.needs() : ((Need.Any) need).needs();
    int most = Math.min(parts.size(), BRANCHES);
    List<Rest> rests = new ArrayList<>();
    for (Need part : parts.subList(0, most)) {
      needed(wait, part).forEach(rest -> rests.add(rest.divided(1.0 / most)));
    }
    return rests.isEmpty() ? Rest.only(End.UNKNOWN) : rests;
  }

  private List<Rest> step(Wait wait, Need.Step step) {
    ThreadRef thread = step.thread();
    Long queue = step.queue();
    if (thread != null) {
      boolean ends = step.kind().equals("alive") && wait.thread().pool() == null;
      if (ends && thread.id() == wait.thread().id()) {
        return Rest.only(End.IDLE);
      }
      Wait next = waits.get(thread.id());
      if (next != null) {
        return of(next);
      }
      if (ends && wait.blockedNanos() >= BY_DESIGN) {
        return Rest.only(End.IDLE);
      }
      Doing doing = step.doing();
      return doing == null || between(thread, doing)
          ? unseen(thread)
          : seen(thread.group(), thread.pool(), doing);
    }
    if (step instanceof Need.Unknown unknown && unknown.peer()) {
      return Rest.only(End.SOCKET);
    }
    Doing virtual = step.doing();
    if (virtual != null) {
      return calls.seen(Virtuals.GROUP, virtual, 1);
    }
    Pool pool = pool(queue);
    return pool == null
        ? Rest.only(End.UNKNOWN)
        : Rest.below(Link.queue(pool.name()), servers(pool));
  }

  /** A wait of which nothing tells for whom. Where such are short, so is what nobody explains. */
  private List<Rest> ended(Lines.Line line, Wait wait) {
    List<Rest> rests = endedAt(line, wait);
    return line.brief() ? Rest.replaced(rests, End.UNKNOWN, End.BRIEF) : rests;
  }

  /**
   * Who usually ends such waits, who mostly holds the lock there, or what others there need; for
   * one that was too short to be looked at, what the latest there that was explained did.
   */
  private List<Rest> endedAt(Lines.Line line, Wait wait) {
    Ender ender = lines.ender(line.site(), wait.thread().group());
    if (ender != null) {
      return usual.of(ender);
    }
    List<Rest> held =
        End.of(call(wait, line), null) == End.LOCK ? calls.heldAt(line.site(), 1) : List.of();
    if (!held.isEmpty()) {
      return held;
    }
    Pool own = pool(wait.thread().pool());
    List<Rest> acted =
        own == null || line.site() == null ? List.of() : calls.actedAt(line.site(), own, true);
    if (!acted.isEmpty()) {
      return acted;
    }
    List<Rest> latest = wait.site() == null ? earlier.rest(line.site()) : null;
    return latest == null ? Rest.only(End.UNKNOWN) : latest;
  }

  /**
   * What it was seen doing. If that is a wait of which nothing tells for whom: what others of its
   * pool need there, or what who usually ends such waits was seen doing.
   */
  List<Rest> seen(String group, @Nullable Long worksFor, Doing doing) {
    List<Rest> does = calls.seen(group, doing, 1);
    if (End.of(doing.blockedIn(), doing.input()).explained()) {
      return does;
    }
    Pool pool = pool(worksFor);
    List<Rest> acted = pool == null ? List.of() : calls.actedAt(doing.site(), pool, false);
    return acted.isEmpty()
        ? does.stream().flatMap(rest -> usual.behind(rest).stream()).toList()
        : Rest.below(Link.thread(group, doing.blockedIn(), doing.site()), acted);
  }

  /** Whether it has no coroutine any more: that for which somebody waits runs elsewhere by now. */
  private boolean between(ThreadRef thread, Doing doing) {
    Pool pool = pool(thread.pool());
    return pool != null
        && pool.kind() == Pool.Kind.COROUTINES
        && End.of(doing.blockedIn(), doing.input()) == End.IDLE;
  }

  /** A thread at which nobody has looked: what those of its pool do that wait for nobody. */
  private List<Rest> unseen(ThreadRef thread) {
    Pool pool = pool(thread.pool());
    List<Rest> shares = pool == null ? List.of() : shares(pool, calls.of(pool));
    return shares.isEmpty()
        ? List.of(new Rest(List.of(Link.thread(thread.group(), null, null)), End.UNKNOWN, 1))
        : shares;
  }

  /** Of a pool's threads; where none does anything now, of what they did before. */
  private List<Rest> shares(Pool pool, List<Rest> rests) {
    return Rest.shares(rests.isEmpty() ? calls.lately(pool) : rests);
  }

  /** What the threads do that serve a queue, by the part of them that does it. */
  List<Rest> servers(Pool pool) {
    List<Rest> known = served.get(pool.id());
    if (known != null) {
      return known;
    }
    if (!enter(pool.id())) {
      return Rest.only(End.CIRCLE);
    }
    List<Rest> rests = new ArrayList<>();
    for (Long id : pool.threads()) {
      Wait wait = waits.get(id);
      if (wait != null) {
        rests.addAll(of(wait));
      }
    }
    calls.of(pool).forEach(call -> rests.addAll(usual.behind(call)));
    leave(pool.id());
    List<Rest> shares = shares(pool, rests);
    if (shares.isEmpty()) {
      shares = Rest.only(End.UNKNOWN);
    }
    if (open.stream().noneMatch(link -> link instanceof Long || link instanceof Taker)) {
      served.put(pool.id(), shares); // inside another queue, a circle could have cut it
    }
    return shares;
  }
}
