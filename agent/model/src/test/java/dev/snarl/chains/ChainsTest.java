package dev.snarl.chains;

import static dev.snarl.rules.Snapshots.aPool;
import static dev.snarl.rules.Snapshots.blocked;
import static dev.snarl.rules.Snapshots.queued;
import static dev.snarl.rules.Snapshots.running;
import static dev.snarl.rules.Snapshots.thread;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;
import static org.assertj.core.api.Assertions.within;

import dev.snarl.chains.ChainWindows.Window;
import dev.snarl.graph.Circles;
import dev.snarl.rules.Snapshots;
import dev.snarl.snapshot.Actor;
import dev.snarl.snapshot.BlockedSite;
import dev.snarl.snapshot.Certainty;
import dev.snarl.snapshot.ConnectionPool;
import dev.snarl.snapshot.ConnectionPool.Holding;
import dev.snarl.snapshot.Crowds;
import dev.snarl.snapshot.Crowds.Holder;
import dev.snarl.snapshot.Crowds.LockQueue;
import dev.snarl.snapshot.Doing;
import dev.snarl.snapshot.Ender;
import dev.snarl.snapshot.Host;
import dev.snarl.snapshot.LibraryUse;
import dev.snarl.snapshot.LibraryUse.ConsumerSite;
import dev.snarl.snapshot.Memory;
import dev.snarl.snapshot.Need;
import dev.snarl.snapshot.Odds;
import dev.snarl.snapshot.Pool;
import dev.snarl.snapshot.Profile;
import dev.snarl.snapshot.Profile.SiteWait;
import dev.snarl.snapshot.Profile.WaitKind;
import dev.snarl.snapshot.Request;
import dev.snarl.snapshot.Snapshot;
import dev.snarl.snapshot.ThreadRef;
import dev.snarl.snapshot.VirtualCrowd;
import dev.snarl.snapshot.Vitals;
import dev.snarl.snapshot.Wait;
import dev.snarl.text.Figures;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.assertj.core.data.Offset;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Where the time of waiting threads goes, on hand-built snapshots. */
class ChainsTest {
  private static final Offset<Double> EXACT = within(1e-6);
  private static final String WAITS =
      "t-# in FutureTask.get() at com.acme.Outer.run(Outer.java:10)";

  /** Ten seconds in which each second is alike. */
  private static ChainTree tenSeconds(UnaryOperator<Snapshots> moment) {
    return tenSeconds((now, second) -> moment.apply(now));
  }

  /** Ten seconds with totals that grow. */
  private static ChainTree tenSeconds(BiFunction<Snapshots, Integer, Snapshots> moment) {
    ChainWindows windows = new ChainWindows();
    for (int second = 0; second <= 10; second++) {
      windows.add(moment.apply(Snapshots.at(second), second).build());
    }
    return windows.of(Window.MINUTE);
  }

  /** Each chain as a line with its end and seconds. */
  private static Map<String, Double> lines(ChainTree tree) {
    return new Collapsed(tree).lines();
  }

  private static Need in(long thread, @Nullable String call) {
    return new Need.Running(
        "com.acme.Inner", thread(thread), new Doing(call, "com.acme.Exec.run(Exec.java:31)", null));
  }

  @Test
  void aWaitIsFollowedToWhatTheThreadDoesThatRunsItsTask() {
    ChainTree tree =
        tenSeconds(
            moment ->
                moment.waiting(
                    blocked(1, running(2)), blocked(2, in(3, "java.lang.Process.waitFor"))));
    assertThat(lines(tree))
        .containsEntry(
            WAITS
                + ";"
                + WAITS
                + ";t-# in Process.waitFor() at com.acme.Exec.run(Exec.java:31);[process]",
            10.0)
        .hasSize(2);
    assertThat(tree.explained()).isEqualTo(1);
    assertThat(tree.root().seconds()).isEqualTo(20, EXACT);
  }

  @Test
  void timeInAQueueIsDividedAsItsThreadsAre() {
    ChainTree tree =
        tenSeconds(
            moment ->
                moment
                    .waiting(blocked(1, queued(7)), blocked(5, in(9, "java.net.Socket.read")))
                    .pool(aPool(7).threads(5, 6).activity((long) 1e6, 0)));
    assertThat(lines(tree))
        .containsOnlyKeys(
            WAITS
                + ";queue of pool-7;"
                + WAITS
                + ";t-# in Socket.read() at com.acme.Exec.run(Exec.java:31);[socket]",
            WAITS + ";t-# in Socket.read() at com.acme.Exec.run(Exec.java:31);[socket]");
    assertThat(tree.ends()).containsOnlyKeys(End.SOCKET);
  }

