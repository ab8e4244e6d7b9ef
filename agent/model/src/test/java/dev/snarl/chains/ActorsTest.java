package dev.snarl.chains;

import static dev.snarl.rules.Snapshots.aPool;
import static dev.snarl.rules.Snapshots.blocked;
import static dev.snarl.rules.Snapshots.running;
import static dev.snarl.rules.Snapshots.thread;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;
import static org.assertj.core.api.Assertions.within;

import dev.snarl.chains.ChainWindows.Window;
import dev.snarl.rules.Snapshots;
import dev.snarl.snapshot.Actor;
import dev.snarl.snapshot.Doing;
import dev.snarl.snapshot.Ender;
import dev.snarl.snapshot.Giver;
import dev.snarl.snapshot.Giver.Taker;
import dev.snarl.snapshot.Need;
import dev.snarl.snapshot.Odds;
import dev.snarl.snapshot.Pool;
import dev.snarl.snapshot.ThreadRef;
import dev.snarl.snapshot.Wait;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Test;

/** Chains where no field names the thread that must act, but looks or earlier waits do. */
class ActorsTest {
  private static final Doing WRITES =
      new Doing("java.io.FileOutputStream.write", "com.acme.Journal.run(Journal.java:8)", "file");
  private static final String JOURNAL =
      "journal in FileOutputStream.write() at com.acme.Journal.run(Journal.java:8);[file]";
  private static final String HANDLES = JOURNAL.replace("journal", "handler");
  private static final String LINE = "com.acme.Outer.run(Outer.java:10)";
  private static final String WAITS = "t-# in FutureTask.get() at " + LINE;
  private static final String LOCK = "pool-7 in a monitor at com.acme.Store.put(Store.java:3)";
  private static final Need UNKNOWN = new Need.Unknown();
  private static final Odds ODDS = new Odds(9, 10);

  private static Map<String, Double> tenSeconds(BiFunction<Snapshots, Integer, Snapshots> moment) {
    ChainWindows windows = new ChainWindows();
    for (int second = 0; second <= 10; second++) {
      windows.add(moment.apply(Snapshots.at(second), second).build());
    }
    return new Collapsed(windows.of(Window.MINUTE)).lines();
  }

  private static Map<String, Double> endedBy(Ender ender, Wait... others) {
    return tenSeconds(
        (now, second) ->
            now.waiting(blocked(1, UNKNOWN))
                .waiting(others)
                .ender(ender)
                .pool(aPool(7).kind(Pool.Kind.EVENT_LOOP)));
  }

  @Test
  void workersWaitForWhomTheyWereSeenToWait() {
    Pool.Blocking latch =
        new Pool.Blocking(
            "java.util.concurrent.CountDownLatch.await", "com.acme.Store.put(Store.java:3)", null);
    Map<String, Double> lines =
        tenSeconds(
            (now, second) ->
                now.pool(
                    aPool(7)
                        .threads(5, 6)
                        .waitedFor(latch, new Actor("journal", WRITES), second + 1L)));
    assertThat(lines)
        .containsOnlyKeys(
            "pool-7 in CountDownLatch.await() at com.acme.Store.put(Store.java:3);" + JOURNAL);
  }

  @Test
  void waitsThatWereOverAtOnceAreTurnsAtALock() {
    assertThat(atALock(100, 30, 0)).containsExactly(entry(LOCK + ";[brief]", 10L));
    // One look of ten cannot tell how long the other waits were.
    assertThat(atALock(100, 10, 0))
        .containsOnly(entry(LOCK + ";[brief]", 1L), entry(LOCK + ";[lock]", 9L));
    assertThat(atALock(100, 10, 20))
        .containsOnly(entry(LOCK + ";[brief]", 1L), entry(LOCK + ";" + JOURNAL, 9L));
    assertThat(atALock(100, 0, 0)).containsExactly(entry(LOCK + ";[lock]", 10L));
  }

  /** Ten seconds of a thread, by looks a second, and how many found the wait over or its holder. */
  private static Map<String, Long> atALock(long looks, long brief, long held) {
    Pool.Blocking lock = new Pool.Blocking("a monitor", "com.acme.Store.put(Store.java:3)", null);
    Actor holder = new Actor("journal", WRITES);
    Map<String, Long> seconds = new HashMap<>();
    tenSeconds(
            (now, second) ->
                now.pool(
                    aPool(7)
                        .threads(5)
                        .waitedFor(
                            lock,
                            looks * second,
                            new Pool.WaitedFor(lock, Actor.BRIEF, brief * second),
                            new Pool.WaitedFor(lock, holder, held * second))))
        .forEach((line, value) -> seconds.put(line, Math.round(value)));
    return seconds;
  }

