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
import java.util.Objects;
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
    boolean timed = JdkCalls.state(thread) == Thread.State.TIMED_WAITING;
    long id = WaitsGoingOn.id(thread, since);
    Wait wait =
        new Wait(
            id,
            threads.ref(thread),
            site.text,
            site.callOr(type),
            type,
            timed,
            now - since,
            need,
            request);
    Integer at = known.putIfAbsent(wait.thread().id(), records.size());
    if (at == null) {
      records.add(wait);
    } else if (records.get(at).need() instanceof Need.Unknown) {
      records.set(at, records.get(at).needing(need));
    }
  }

  /** The same, of a wait with a time-out that never comes. */
  public void addEndless(
      Thread thread, Site site, String type, long since, Need need, @Nullable Request request) {
    add(thread, site, type, since, need, request);
    int at = Objects.requireNonNull(known.get(JdkCalls.id(thread)));
    if (records.get(at).need() == need) {
      records.set(at, records.get(at).endless());
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