  @Test
  void aWorkerThatHasNoCoroutineAnyMoreIsNotWhoIsWaitedFor() {
    Doing parks =
        new Doing("java.util.concurrent.locks.LockSupport.park", "a.W.park(W.java:1)", "idle");
    ThreadRef worker = new ThreadRef(5, "worker-5", "worker-#", 7L);
    Need runs = new Need.Running("com.acme.Inner", worker, parks);
    String sleeps = "java.lang.Thread.sleep at com.acme.Exec.run(Exec.java:31)";
    Function<Pool.Kind, Map<String, Double>> of =
        kind ->
            lines(
                tenSeconds(
                    (moment, second) ->
                        moment
                            .waiting(blocked(1, runs))
                            .pool(
                                aPool(7).kind(kind).threads(6).activity(0, second + 1L, sleeps))));
    String sleep = "pool-7 in Thread.sleep() at com.acme.Exec.run(Exec.java:31);[sleep]";
    assertThat(of.apply(Pool.Kind.COROUTINES)).containsOnlyKeys(WAITS + ";" + sleep, sleep);
    assertThat(of.apply(Pool.Kind.THREAD_POOL))
        .containsOnlyKeys(
            WAITS + ";worker-# in LockSupport.park() at a.W.park(W.java:1);[idle]", sleep);
  }

  @Test
  void workersThatWaitForNobodyCountByTheirSamples() {
    ChainTree tree =
        tenSeconds(
            (moment, second) -> {
              long samples = second + 1L;
              return moment.pool(
                  aPool(7)
                      .threads(5, 6)
                      .activity(
                          samples,
                          3 * samples,
                          "java.lang.Process.waitFor at com.acme.Exec.run(Exec.java:31)"));
            });
    assertThat(lines(tree))
        .containsOnlyKeys(
            "pool-7 in Process.waitFor() at com.acme.Exec.run(Exec.java:31);[process]");
    assertThat(tree.root().seconds()).isEqualTo(15, EXACT); // 3 of 4 samples of 2 threads, 10 s
  }

  @Test
  void aThreadThatJoinsItselfIsIdleAndInNoCircle() {
    Need own = new Need.Held("Thread", thread(1), Need.How.ALIVE, Certainty.PROVED);
    assertThat(tenSeconds(moment -> moment.waiting(blocked(1, own))).ends())
        .containsOnlyKeys(End.IDLE);
    Snapshot alone = Snapshots.at(0).waiting(blocked(1, own)).build();
    assertThat(new Circles(alone).forGood()).isEmpty();
    Snapshot awaited = Snapshots.at(0).waiting(blocked(1, own), blocked(2, own)).build();
    assertThat(new Circles(awaited).forGood()).containsExactly(List.of("t1"));
  }

  @Test
  void aChainThatComesBackToItselfEndsInACircle() {
    ChainTree tree =
        tenSeconds(
            moment ->
                moment
                    .waiting(blocked(1, queued(7)), blocked(2, queued(7)))
                    .pool(aPool(7).threads(1, 2)));
    assertThat(tree.ends()).containsOnlyKeys(End.CIRCLE);
    assertThat(tree.root().seconds()).isEqualTo(20, EXACT);
  }

  @Test
  void whatNobodyIsKnownToCompleteIsNotExplained() {
    ChainTree tree =
        tenSeconds(
            moment ->
                moment.waiting(
                    blocked(1, new Need.Unknown()),
                    blocked(2, new Need.All(List.of(in(3, null), new Need.Unknown())))));
    assertThat(tree.ends().get(End.UNKNOWN)).isEqualTo(15, EXACT);
    assertThat(tree.ends().get(End.PROCESSOR)).isEqualTo(5, EXACT);
    assertThat(tree.explained()).isEqualTo(0.25, EXACT);
  }

  @Test
  void aTaskThatAVirtualThreadRunsEndsWhereThatWaits() {
    Doing sleeping = new Doing("java.lang.Thread.sleep", "Quotes.load(Quotes.java:9)", null);
    ChainTree tree =
        tenSeconds(moment -> moment.waiting(blocked(1, new Need.Unknown(false, false, sleeping))));
    assertThat(tree.ends()).containsOnlyKeys(End.SLEEP);
    assertThat(tree.explained()).isEqualTo(1, EXACT);
  }