  @Test
  void aWaitOfWhichNothingIsKnownGoesOnAsOthersOfItsPoolAtThatLine() {
    Pool.Blocking monitor =
        new Pool.Blocking("a monitor at x.Y.z", "com.acme.Outer.run(Outer.java:10)", null);
    Wait wait =
        new Wait(
            5,
            new ThreadRef(5, "pool-7-5", "pool-7", 7L),
            "com.acme.Outer.run(Outer.java:10)",
            "FutureTask.get",
            "java.util.concurrent.FutureTask",
            false,
            1_000,
            UNKNOWN);
    Map<String, Double> lines =
        tenSeconds(
            (now, second) ->
                now.waiting(wait)
                    .pool(
                        aPool(7)
                            .threads(5)
                            .waitedFor(monitor, new Actor("journal", WRITES), second + 1L)));
    assertThat(lines)
        .containsOnlyKeys(
            "pool-7 in FutureTask.get() at com.acme.Outer.run(Outer.java:10);" + JOURNAL);
  }

  @Test
  void aWorkerThatWaitsForWhomNothingTellsGoesOnAsItsPoolDoesAtThatLine() {
    assertThat(behindALatch(0, 2)).containsExactly(JOURNAL);
    assertThat(behindALatch(1, 2)).containsExactly(JOURNAL);
    assertThat(behindALatch(8, 0)).containsExactly("[brief]");
    assertThat(behindALatch(0, 0)).containsExactly("[signal]");
  }

  /**
   * How a wait for a worker at a latch goes on, by how many of ten looks a second found the wait
   * over or who counts down.
   */
  private static List<String> behindALatch(long brief, long writes) {
    String call = "java.util.concurrent.CountDownLatch.await";
    String site = "com.acme.Store.put(Store.java:3)";
    ThreadRef worker = new ThreadRef(5, "pool-7-5", "pool-7", 7L);
    Need stores = new Need.Running("Task", worker, new Doing(call, site, null));
    Pool.Blocking latch = new Pool.Blocking(call, site, null);
    Map<Actor, Long> acted = Map.of(Actor.BRIEF, brief, new Actor("journal", WRITES), writes);
    Map<String, Double> lines =
        tenSeconds(
            (now, second) ->
                now.waiting(blocked(1, stores))
                    .pool(
                        aPool(7)
                            .waitedFor(
                                latch,
                                10L * second,
                                acted.entrySet().stream()
                                    .filter(each -> each.getValue() > 0)
                                    .map(
                                        each ->
                                            new Pool.WaitedFor(
                                                latch, each.getKey(), each.getValue() * second))
                                    .toArray(Pool.WaitedFor[]::new))));
    String above = WAITS + ";pool-7 in CountDownLatch.await() at " + site + ";";
    return lines.keySet().stream()
        .filter(line -> line.startsWith(above))
        .map(line -> line.substring(above.length()))
        .toList();
  }

  @Test
  void whoUsuallyEndsSuchWaitsIsFollowed() {
    assertThat(endedBy(new Ender(LINE, null, thread(9), "journal", null, WRITES, ODDS)))
        .containsOnlyKeys(WAITS + ";" + JOURNAL);
    assertThat(
            endedBy(new Ender("a.B.c(B.java:1)", null, thread(9), "journal", null, WRITES, ODDS)))
        .containsOnlyKeys(WAITS + ";[unknown]");
    assertThat(endedBy(new Ender(LINE, null, null, "loop-#", null, null, ODDS)))
        .containsOnlyKeys(WAITS + ";loop-#;[unknown]");
  }

  @Test
  void whoEndsThoseOfAThreadGroupEndsNoneOfAnother() {
    assertThat(endedBy(new Ender(LINE, "t-#", thread(9), "journal", null, WRITES, ODDS)))
        .containsOnlyKeys(WAITS + ";" + JOURNAL);
    assertThat(endedBy(new Ender(LINE, "u-#", thread(9), "journal", null, WRITES, ODDS)))
        .containsOnlyKeys(WAITS + ";[unknown]");
  }

  @Test
  void aLoopThatUsuallyEndsThemGetsThatFromAPeer() {
    assertThat(endedBy(new Ender(LINE, null, null, "loop-#", 7L, null, ODDS)))
        .containsOnlyKeys(WAITS + ";loop-#;[socket]");
  }

