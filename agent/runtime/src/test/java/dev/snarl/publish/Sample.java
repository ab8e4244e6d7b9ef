package dev.snarl.publish;

import dev.snarl.rules.Finding;
import dev.snarl.rules.Severity;
import dev.snarl.snapshot.BlockedSite;
import dev.snarl.snapshot.Certainty;
import dev.snarl.snapshot.Coroutines;
import dev.snarl.snapshot.Crowds;
import dev.snarl.snapshot.DoubleHeld;
import dev.snarl.snapshot.Durations;
import dev.snarl.snapshot.LibraryUse;
import dev.snarl.snapshot.Need;
import dev.snarl.snapshot.Pool;
import dev.snarl.snapshot.Pool.BlockedCall;
import dev.snarl.snapshot.Pool.Blocking;
import dev.snarl.snapshot.Snapshot;
import dev.snarl.snapshot.StartSite;
import dev.snarl.snapshot.ThreadRef;
import dev.snarl.snapshot.VirtualCrowd;
import dev.snarl.snapshot.Vitals;
import dev.snarl.snapshot.Wait;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** A hand-built moment: a pool of two whose two workers wait for tasks in its own queue. */
public final class Sample {
  public static final String SITE = "com.acme.Runner.run(Runner.java:42)";
  private static final Instant AT = Instant.parse("2026-11-21T03:00:41Z");

  private Sample() {}

  public static Snapshot snapshot() {
    return snapshot(List.of(pool(7, "fcm-turbo-#")));
  }

  public static Snapshot snapshot(List<Pool> pools) {
    return snapshot(
        pools,
        List.of(wait(1, 11, new Need.Queued("Task", 7)), wait(2, 12, new Need.Queued("Task", 7))));
  }

  static Snapshot snapshot(List<Pool> pools, List<Wait> waits) {
    return new Snapshot(
        1,
        AT,
        pools,
        waits,
        List.of(new BlockedSite(SITE, "http-#", "future-task", 12, 3_500_000_000L)),
        List.of(
            new DoubleHeld(
                SITE,
                "com.acme.Exec.go(Exec.java:31)",
                "http-#",
                "fcm-turbo-#",
                "FutureTask.get",
                "java.lang.Process.waitFor",
                "pool",
                3,
                2_000_000_000L,
                4_000_000_000L,
                "http-1",
                "fcm-turbo-1",
                Certainty.PROVED)),
        List.of(),
        List.of(),
        List.of(
            new StartSite(
                SITE, StartSite.Factory.NEW_THREAD, "Thread-#", null, 9, 8, 400_000_000L, 1)),
        List.of(),
        new Coroutines(
            9,
            4,
            List.of(new Coroutines.Dispatcher("DefaultDispatcher", 2, 64, 1, 2, 3, 4, 5, 6, 7, 8)),
            List.of(new Coroutines.View("Dispatchers.IO", 64, 2, 1, 3)),
            List.of(new Coroutines.Detached(SITE, SITE, 30, 20, 0, 5, "Dispatchers.IO", 1)),
            List.of(
                new Coroutines.Blocking(
                    SITE, "runBlocking", "Dispatchers.Default", false, 2, 9, 3, 900_000_000L, 0)),
            List.of()),
        new Snapshot.Health(Map.of("observer", 0L), Map.of("sites", 2L), 1_500_000_000L),
        new Snapshot.Environment(17, 2, 1, 1L << 30, 1L << 20, 0),
        List.of(),
        LibraryUse.NONE,
        new Vitals(SampleMemory.memory(), SampleHost.HOST, SampleProfile.profile()),
        new Crowds(
            List.of(),
            List.of(),
            List.of(),
            new VirtualCrowd(
                5,
                3,
                List.of(new BlockedCall(new Blocking("java.lang.Thread.sleep", SITE, null), 9)))),
        List.of(),
        List.of(),
        null);
  }

  public static Pool pool(long id, String name) {
    return pool(id, name, Pool.Kind.THREAD_POOL);
  }

  public static Pool pool(long id, String name, Pool.Kind kind) {
    return new Pool(
        id,
        name,
        kind,
        "java.util.concurrent.ThreadPoolExecutor",
        SITE,
        2,
        2,
        2,
        2,
        false,
        2,
        Integer.MAX_VALUE,
        "java.util.concurrent.LinkedBlockingQueue",
        40,
        new Pool.Rejections(
            1, 0, "AbortPolicy", false, false, null, List.of(new Pool.SiteCount(SITE, 1))),
        false,
        5_000_000_000L,
        5_000_000_000L,
        5_000_000_000L,
        -1,
        Pool.Activity.NONE,
        timing(),
        List.of(11L, 12L));
  }

  /** Two tasks: one waited 3 ms and ran 300 ms, one waited 2 minutes and ran 1 s. */
  static Pool.Timing timing() {
    Durations waited = durations(3_000_000L, 120_000_000_000L);
    Durations ran = durations(300_000_000L, 1_000_000_000L);
    return new Pool.Timing(waited, ran, waited, ran, 4);
  }

  private static Durations durations(long... nanos) {
    long[] counts = new long[Durations.buckets()];
    long sum = 0;
    for (long one : nanos) {
      counts[Durations.bucketOf(one)]++;
      sum += one;
    }
    return Durations.of(counts, sum);
  }

  public static Wait wait(long id, long thread, Need need) {
    ThreadRef waiter = new ThreadRef(thread, "fcm-turbo-" + thread, "fcm-turbo-#", 7L);
    return new Wait(id, waiter, SITE, "FutureTask.get", "FutureTask", false, 5_000_000_000L, need);
  }

  public static Finding finding(String rule, Severity severity, long count, boolean resolved) {
    List<String> cycle = List.of("fcm-turbo-1 waits", "fcm-turbo-2 waits\u001b[31m");
    return finding(rule, severity, count, resolved, Map.of("cycle", cycle));
  }

  static Finding finding(
      String rule, Severity severity, long count, boolean resolved, Map<String, Object> evidence) {
    return new Finding(
        rule,
        severity,
        "runner",
        SITE,
        "2 threads held\nfor 1 job",
        AT,
        AT,
        count,
        evidence,
        Map.of("minHeldThreadSeconds", 1.0),
        "Return the future.",
        "docs/findings/" + rule + ".md",
        "id-" + rule,
        resolved);
  }
}
