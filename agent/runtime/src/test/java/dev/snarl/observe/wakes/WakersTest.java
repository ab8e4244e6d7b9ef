package dev.snarl.observe.wakes;

import static org.assertj.core.api.Assertions.assertThat;

import com.acme.Replies;
import com.acme.Turns;
import dev.snarl.observe.pools.KnownExecutors;
import dev.snarl.observe.pools.PoolWatch;
import dev.snarl.observe.sites.Looks;
import dev.snarl.observe.sites.Names;
import dev.snarl.observe.sites.Site;
import dev.snarl.observe.sites.Sites;
import dev.snarl.observe.wakes.EndedWaits.Waits;
import dev.snarl.snapshot.Odds;
import dev.snarl.stacks.Frames;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.SnarlProbe;
import java.util.concurrent.SnarlSink;
import java.util.concurrent.SnarlWake;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Real threads at real latches. Nothing is woven here, so what wakes calls the hook itself. */
class WakersTest {
  private static final long LONG = 11_000_000_000L;

  private final Sites sites = new Sites(new Frames(List.of("com.acme."), List.of()));
  private final PoolWatch pools = new PoolWatch(new KnownExecutors(sites), sites, null);
  private final Wakers wakers = new Wakers(sites, new Names(), pools);
  private final Looks looks = new Looks();
  private final List<Thread> threads = new ArrayList<>();
  private long now = 1;

  @BeforeEach
  void attach() {
    SnarlProbe.attach(new SnarlSink() {}, 256);
  }

  @AfterEach
  void detach() throws InterruptedException {
    SnarlProbe.detach();
    for (Thread thread : threads) {
      thread.interrupt();
      thread.join();
    }
  }

  private Thread start(Callable<?> body) {
    Thread thread =
        new Thread(
            () -> {
              try {
                body.call();
              } catch (Exception e) {
                assertThat(e).isInstanceOf(InterruptedException.class);
              }
            },
            "waiter-" + threads.size());
    thread.setDaemon(true);
    threads.add(thread);
    thread.start();
    return thread;
  }

  private Thread awaits(Replies replies) {
    return start(
        () -> {
          replies.await(() -> {});
          return "";
        });
  }

  private static Object awaitParked(Thread thread) {
    long deadline = System.nanoTime() + 20_000_000_000L;
    Object blocker = LockSupport.getBlocker(thread);
    while (blocker == null || thread.getState() != Thread.State.WAITING) {
      assertThat(System.nanoTime()).as("state %s", thread.getState()).isLessThan(deadline);
      Thread.onSpinWait();
      blocker = LockSupport.getBlocker(thread);
    }
    return blocker;
  }

  /** A pass that counts this thread, and the tick after it. */
  private void look(Thread thread) {
    wakers.begin();
    wakers.count(thread, LockSupport.getBlocker(thread));
    wakers.tick(looks, now);
    looks.take();
  }