  @Test
  void aWindowForgetsWhatIsOlder() {
    ChainWindows windows = new ChainWindows();
    for (int second = 0; second <= 7_200; second++) {
      windows.add(Snapshots.at(second).waiting(blocked(1, running(2))).build());
    }
    assertThat(windows.of(Window.MINUTE).root().seconds()).isBetween(50.0, 60.0);
    assertThat(windows.of(Window.FIVE).root().seconds()).isBetween(290.0, 300.0);
    assertThat(windows.of(Window.HOUR).root().seconds()).isBetween(3_480.0, 3_600.0);
    assertThat(windows.waiting().seconds().get(End.PROCESSOR)).isEqualTo(7_200, EXACT);
  }

  @Test
  void aMillionSitesNeedNoMoreRoomThanTwoThousand() {
    ChainTree tree = new ChainTree(2_000);
    for (int i = 0; i < 1_000_000; i++) {
      tree.add(List.of(Link.queue("a"), Link.queue("site " + i), Link.queue("c")), End.SOCKET, 1);
    }
    assertThat(lines(tree)).hasSizeLessThan(2_000);
    assertThat(tree.root().seconds()).isEqualTo(1_000_000, EXACT);
    assertThat(tree.ends().values().stream().mapToDouble(d -> d).sum()).isEqualTo(1_000_000, EXACT);
    assertThat(tree.ends().get(End.OTHER)).isGreaterThan(990_000);
    ChainTree copy = new ChainTree(2_000);
    copy.add(tree);
    copy.add(tree);
    assertThat(copy.root().seconds()).isEqualTo(2_000_000, EXACT);
  }

  @Test
  void aConsumerOutsideAnyPoolCountsWhileItWaitsForItsCalls() {
    BiFunction<Snapshots, Integer, Snapshots> moment =
        (now, second) -> {
          return now.libraries(
              new LibraryUse(
                  List.of(),
                  List.of(consumer(1, "socket", 0.75 * second), consumer(2, null, second)),
                  List.of(),
                  List.of()));
        };
    assertThat(lines(tenSeconds(moment)))
        .containsOnlyKeys("c-# in RealCall.execute() at com.acme.Push.send(Push.java:41);[socket]")
        .containsValue(7.5);
  }

  private static ConsumerSite consumer(long thread, @Nullable String input, double seconds) {
    return new ConsumerSite(
        thread,
        "c-#",
        "redis.clients.jedis.Jedis",
        "com.acme.Push.send(Push.java:41)",
        "okhttp3.RealCall.execute",
        input,
        (long) (seconds * Figures.NANOS),
        1,
        1,
        0,
        0);
  }

  @Test
  void whoCouldRunIsDividedByWhatKeptItFromRunning() {
    Host busy =
        new Host(
            Host.NONE.files(),
            -1,
            List.of(),
            new Host.Cpu(1, 1, 0, 8, 0.75, 1),
            Host.Cgroup.NONE,
            Host.Network.NONE,
            Host.Children.NONE,
            List.of(),
            List.of());
    BiFunction<Snapshots, Integer, Snapshots> moment =
        (now, second) -> {
          Memory memory =
              new Memory(
                  null,
                  new Memory.Collections((long) (0.2 * second * Figures.NANOS), 0, 0, null, 0),
                  Memory.Heap.NONE,
                  Memory.Metaspace.NONE,
                  Memory.CodeCache.NONE,
                  Memory.Cpu.NONE);
          return now.vitals(new Vitals(memory, busy, Profile.NONE))
              .waiting(blocked(1, in(2, null)));
        };
    Map<End, Double> ends = tenSeconds(moment).ends();
    assertThat(ends).containsOnlyKeys(End.PROCESSOR, End.RUNNABLE, End.COLLECTION);
    assertThat(ends.get(End.COLLECTION)).isEqualTo(2, EXACT);
    assertThat(ends.get(End.RUNNABLE)).isEqualTo(6, EXACT);
    assertThat(ends.get(End.PROCESSOR)).isEqualTo(2, EXACT);
  }

