package dev.snarl.observe.waits;

import dev.snarl.observe.live.JdkCalls;
import dev.snarl.observe.sites.Site;
import dev.snarl.snapshot.Certainty;
import dev.snarl.snapshot.Need;
import dev.snarl.snapshot.Request;
import dev.snarl.snapshot.Wait;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Adds waits of which the need is only likely to those that are known: they say more. */
public final class LikelyWaits {
  private final List<Wait> records;
  private final Threads threads;
  private final long now;
  private final Map<Long, Integer> known = new HashMap<>();

  public LikelyWaits(List<Wait> records, Threads threads, long now) {
    this.records = records;
    this.threads = threads;
    this.now = now;
    for (int i = 0; i < records.size(); i++) {
      known.put(records.get(i).thread().id(), i);
    }
  }

  /**
   * The whole wait where none of its thread is known, its need where that is not.
   *
   * @param type class of what is waited for, for display
   * @param since when it was first seen, by {@code System.nanoTime}
   */
  public void add(
      Thread thread, Site site, String type, long since, Need need, @Nullable Request request) {
    add(thread, site, type, since, need, request, false);
  }

  /**
   * The same.
   *
   * @param endless whether a time-out of the wait never comes
   */
  public void add(
      Thread thread,
      Site site,
      String type,
      long since,
      Need need,
      @Nullable Request request,
      boolean endless) {
    Integer at = known.get(JdkCalls.id(thread));
    if (at == null) {
      records.add(
          new Wait(
              WaitsGoingOn.id(thread, since),
              threads.ref(thread),
              site.text,
              site.callOr(type),
              type,
              !endless && JdkCalls.state(thread) == Thread.State.TIMED_WAITING,
              now - since,
              need,
              request));
    } else if (records.get(at).need().unknown()) {
      Wait wait = records.get(at).needing(need);
      records.set(at, endless ? wait.endless() : wait);
    }
  }

  /** The same, of a wait for what any of these threads likely has; there must be one at least. */
  public void addHeld(
      Thread thread,
      Site site,
      String type,
      long since,
      Need.How how,
      List<Thread> holders,
      @Nullable Request request) {
    List<Need> needs = new ArrayList<>();
    for (Thread holder : holders) {
      needs.add(threads.held(type, holder, how, Certainty.LIKELY));
    }
    add(thread, site, type, since, Need.any(needs), request);
  }
}
