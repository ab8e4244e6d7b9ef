package dev.snarl.observe.ends;

import static org.assertj.core.api.Assertions.assertThat;

import dev.snarl.observe.live.JdkCalls;
import dev.snarl.observe.sites.ThreadLook.Seen;
import dev.snarl.snapshot.Certainty;
import dev.snarl.snapshot.Need;
import dev.snarl.snapshot.ThreadRef;
import dev.snarl.snapshot.Wait;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class KnownWaitsTest {

  private final Thread owner = new Thread(() -> {}, "owner");
  private final Thread waiter = new Thread(() -> {}, "waiter");
  private final StandingWait waits = standing(owner, Thread.State.WAITING);
  private final StandingWait lockedOut = standing(waiter, Thread.State.BLOCKED);

  private static StandingWait standing(Thread thread, Thread.State state) {
    return standing(thread, state, true);
  }

  private static StandingWait standing(Thread thread, Thread.State state, boolean owed) {
    Seen seen = new Seen(thread, new StackTraceElement[0], state);
    return new StandingWait(seen, null, 0, owed, false, true, false, -1, false);
  }

  private static ThreadRef ref(Thread thread) {
    return new ThreadRef(JdkCalls.id(thread), thread.getName(), thread.getName(), null);
  }

  private static Wait wait(Thread by, Need need) {
    return new Wait(1, ref(by), "Cache.get(Cache.java:7)", "Lock.lock", "Lock", false, 9, need);
  }

  private static Need held(Thread holder, Need.How how) {
    return new Need.Held("Lock", ref(holder), how, Certainty.PROVED);
  }

  private @Nullable Set<Long> awaited(List<StandingWait> found, Wait... known) {
    return KnownWaits.awaited(List.of(known), found, List.of(waits, lockedOut), id -> false);
  }

  @Test
  void whoWaitsForALockPassesOnThatItsOwnerWaits() {
    Wait atLock = wait(waiter, held(owner, Need.How.HELD));
    assertThat(awaited(List.of(waits, lockedOut), atLock)).containsExactly(JdkCalls.id(owner));
    assertThat(awaited(List.of(waits, lockedOut), atLock, wait(owner, new Need.Unknown())))
        .containsExactly(JdkCalls.id(owner));
  }

  @Test
  void whoTakesALockInTurnsWithOthersWaitsForNobody() {
    StandingWait idle = standing(waiter, Thread.State.BLOCKED, false);
    Wait atLock = wait(waiter, held(owner, Need.How.HELD));
    assertThat(awaited(List.of(waits, idle), atLock)).isEmpty();
  }

  @Test
  void nothingIsSaidOfACircleOrOfAnOwnerThatIsNotKnownOrGoesOn() {
    Wait atLock = wait(waiter, held(owner, Need.How.HELD));
    assertThat(
            awaited(List.of(waits, lockedOut), atLock, wait(owner, held(waiter, Need.How.LATER))))
        .isNull();
    assertThat(awaited(List.of(waits, lockedOut))).isNull();
    assertThat(awaited(List.of(waits), atLock)).isNull();
    assertThat(
            KnownWaits.awaited(
                List.of(atLock),
                List.of(waits, lockedOut),
                List.of(waits, lockedOut),
                id -> id == JdkCalls.id(owner)))
        .isNull();
  }

  @Test
  void whatIsGoneSaysWhyAllWait() {
    assertThat(awaited(List.of(waits, lockedOut), wait(owner, Need.Gone.nobody("Phaser"))))
        .isNull();
  }
}
