package dev.snarl.observe.waits;

import dev.snarl.observe.live.JdkCalls;
import dev.snarl.observe.pools.KnownExecutors;
import dev.snarl.observe.sites.Cells;
import dev.snarl.observe.sites.Looks;
import dev.snarl.observe.sites.Names;
import dev.snarl.observe.sites.Site;
import dev.snarl.observe.sites.Sites;
import dev.snarl.observe.slots.FutureKinds;
import dev.snarl.observe.slots.Notes;
import dev.snarl.observe.slots.Waiting;
import dev.snarl.observe.slots.WaitsOver;
import dev.snarl.snapshot.Need;
import dev.snarl.snapshot.Wait;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.SnarlProbe;

/**
 * The waits that go on, as a tick saw them. The time of long ones is added to their sites' totals
 * while they last. The observer's thread only.
 */
public final class WaitsGoingOn {

  public static final int IN_A_SNAPSHOT = 5_000;
  private static final int SITES_EACH_TICK = 12;
  private static final int NEEDS_EACH_TICK = 32;
  private static final long LONG = 150_000_000L;

  /** So long a wait must last before a rule calls it part of a deadlock: no use to judge sooner. */
  private static final long COUNTS = 250_000_000L;

  private static final long NO_LONGER_NEW = 3_000_000_000L;
  private static final long SECOND = 1_000_000_000L;

  private final Sites sites;
  private final Names names;
  private final WaitsOver over;
  private final DroppedTasks dropped;
  private List<Waiting> all = new ArrayList<>();
  private boolean newLong;
  private int next;

  public WaitsGoingOn(Sites sites, Names names, WaitsOver over, KnownExecutors executors) {
    this.dropped = new DroppedTasks(executors);
    this.sites = sites;
    this.names = names;
    this.over = over;
  }

  public void begin() {
    all = new ArrayList<>();
    newLong = false;
  }

  /** To be added to. */
  public List<Waiting> all() {
    return all;
  }

  /** Whether a thread has begun to wait for long. */
  public boolean newLong() {
    return newLong;
  }

  /** Whether a wait has just become so long that it may be part of a deadlock. */
  public static boolean newlyLong(long age) {
    return age >= COUNTS && age < NO_LONGER_NEW;
  }

  /** Of a wait that began then, as far as anybody saw; never that of one in a slot. */
  public static long id(Thread thread, long since) {
    return -JdkCalls.id(thread) * 1_000_000_007L - since % 1_000_000_007L;
  }

  /** What is waited for. */
  public Iterable<Object> futures() {
    return () -> all.stream().map(Waiting::future).iterator();
  }

  /** Adds the time of waits that go on to their sites' totals, as far as the sites are known. */
  public void credit(long now) {
    for (Waiting wait : all) {
      long age = now - wait.parkedAt();
      if (age < LONG || SnarlProbe.virtual(wait.thread())) {
        continue;
      }
      newLong |= newlyLong(age);
      Notes notes = Notes.of(wait.slot());
      Site site = wait.knownSite(notes);
      if (site == null || notes.uncounted(wait.parkedAt(), now) < SECOND) {
        continue;
      }
      long more = notes.credit(wait, now);
      if (more > 0) {
        String group = notes.group(wait.thread(), names);
        over.blocked
            .cell(new Cells.BlockedKey(site, group, WaitsOver.kind(wait.future())))
            .nanos
            .addAndGet(more);
      }
    }
  }

  /** Looks where threads wait that have waited for long, and nobody has seen where. */
  public void findSites(Looks looks, long now) {
    int unsited = 0;
    for (Waiting wait : all) {
      if (unsited < SITES_EACH_TICK
          && now - wait.parkedAt() >= LONG
          && wait.knownSite(Notes.of(wait.slot())) == null) {
        unsited++;
        Looks.Then sited = seen -> wait.sited(seen, sites);
        if (SnarlProbe.virtual(wait.thread())) {
          looks.atParked(wait.thread(), now - wait.parkedAt(), sited);
        } else {
          looks.at(wait.thread(), sited);
        }
      }
    }
  }

  /** Resolves some of them, in turns, so that the threads that they need are looked at. */
  public void ask(Threads threads, Resolver resolver) {
    for (int i = 0; i < Math.min(NEEDS_EACH_TICK, all.size()); i++) {
      need(all.get(Math.floorMod(next++, all.size())), threads, resolver);
    }
  }

  /** As of the last tick, which looked for their sites: the thread may have stood still since. */
  public List<Wait> records(Threads threads, Resolver resolver, long at) {
    List<Wait> records = new ArrayList<>();
    for (Waiting wait : all) {
      if (records.size() >= IN_A_SNAPSHOT || !wait.stillGoingOn()) {
        continue;
      }
      Notes notes = Notes.of(wait.slot());
      Site site = wait.knownSite(notes);
      records.add(
          new Wait(
              JdkCalls.id(wait.thread()) * 1_000_000_007L + wait.count(),
              threads.ref(wait.thread()),
              site == null ? null : site.text,
              site == null ? "get" : site.call,
              wait.future().getClass().getName(),
              wait.timed() || resolver.hasDeadline(wait.future()),
              Math.max(0, at - wait.parkedAt()),
              need(wait, threads, resolver),
              wait.knownRequest(notes)));
    }
    return records;
  }

  private Need need(Waiting wait, Threads threads, Resolver resolver) {
    Notes notes = Notes.of(wait.slot());
    Need need = dropped.unlessDropped(wait, notes, resolver.need(wait.future()));
    if (need instanceof Need.Unknown unknown && unknown.dropped()) {
      return need;
    }
    if (need instanceof Need.Unknown unknown && unknown.doing() != null) {
      notes.forUnknown = false;
      return need;
    }
    if (need instanceof Need.Unknown) {
      need = StreamWorkers.need(wait.future(), wait.thread(), threads);
    }
    boolean unknown = need instanceof Need.Unknown;
    boolean peers = FutureKinds.peer(wait.future().getClass());
    notes.forUnknown = unknown && !peers;
    return unknown && (peers || wait.asksPeer(notes)) ? new Need.Unknown(true, false) : need;
  }
}
