package dev.snarl.observe.virtuals;

import dev.snarl.observe.live.VirtualLens;
import dev.snarl.observe.sites.Look;
import dev.snarl.observe.sites.Looks;
import dev.snarl.observe.sites.Sites;
import dev.snarl.observe.sites.ThreadLook;
import dev.snarl.snapshot.Pool.BlockedCall;
import dev.snarl.snapshot.Pool.Blocking;
import dev.snarl.snapshot.VirtualCrowd;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How many virtual threads wait, by rounds through all of them, and in what, by the stacks of a few
 * of them each tick: of those only that have no carrier ({@link Looks}). The observer's thread
 * only.
 */
public final class VirtualWaits {
  private static final int LOOKS_EACH_TICK = 2;
  private static final int CALLS = 64;

  /** Of the looks, what is older weighs half or less. */
  private static final int LATEST = 100;

  /** All that is on the stack of one that has not begun, or is over. */
  private static final String JUST_STARTED = "java.lang.VirtualThread.";

  private final Sites sites;
  private final Map<Blocking, Long> seen = new HashMap<>();

  /** Of those that were met waiting at this tick, each as likely as any other. */
  private final @Nullable Thread[] chosen = new Thread[LOOKS_EACH_TICK];

  private int random = 1;
  private int looks;
  private int met;
  private long live;
  private long waiting;
  private long liveBefore;
  private long waitingBefore;

  public VirtualWaits(Sites sites) {
    this.sites = sites;
  }

  public void count(Thread thread) {
    int doing = VirtualLens.doing(thread);
    if (doing == VirtualLens.ENDED) {
      return;
    }
    live++;
    if (doing == VirtualLens.ELSE) {
      return;
    }
    waiting++;
    int at = met < chosen.length ? met : random(met + 1);
    if (at < chosen.length) {
      chosen[at] = thread;
    }
    met++;
  }

  /** By Marsaglia's xorshift: the JDK's own ask for a property where they are used first. */
  private int random(int bound) {
    random ^= random << 13;
    random ^= random >>> 17;
    random ^= random << 5;
    return Math.floorMod(random, bound);
  }

  /**
   * The tick has met all that it meets.
   *
   * @param over whether that was the end of a round
   */
  public void tick(Looks all, boolean over, long now) {
    for (Thread thread : chosen) {
      if (thread != null) {
        all.atParked(thread, 0, waiter -> add(waiter, now));
      }
    }
    Arrays.fill(chosen, null);
    met = 0;
    if (over) {
      liveBefore = live;
      waitingBefore = waiting;
      live = 0;
      waiting = 0;
    }
  }

  private void add(ThreadLook.Seen waiter, long now) {
    Look look = waiter.look(sites, now);
    String call = look.blockedIn();
    if (call == null || call.startsWith(JUST_STARTED)) {
      return;
    }
    Blocking in = new Blocking(call, look.site().text, look.doing().input());
    if (seen.size() < CALLS || seen.containsKey(in)) {
      seen.merge(in, 1L, Long::sum);
    }
    if (++looks == LATEST) {
      looks = 0;
      seen.replaceAll((each, count) -> count / 2);
      seen.values().removeIf(count -> count == 0);
    }
  }

  public VirtualCrowd record() {
    List<BlockedCall> calls =
        seen.entrySet().stream()
            .map(each -> new BlockedCall(each.getKey(), each.getValue()))
            .toList();
    return new VirtualCrowd(liveBefore, waitingBefore, calls);
  }
}