  @Test
  void anIdleScheduledPoolWillEndThemWithATaskThatIsNotDueYet() {
    assertThat(endedByIdle(Pool.Kind.SCHEDULED, 1)).containsOnlyKeys(WAITS + ";timer-#;[sleep]");
    assertThat(endedByIdle(Pool.Kind.SCHEDULED, 0)).containsOnlyKeys(WAITS + ";[unknown]");
    assertThat(endedByIdle(Pool.Kind.THREAD_POOL, 1)).containsOnlyKeys(WAITS + ";[unknown]");
  }

  private static Map<String, Double> endedByIdle(Pool.Kind kind, int queued) {
    return tenSeconds(
        (now, second) ->
            now.waiting(blocked(1, UNKNOWN))
                .ender(new Ender(LINE, null, null, "timer-#", 7L, null, ODDS))
                .pool(aPool(7).kind(kind).queued(queued)));
  }

  @Test
  void aCircleThroughSuchAOneIsNotKnownToBeOne() {
    assertThat(
            endedBy(
                new Ender(LINE, null, thread(2), "t-#", null, null, ODDS), blocked(2, running(1))))
        .containsOnlyKeys(String.join(";", WAITS, WAITS, WAITS, "[unknown]"));
  }

  private static Giver gives(Taker to, Ender by, int times) {
    Odds odds = new Odds(times, 10);
    return new Giver(to, new Ender("", null, by.thread(), by.group(), by.pool(), by.doing(), odds));
  }

  private static final Ender LOOP = new Ender(LINE, null, thread(9), "loop", null, null, ODDS);
  private static final Ender WORKERS = new Ender("", null, null, "pool-7", 7L, null, ODDS);
  private static final Ender HANDLER =
      new Ender("", null, thread(4), "handler", null, WRITES, ODDS);
  private static final Taker TO_LOOP = new Taker(false, 9);
  private static final Taker TO_WORKERS = new Taker(true, 7);

  /** As {@link #endedBy}, with an idle pool 7. */
  private static Map<String, Double> given(Giver... givers) {
    return tenSeconds(
        (now, second) ->
            now.waiting(blocked(1, UNKNOWN)).ender(LOOP).givers(givers).pool(aPool(7)));
  }

  @Test
  void aWorkerSeenAtALineGoesOnAsTheLatestWaitThereDid() {
    String get = "java.util.concurrent.CompletableFuture.get at " + LINE;
    Map<String, Double> lines =
        tenSeconds(
            (now, second) ->
                second == 1
                    ? now.waiting(blocked(1, new Need.Running("com.acme.Inner", thread(2), WRITES)))
                    : now.pool(aPool(7).threads(6).activity(0, second, get)));
    String ends = ";" + JOURNAL.replace("journal", "t-#");
    assertThat(lines)
        .containsOnlyKeys(WAITS + ends, "pool-7 in CompletableFuture.get() at " + LINE + ends);
  }

  @Test
  void behindALoopWithNothingToDoAreThoseWhoGiveItSomething() {
    assertThat(given(gives(TO_LOOP, HANDLER, 10))).containsOnlyKeys(WAITS + ";loop;" + HANDLES);
    assertThat(given(gives(TO_LOOP, WORKERS, 8), gives(TO_WORKERS, HANDLER, 10)))
        .containsOnlyKeys(WAITS + ";loop;pool-7;" + HANDLES);
  }

  @Test
  void aLoopIsNotBehindItself() {
    Giver[] circle = {
      gives(TO_LOOP, WORKERS, 8), gives(TO_LOOP, HANDLER, 2), gives(TO_WORKERS, LOOP, 10)
    };
    assertThat(given(circle))
        .containsOnlyKeys(WAITS + ";loop;[unknown]", WAITS + ";loop;" + HANDLES)
        .hasEntrySatisfying(
            WAITS + ";loop;" + HANDLES, seconds -> assertThat(seconds).isCloseTo(2, within(1e-9)));
    assertThat(given(gives(TO_LOOP, WORKERS, 10), gives(TO_WORKERS, LOOP, 10)))
        .containsOnlyKeys(WAITS + ";loop;[unknown]");
  }

  @Test
  void whoWaitsItselfAndGivesIsNotWhoItWaitsFor() {
    Ender waiter = new Ender("", null, thread(1), "t-#", null, null, ODDS);
    assertThat(given(gives(TO_LOOP, waiter, 8), gives(TO_LOOP, HANDLER, 2)))
        .containsOnlyKeys(WAITS + ";loop;" + HANDLES);
  }
}