  @Test
  void aTaskThatWaitsForSomethingToDoIsNotWaitingForAnybody() {
    BiFunction<Snapshots, Integer, Snapshots> moment =
        (now, second) ->
            now.pool(
                aPool(7)
                    .threads(5)
                    .blockedIn(
                        new Pool.Blocking(
                            "java.util.concurrent.LinkedBlockingQueue.take",
                            "com.acme.Loop.run(Loop.java:9)",
                            "idle"),
                        second));
    assertThat(tenSeconds(moment).root().seconds()).isZero();
  }

  @Test
  void whoWaitsForAConnectionWaitsForThoseThatHoldOne() {
    Doing query = new Doing("java.net.Socket.read", "com.acme.Report.run(Report.java:5)", "socket");
    Doing sum = new Doing(null, "com.acme.Report.sum(Report.java:9)", null);
    String waits =
        "pool-7 in SynchronousQueue.poll() at com.acme.Dao.find(Dao.java:4);connections of db;";
    assertThat(lines(tenSeconds(waitFor(lender(0, new Holding(query, 3), new Holding(sum, 1))))))
        .containsOnlyKeys(
            waits + "holder in Socket.read() at com.acme.Report.run(Report.java:5);[socket]",
            waits + "holder at com.acme.Report.sum(Report.java:9);[processor]")
        .containsValue(7.5);
  }

  @Test
  void whoHoldAllConnectionsAndWaitForAnotherAreACircle() {
    assertThat(lines(tenSeconds(waitFor(lender(8)))).keySet())
        .singleElement()
        .asString()
        .endsWith("connections of db;[circle]");
  }

  @Test
  void virtualThreadsThatWaitAreCountedBySamples() {
    VirtualCrowd crowd =
        new VirtualCrowd(
            100,
            80,
            List.of(
                virtual(
                    "java.net.Socket$SocketInputStream.read", "com.acme.Bank.pay(B.java:5)", 30),
                virtual("java.lang.Thread.sleep", "com.acme.Poll.run(P.java:7)", 10),
                new Pool.BlockedCall(
                    new Pool.Blocking(
                        "java.util.concurrent.LinkedBlockingQueue.take",
                        "com.acme.Loop.run(L.java:9)",
                        "idle"),
                    10)));
    BiFunction<Snapshots, Integer, Snapshots> moment =
        (now, second) -> now.crowds(new Crowds(List.of(), List.of(), List.of(), crowd));
    assertThat(lines(tenSeconds(moment)))
        .containsOnly(
            entry(
                "virtual thread # in Socket$SocketInputStream.read() at com.acme.Bank.pay(B.java:5);"
                    + "[socket]",
                480.0),
            entry(
                "virtual thread # in Thread.sleep() at com.acme.Poll.run(P.java:7);[sleep]",
                160.0));
  }

  @Test
  void virtualThreadsAtALockGoOnWithWhatItsOwnerMostlyDoes() {
    String site = "com.acme.Store.put(S.java:4)";
    VirtualCrowd crowd =
        new VirtualCrowd(40, 40, List.of(virtual("a monitor at com.acme.Store.put", site, 10)));
    LockQueue queue =
        new LockQueue(
            "com.acme.Store.put",
            "com.acme.Store",
            true,
            site,
            "a monitor at com.acme.Store.put",
            39,
            0,
            0,
            10,
            List.of(new Pool.SiteCount(site, 10)),
            new Holder(
                "virtual thread #",
                "com.acme.Disk.write(D.java:8)",
                "java.lang.Thread.sleep",
                null,
                7,
                false));
    BiFunction<Snapshots, Integer, Snapshots> moment =
        (now, second) -> now.crowds(new Crowds(List.of(queue), List.of(), List.of(), crowd));
    assertThat(lines(tenSeconds(moment)))
        .containsOnly(
            entry(
                "virtual thread # in a monitor at com.acme.Store.put(S.java:4);"
                    + "virtual thread # in Thread.sleep() at com.acme.Disk.write(D.java:8);[sleep]",
                400.0));
  }

  private static Pool.BlockedCall virtual(String call, String site, long count) {
    String input = call.startsWith("java.net.") ? "socket" : null;
    return new Pool.BlockedCall(new Pool.Blocking(call, site, input), count);
  }

  private static BiFunction<Snapshots, Integer, Snapshots> waitFor(ConnectionPool lender) {
    return (now, second) ->
        now.vitals(
                new Vitals(Memory.NONE, Host.NONE.with(List.of(lender), List.of()), Profile.NONE))
            .pool(
                aPool(7)
                    .threads(5)
                    .blockedIn(
                        new Pool.Blocking(
                            "java.util.concurrent.SynchronousQueue.poll",
                            "com.acme.Dao.find(Dao.java:4)",
                            null,
                            "db"),
                        second));
  }

