package dev.snarl.chains;

import dev.snarl.snapshot.Ender;
import dev.snarl.snapshot.Giver;
import dev.snarl.snapshot.Giver.Taker;
import dev.snarl.snapshot.Pool;
import dev.snarl.snapshot.Snapshot;
import dev.snarl.snapshot.Wait;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** How chains go on at waits that no known thread ends: with who usually does. */
final class UsualEnds {
  private static final int MOST_HOPS = 5;

  private final Sample sample;
  private final Lines lines;
  private final Earlier earlier;
  private final Map<Taker, List<Ender>> givers = new HashMap<>();
  private final Map<Taker, List<Rest>> known = new HashMap<>();
  private int hops;

  UsualEnds(Sample sample, Lines lines, Earlier earlier, Snapshot now) {
    this.sample = sample;
    this.lines = lines;
    this.earlier = earlier;
    for (Giver giver : now.crowds().givers()) {
      givers.computeIfAbsent(giver.to(), taker -> new ArrayList<>()).add(giver.by());
    }
  }

  /**
   * Of a call in which a thread was seen: at a signal, it goes on with who usually gives such, or
   * as the latest wait at that line did, or is brief as the waits for futures there are.
   */
  List<Rest> behind(Rest call) {
    if (call.end() != End.SIGNAL) {
      return List.of(call);
    }
    Link waiter = call.frames().get(call.frames().size() - 1);
    Ender ender = lines.ender(waiter.site(), waiter.who());
    List<Rest> rests = ender == null ? earlier.rest(waiter.site()) : of(ender);
    if (rests == null) {
      boolean brief = lines.brief(waiter.site(), waiter.who());
      return List.of(brief ? new Rest(call.frames(), End.BRIEF, call.part()) : call);
    }
    return rests.stream().map(rest -> rest.divided(call.part()).below(call.frames())).toList();
  }

  /**
   * Who ended most of the waits there, but may not end this one: what that thread does, or those of
   * its pool. A loop that waits for events does so for what a peer will send.
   */
  List<Rest> of(Ender ender) {
    if (!sample.enter(ender)) {
      return Rest.only(End.UNKNOWN);
    }
    List<Rest> rests = chain(ender);
    sample.leave(ender);
    return Rest.replaced(rests, End.CIRCLE, End.UNKNOWN);
  }

  private List<Rest> chain(Ender ender) {
    Wait wait = sample.waitOf(ender.thread());
    return wait == null ? does(ender) : sample.of(wait);
  }

  private List<Rest> does(Ender ender) {
    if (ender.doing() != null) {
      return sample.seen(ender.group(), ender.pool(), ender.doing());
    }
    Pool pool = sample.pool(ender.pool());
    boolean loop = pool != null && pool.kind() == Pool.Kind.EVENT_LOOP;
    Link group = Link.thread(ender.group(), null, null);
    List<Rest> does =
        pool == null || loop
            ? List.of(new Rest(List.of(group), loop ? End.SOCKET : End.UNKNOWN, 1))
            : sample.servers(pool);
    boolean idle = ender.thread() != null || does.stream().allMatch(UsualEnds::idle);
    if (idle && pool != null && pool.kind() == Pool.Kind.SCHEDULED && pool.queued() > 0) {
      return List.of(new Rest(List.of(group), End.SLEEP, 1)); // what it will do is not due yet
    }
    List<Rest> given = idle && !loop ? given(ender) : List.of();
    return given.isEmpty() ? does : Rest.below(group, given);
  }

  private static boolean idle(Rest rest) {
    return rest.end() == End.IDLE || rest.end() == End.UNKNOWN;
  }

  /** Of one that has nothing to do: what those do who usually give it something. */
  private List<Rest> given(Ender ender) {
    Taker taker = taker(ender);
    if (taker == null || !givers.containsKey(taker) || hops == MOST_HOPS) {
      return List.of();
    }
    List<Rest> before = known.get(taker);
    if (before != null) {
      return before;
    }
    if (!sample.enter(taker)) {
      return List.of();
    }
    hops++;
    List<Rest> given = given(givers.get(taker));
    hops--;
    sample.leave(taker);
    if (hops == 0) {
      known.put(taker, given);
    }
    return given;
  }

  /** Who waits for the taker and gives it something too is none of those for whom it waits. */
  private List<Rest> given(List<Ender> by) {
    List<Rest> rests = new ArrayList<>();
    for (Ender giver : by) {
      if (sample.entered(taker(giver))) {
        continue;
      }
      double part = (double) giver.odds().times() / giver.odds().of();
      for (Rest rest : chain(giver)) {
        if (rest.end() != End.CIRCLE && rest.end() != End.IDLE) {
          rests.add(rest.divided(part));
        }
      }
    }
    return Rest.shares(rests);
  }

  private static @Nullable Taker taker(Ender ender) {
    Long pool = ender.pool();
    return ender.thread() != null
        ? new Taker(false, ender.thread().id())
        : pool == null ? null : new Taker(true, pool);
  }
}