  /** Six waits, each of which this thread ends with the hook. */
  private List<Object> waits(Wake wake) throws InterruptedException {
    List<Object> places = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      Replies replies = new Replies();
      Thread waiter = awaits(replies);
      Object blocker = awaitParked(waiter);
      look(waiter);
      assertThat(wakers.armed()).isNotEmpty();
      places = List.of(sites.in(waiter.getStackTrace()), blocker);
      wake.end(waiter, replies);
      waiter.join();
      wakers.tick(looks, now);
      assertThat(wakers.armed()).isEmpty();
    }
    return places;
  }

  private interface Wake {
    void end(Thread waiter, Replies replies) throws InterruptedException;
  }

  /** As one that runs on a thread which completes an answer, asked in the middle of it. */
  private @Nullable Odds odds(List<Object> place) {
    List<StackTraceElement[]> stack = new ArrayList<>();
    new Replies().complete(() -> stack.add(Thread.currentThread().getStackTrace()));
    return wakers
        .ended()
        .by(Thread.currentThread(), stack.get(0), (Site) place.get(0), place.get(1));
  }

  @Test
  void whoEndedWaitsAtALineWillEndTheNext() throws Exception {
    List<Object> place =
        waits((waiter, replies) -> replies.complete(() -> SnarlWake.unparking(waiter)));
    assertThat(odds(place)).isEqualTo(new Odds(6, 6));
    StackTraceElement[] other = Thread.currentThread().getStackTrace();
    assertThat(wakers.ended().by(Thread.currentThread(), other, (Site) place.get(0), place.get(1)))
        .as("in what is no task of the application")
        .isNull();
    assertThat(wakers.ended().by(threads.get(0), other, (Site) place.get(0), place.get(1)))
        .isNull();
  }

  @Test
  void whereOthersEndTheWaitsOfEachThreadGroupTheyAreKnownByGroup() throws Exception {
    List<Object> place =
        waits((waiter, replies) -> replies.complete(() -> SnarlWake.unparking(waiter)));
    Site site = (Site) place.get(0);
    assertThat(wakers.ended().usual(now)).containsOnlyKeys(new Waits(site, null));
    waits(
        (waiter, replies) -> {
          waiter.setName("flusher-7");
          Thread other =
              new Thread(() -> replies.complete(() -> SnarlWake.unparking(waiter)), "journal");
          other.start();
          other.join();
        });
    assertThat(wakers.ended().usual(now))
        .containsOnlyKeys(new Waits(site, "waiter-#"), new Waits(site, "flusher-#"))
        .extractingByKey(new Waits(site, "flusher-#"))
        .satisfies(usual -> assertThat(usual.waker().group()).isEqualTo("journal"));
  }

  @Test
  void theFirstWhoUnparksIsTheWaker() throws Exception {
    List<Object> place =
        waits(
            (waiter, replies) -> {
              replies.complete(() -> SnarlWake.unparking(waiter));
              SnarlWake.unparking(waiter);
            });
    assertThat(odds(place)).isEqualTo(new Odds(6, 6));
  }

  @Test
  void whoComesOutOfSuchAWaitHandsOn() throws Exception {
    List<Object> place =
        waits(
            (waiter, replies) -> {
              Replies over = new Replies();
              over.complete(() -> {});
              over.await(() -> SnarlWake.unparking(waiter));
              replies.complete(() -> {});
            });
    assertThat(wakers.ended().know((Site) place.get(0), place.get(1))).isFalse();
  }

  @Test
  void whoWakesFromWithinAWaitOfTheJdkHandsOn() throws Exception {
    List<Object> place =
        waits(
            (waiter, replies) -> {
              replies.complete(
                  () ->
                      ThreadLocal.withInitial(
                              () -> {
                                SnarlWake.unparking(waiter);
                                return "";
                              })
                          .get());
            });
    assertThat(wakers.ended().know((Site) place.get(0), place.get(1))).isFalse();
  }

  @Test
  void whatEndsByAnInterruptHasNoWaker() throws Exception {
    List<Object> place = waits((waiter, replies) -> waiter.interrupt());
    assertThat(wakers.ended().know((Site) place.get(0), place.get(1))).isFalse();
  }

  @Test
  void whoWaitsForLongIsLetGo() throws Exception {
    Thread consumer = start(() -> new Turns().take());
    awaitParked(consumer);
    look(consumer);
    assertThat(wakers.armed()).isNotEmpty();
    now += LONG;
    look(consumer);
    assertThat(wakers.armed()).isEmpty();
    look(consumer);
    assertThat(wakers.armed()).isEmpty();
  }

  @Test
  void whileArmedOnesWaitNothingIsToDoUntilOneIsWoken() throws Exception {
    Replies replies = new Replies();
    Thread waiter = awaits(replies);
    awaitParked(waiter);
    look(waiter);
    assertThat(wakers.any()).isFalse();
    assertThat(wakers.stirs()).isFalse();
    replies.complete(() -> SnarlWake.unparking(waiter));
    waiter.join();
    assertThat(wakers.stirs()).isTrue();
    wakers.tick(looks, now);
    assertThat(wakers.stirs()).isFalse();
  }

  @Test
  void afterADetachNobodyIsArmed() throws Exception {
    Replies replies = new Replies();
    Thread waiter = awaits(replies);
    awaitParked(waiter);
    SnarlProbe.detach();
    look(waiter);
    assertThat(wakers.armed()).isEmpty();
  }

  @Test
  void aWaitThatIsOverWhenItIsLookedAtIsNotTheOne() throws Exception {
    Replies replies = new Replies();
    Thread waiter =
        start(
            () -> {
              replies.await(() -> {});
              new Turns().take();
              return "";
            });
    Object first = awaitParked(waiter);
    wakers.begin();
    wakers.count(waiter, first);
    wakers.tick(looks, now);
    replies.complete(() -> {});
    while (LockSupport.getBlocker(waiter) == first || awaitParked(waiter) == first) {
      Thread.onSpinWait();
    }
    looks.take();
    assertThat(wakers.armed()).isEmpty();
  }

  @Test
  void theWakerActsInWhatTheWaiterIsNotIn() {
    StackTraceElement[] waiter =
        stack("java.util.concurrent.Semaphore.acquire", "com.acme.Hash.encode", "com.acme.Web.get");
    assertThat(
            WakeStacks.acts(
                stack(
                    "java.util.concurrent.Semaphore.release",
                    "com.acme.Log.wake",
                    "java.util.ArrayList.forEach",
                    "com.acme.Log.force",
                    "com.acme.Hash.encode",
                    "com.acme.Web.get"),
                waiter))
        .containsExactly("com.acme.Log.wake", "com.acme.Log.force");
    assertThat(WakeStacks.acts(stack("com.acme.Hash.encode", "com.acme.Web.get"), waiter))
        .as("a permit is given back where it was taken")
        .containsExactly("com.acme.Hash.encode");
    assertThat(WakeStacks.acts(stack("java.lang.Thread.run"), waiter)).isEmpty();
  }

  @Test
  void whoTakesFromAFullQueueEndsAWaitThereAndWhoPutsHandsOn() {
    String queue = "java.util.concurrent.LinkedBlockingQueue.";
    StackTraceElement[] puts = stack(queue + "put", "com.acme.Orders.accept");
    StackTraceElement[] takes = stack(queue + "take", "com.acme.Shipping.loop");
    assertThat(WakeStacks.handsOn(takes, puts)).isFalse();
    assertThat(WakeStacks.handsOn(stack(queue + "drainTo", "com.acme.Bills.all"), puts)).isFalse();
    assertThat(WakeStacks.handsOn(stack(queue + "offer", "com.acme.Web.get"), puts)).isTrue();
    assertThat(WakeStacks.handsOn(takes, takes)).isTrue();
    assertThat(WakeStacks.handsOn(puts, takes)).isFalse();
  }

  @Test
  void whatIsInsideAQueueSaysNotWhetherItTakes() {
    String queue = "java.util.concurrent.SynchronousQueue";
    StackTraceElement[] takes =
        stack(queue + "$TransferStack.transfer", queue + ".take", "com.acme.Shipping.loop");
    StackTraceElement[] puts =
        stack(queue + "$TransferStack.transfer", queue + ".put", "com.acme.Orders.accept");
    assertThat(WakeStacks.puts(takes)).isFalse();
    assertThat(WakeStacks.puts(puts)).isTrue();
    assertThat(WakeStacks.handsOn(takes, puts)).isFalse();
  }

  @Test
  void threadsTakeTurnsAtTheMethodThatWaitsOrCallsTheOneThatDoes() {
    StackTraceElement[] waker =
        stack("com.acme.Log.wake", "com.acme.Log.force", "com.acme.Log.commit", "com.acme.Web.get");
    assertThat(WakeStacks.turns(waker, stack("com.acme.Log.await", "com.acme.Log.commit")))
        .isEqualTo("com.acme.Log.commit");
    assertThat(WakeStacks.turns(waker, stack("com.acme.Log.commit", "com.acme.Web.get")))
        .isEqualTo("com.acme.Log.commit");
    assertThat(
            WakeStacks.turns(
                waker, stack("com.acme.Log.await", "com.acme.Store.put", "com.acme.Web.get")))
        .isEmpty();
  }

  private static StackTraceElement[] stack(String... methods) {
    StackTraceElement[] stack = new StackTraceElement[methods.length];
    for (int i = 0; i < stack.length; i++) {
      int dot = methods[i].lastIndexOf('.');
      stack[i] =
          new StackTraceElement(
              methods[i].substring(0, dot), methods[i].substring(dot + 1), "X.java", 1);
    }
    return stack;
  }
}