  private static ConnectionPool lender(int nested, Holding... holders) {
    return new ConnectionPool(
        "db",
        "HikariCP",
        true,
        null,
        8,
        8,
        0,
        8,
        8,
        3,
        0,
        false,
        0,
        List.of(),
        List.of(holders),
        nested,
        null);
  }

  @Test
  void theHolderOfALockDoesWhatItWasSeenDoing() {
    Need held = new Need.Held("com.acme.Lock", thread(9), Certainty.PROVED);
    Doing reads =
        new Doing("okhttp3.RealCall.execute", "com.acme.Exec.run(Exec.java:31)", "socket");
    Need seen = new Need.Held("com.acme.Lock", thread(9), Need.How.HELD, Certainty.PROVED, reads);
    ChainTree tree = tenSeconds(moment -> moment.waiting(blocked(1, seen), blocked(2, held)));
    assertThat(lines(tree))
        .containsOnly(
            entry(
                WAITS + ";t-# in RealCall.execute() at com.acme.Exec.run(Exec.java:31);[socket]",
                10.0),
            entry(WAITS + ";t-#;[unknown]", 10.0));
  }

  @Test
  void aThreadAtWhichNobodyLookedDoesWhatOthersOfItsPoolDo() {
    ThreadRef worker = new ThreadRef(9, "w-1", "w-#", 7L);
    ChainTree tree =
        tenSeconds(
            (moment, second) ->
                moment
                    .waiting(blocked(1, new Need.Running("Task", worker, null)))
                    .pool(
                        aPool(7)
                            .threads(9)
                            .activity(
                                0,
                                second + 1L,
                                "java.lang.Process.waitFor at com.acme.Exec.run(Exec.java:31)")));
    assertThat(lines(tree))
        .containsOnlyKeys(
            WAITS + ";pool-7 in Process.waitFor() at com.acme.Exec.run(Exec.java:31);[process]",
            "pool-7 in Process.waitFor() at com.acme.Exec.run(Exec.java:31);[process]");
  }

  @Test
  void aSocketHasThePeersThatTheRecorderSawAtItsLine() {
    String line = "com.acme.Exec.run(Exec.java:31)";
    BiFunction<Snapshots, Integer, Snapshots> moment =
        (now, second) ->
            now.vitals(
                    new Vitals(
                        Memory.NONE,
                        Host.NONE,
                        recorded(
                            read(line, "db:5432", 3 * second),
                            read(line, "cache:6379", second),
                            read("a.B.b(B.java:1)", "other:1", second))))
                .waiting(blocked(1, in(2, "java.net.Socket.read")));
    String reads = WAITS + ";t-# in Socket.read() at " + line;
    assertThat(lines(tenSeconds(moment)))
        .containsOnly(
            entry(reads + ";peer db:5432;[socket]", 7.5),
            entry(reads + ";peer cache:6379;[socket]", 2.5));
  }

  @Test
  void theEndpointIsTheFirstFrameOfTheChainsOfItsRequests() {
    UnaryOperator<Snapshots> moment =
        now ->
            now.waiting(
                blocked(1, running(2)).of(new Request("GET /run", null)),
                blocked(2, in(3, "java.lang.Process.waitFor")).of(new Request("GET /run", null)),
                blocked(4, in(3, "java.lang.Process.waitFor")).of(new Request(null, "a")));
    String ends = WAITS + ";t-# in Process.waitFor() at com.acme.Exec.run(Exec.java:31);[process]";
    assertThat(lines(tenSeconds(moment)))
        .containsOnly(
            entry("GET /run;" + WAITS + ';' + ends, 10.0),
            entry("GET /run;" + ends, 10.0),
            entry(ends, 10.0));
  }

  @Test
  void theMetricsNameTheWaitersAndNotTheirEndpoint() {
    ChainWindows windows = new ChainWindows();
    for (int second = 0; second <= 10; second++) {
      Wait wait = blocked(1, in(3, "java.lang.Process.waitFor"));
      Wait other = blocked(2, in(3, "java.lang.Process.waitFor"));
      windows.add(
          Snapshots.at(second).waiting(wait.of(new Request("GET /run", null)), other).build());
    }
    assertThat(windows.waiting().widest())
        .singleElement()
        .satisfies(
            last -> {
              assertThat(last.waiter()).isEqualTo("t-#");
              assertThat(last.frame()).startsWith("t-# in Process.waitFor() at ");
              assertThat(last.threads()).isEqualTo(2, EXACT);
            });
  }

