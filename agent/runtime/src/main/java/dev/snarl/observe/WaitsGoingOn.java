package dev.snarl.observe;

import dev.snarl.snapshot.Wait;
import java.util.ArrayList;
import java.util.List;

/**
 * The waits that go on, as a tick saw them. The time of long ones is added to their sites' totals
 * while they last. The observer's thread only.
 */
final class WaitsGoingOn {

  static final int IN_A_SNAPSHOT = 5_000;
  private static final int SITES_EACH_TICK = 12;
  private static final long LONG = 150_000_000L;
  private static final long NO_LONGER_NEW = 3_000_000_000L;
  private static final long SECOND = 1_000_000_000L;

  private final Recorder recorder;
  private List<Waiting> all = new ArrayList<>();
  private boolean newLong;

  WaitsGoingOn(Recorder recorder) {
    this.recorder = recorder;
  }

  void begin() {
    all = new ArrayList<>();
    newLong = false;
  }

  /** To be added to. */
  List<Waiting> all() {
    return all;
  }

  /** Whether a thread has begun to wait for long. */
  boolean newLong() {
    return newLong;
  }

  /** What is waited for. */
  Iterable<Object> futures() {
    return () -> all.stream().map(Waiting::future).iterator();
  }

  /** Adds the time of waits that go on to their sites' totals, as far as the sites are known. */
  void credit(long now) {
    for (Waiting wait : all) {
      long age = now - wait.parkedAt();
      if (age < LONG) {
        continue;
      }
      newLong |= age < NO_LONGER_NEW;
      Notes notes = Notes.of(wait.slot());
      Site site = wait.knownSite(notes);
      if (site == null || notes.uncounted(wait.parkedAt(), now) < SECOND) {
        continue;
      }
      long more = notes.credit(wait, now);
      if (more > 0) {
        String group = notes.group(wait.thread(), recorder.names);
        recorder
            .waits
            .blocked
            .cell(new Cells.BlockedKey(site, group, WaitsOver.kind(wait.future())))
            .nanos
            .addAndGet(more);
      }
    }
  }

  /** Looks where threads wait that have waited for long, and nobody has seen where. */
  void findSites(Looks looks, long now) {
    int unsited = 0;
    for (Waiting wait : all) {
      if (unsited < SITES_EACH_TICK
          && now - wait.parkedAt() >= LONG
          && wait.knownSite(Notes.of(wait.slot())) == null) {
        unsited++;
        looks.at(wait.thread(), seen -> wait.sited(seen.stack, recorder.sites));
      }
    }
  }

  /** As of the last tick, which looked for their sites: the thread may have stood still since. */
  List<Wait> records(Threads threads, Resolver resolver, long at) {
    List<Wait> records = new ArrayList<>();
    for (Waiting wait : all) {
      if (records.size() >= IN_A_SNAPSHOT || !wait.stillGoingOn()) {
        continue;
      }
      Site site = wait.knownSite(Notes.of(wait.slot()));
      records.add(
          new Wait(
              JdkCalls.id(wait.thread()) * 1_000_000_007L + wait.count(),
              threads.ref(wait.thread()),
              site == null ? null : site.text,
              site == null ? "get" : site.call,
              wait.future().getClass().getName(),
              wait.timed() || resolver.hasDeadline(wait.future()),
              Math.max(0, at - wait.parkedAt()),
              resolver.need(wait.future())));
    }
    return records;
  }
}