  @Test
  void aLineAtWhichNoReadEndedLatelyHasItsOnlyPeerAndNoneOfTwo() {
    String line = "com.acme.Exec.run(Exec.java:31)";
    String reads = WAITS + ";t-# in Socket.read() at " + line;
    assertThat(lines(tenSeconds(moment -> reading(moment, read(line, "db:5432", 3)))))
        .containsOnlyKeys(reads + ";peer db:5432;[socket]");
    SiteWait second = read(line, "cache:6379", 1);
    assertThat(lines(tenSeconds(moment -> reading(moment, read(line, "db:5432", 3), second))))
        .containsOnlyKeys(reads + ";[socket]");
    SiteWait rest = read("other", "other", 1);
    assertThat(lines(tenSeconds(moment -> reading(moment, read(line, "db:5432", 3), rest))))
        .containsOnlyKeys(reads + ";[socket]");
  }

  private static Snapshots reading(Snapshots moment, SiteWait... rows) {
    return moment
        .vitals(new Vitals(Memory.NONE, Host.NONE, recorded(rows)))
        .waiting(blocked(1, in(2, "java.net.Socket.read")));
  }

  private static SiteWait read(String site, String peer, double seconds) {
    return new SiteWait(
        WaitKind.SOCKET_READ, site, "read", peer, 1, (long) (seconds * Figures.NANOS), 0, 0);
  }

  private static Profile recorded(SiteWait... rows) {
    Profile off = Profile.NONE;
    return new Profile(
        off.recorder(),
        List.of(),
        null,
        List.of(),
        List.of(),
        off.safepoints(),
        List.of(),
        off.compilation(),
        List.of(rows),
        List.of(),
        Map.of());
  }

  @Test
  void theWidestChainsAreBoundedAndAddUp() {
    ChainWindows windows = new ChainWindows();
    for (int second = 0; second <= 10; second++) {
      Snapshots moment = Snapshots.at(second);
      List<Wait> waits = new ArrayList<>();
      for (int i = 0; i < 2 * Waiting.MOST; i++) {
        String site = "com.acme.Exec.run(Exec.java:%d)".formatted(i);
        waits.add(
            blocked(1 + i, new Need.Running("Task", thread(100 + i), new Doing(null, site, null))));
      }
      windows.add(moment.waiting(waits.toArray(new Wait[0])).build());
    }
    Waiting waiting = windows.waiting();
    assertThat(waiting.widest()).hasSize(Waiting.MOST + 1);
    assertThat(waiting.widest().stream().mapToDouble(Waiting.Last::threads).sum())
        .isEqualTo(2.0 * Waiting.MOST, EXACT);
    assertThat(waiting.widest().get(Waiting.MOST))
        .isEqualTo(new Waiting.Last("other", "other", End.OTHER, Waiting.MOST));
    assertThat(waiting.explained()).isEqualTo(1);
    assertThat(waiting.seconds()).containsOnlyKeys(End.PROCESSOR);
  }

  @Test
  void theTimeOfShortWaitsIsDividedOverTheLinesWhereSuchWaitsEnded() {
    BiFunction<Snapshots, Integer, Snapshots> moment =
        (now, second) -> {
          return now.blockedSites(
                  row("a.A.a(A.java:1)", 3 * second, 9),
                  row("a.B.b(B.java:2)", second, 9),
                  row("a.C.lock(C.java:3)", 6 * second, 0))
              .waiting(
                  new Wait(
                      1,
                      thread(1),
                      null,
                      "get",
                      "Future",
                      false,
                      1,
                      new Need.Unknown(true, false)));
        };
    assertThat(lines(tenSeconds(moment)))
        .containsOnly(
            entry("t-# in get() at a.A.a(A.java:1);[socket]", 7.5),
            entry("t-# in get() at a.B.b(B.java:2);[socket]", 2.5));
  }

  @Test
  void whereNoneEndedLatelyThoseThatEverDidTellTheLine() {
    BiFunction<Snapshots, Integer, Snapshots> moment =
        (now, second) ->
            now.blockedSites(
                    new BlockedSite("a.A.a(A.java:1)", "t-#", "future-task", 3, 9_000_000_000L))
                .waiting(
                    new Wait(1, thread(1), null, "get", "Future", false, 1, new Need.Unknown()));
    assertThat(lines(tenSeconds(moment)))
        .containsOnlyKeys("t-# in get() at a.A.a(A.java:1);[unknown]");
  }

  @Test
  void aWaitTooShortForALookGoesOnAsTheLatestOneThereThatWasExplained() {
    String line = "a.A.a(A.java:1)";
    BiFunction<Snapshots, Integer, Snapshots> moment =
        (now, second) ->
            now.blockedSites(row(line, second, 9))
                .waiting(
                    second == 1
                        ? new Wait(
                            1,
                            thread(1),
                            line,
                            "get",
                            "Future",
                            false,
                            1,
                            new Need.Unknown(true, false))
                        : new Wait(
                            2, thread(1), null, "get", "Future", false, 1, new Need.Unknown()));
    assertThat(lines(tenSeconds(moment))).containsOnlyKeys("t-# in get() at " + line + ";[socket]");
  }

  @Test
  void aWaitOfWhichNothingTellsForWhomIsBriefWhereSuchTakeLessThanAMillisecond() {
    BiFunction<Snapshots, Integer, Snapshots> moment =
        (now, second) ->
            now.blockedSites(
                    row("a.A.a(A.java:1)", second, 1_001), row("a.B.b(B.java:2)", second, 999))
                .waiting(
                    new Wait(1, thread(1), null, "get", "Future", false, 1, new Need.Unknown()));
    assertThat(lines(tenSeconds(moment)))
        .containsOnly(
            entry("t-# in get() at a.A.a(A.java:1);[brief]", 5.0),
            entry("t-# in get() at a.B.b(B.java:2);[unknown]", 5.0));
    Ender ender = new Ender("a.A.a(A.java:1)", null, null, "log-#", null, null, new Odds(9, 9));
    assertThat(lines(tenSeconds((now, second) -> moment.apply(now, second).ender(ender))))
        .containsEntry("t-# in get() at a.A.a(A.java:1);log-#;[brief]", 5.0);
  }

  @Test
  void soIsOneInWhichAThreadWasSeenForWhomAnotherWaits() {
    assertThat(seenInGet(1_001)).containsExactly("[brief]");
    assertThat(seenInGet(999)).containsExactly("[signal]");
  }

  private static List<String> seenInGet(int waitsASecond) {
    String line = "a.A.a(A.java:1)";
    Doing gets = new Doing("java.util.concurrent.CompletableFuture.get", line, null);
    return lines(
            tenSeconds(
                (now, second) ->
                    now.blockedSites(row(line, second, waitsASecond))
                        .waiting(blocked(1, new Need.Running("com.acme.Inner", thread(2), gets)))))
        .keySet()
        .stream()
        .map(key -> key.substring(key.lastIndexOf(';') + 1))
        .toList();
  }

  @Test
  void whoUsuallyEndsAWaitWaitsForThoseForWhomItsPoolWaitsAtThatLine() {
    Doing appends =
        new Doing(
            "java.util.concurrent.CountDownLatch.await", "com.acme.Log.append(Log.java:7)", null);
    Doing syncs = new Doing("java.io.RandomAccessFile.write", "com.acme.Disk.sync(D.java:3)", null);
    Pool.Blocking at = new Pool.Blocking(appends.blockedIn() + "", appends.site(), null);
    String line = "com.acme.Outer.run(Outer.java:10)";
    Ender ender = new Ender(line, null, null, "log-#", 7L, appends, new Odds(9, 9));
    ChainTree tree =
        tenSeconds(
            moment ->
                moment
                    .ender(ender)
                    .pool(aPool(7).waitedFor(at, new Actor("disk-#", syncs), 1))
                    .waiting(blocked(1, new Need.Unknown())));
    assertThat(lines(tree))
        .containsOnly(
            entry(
                WAITS
                    + ";log-# in CountDownLatch.await() at com.acme.Log.append(Log.java:7)"
                    + ";disk-# in RandomAccessFile.write() at com.acme.Disk.sync(D.java:3);[file]",
                10.0));
  }

  private static BlockedSite row(String site, double seconds, int waitsASecond) {
    return new BlockedSite(
        site,
        "t-#",
        "kafka-send",
        (long) (seconds * waitsASecond),
        (long) (seconds * Figures.NANOS));
  }
}
