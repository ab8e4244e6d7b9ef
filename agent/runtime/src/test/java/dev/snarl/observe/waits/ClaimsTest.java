package dev.snarl.observe.waits;

import static org.assertj.core.api.Assertions.assertThat;

import dev.snarl.snapshot.Need;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.SnarlSlot;
import java.util.concurrent.SnarlWaits;
import org.junit.jupiter.api.Test;

/** Whose claim of a stage holds, and how few threads are looked at for it. */
class ClaimsTest {

  private final List<List<Thread>> asked = new ArrayList<>();
  private final IdentityHashMap<Object, Thread> running = new IdentityHashMap<>();
  private final Claims claims = new Claims();
  private boolean atAStage = true;

  private final Resolver.Threads threads =
      new Resolver.Threads() {
        @Override
        public Need running(Object task, Thread thread) {
          return new Need.Unknown();
        }

        @Override
        public boolean[] atAStage(List<Thread> looked) {
          asked.add(looked);
          boolean[] all = new boolean[looked.size()];
          for (int i = 0; i < all.length; i++) {
            all[i] = atAStage;
          }
          return all;
        }
      };

  private SnarlSlot claim(Object future) {
    SnarlSlot slot = SnarlWaits.earlierWait(new Thread(() -> {}), future, false);
    slot.claimed = future;
    claims.add(future, slot);
    return slot;
  }

  @Test
  void whoIsAtTheStageRunsIt() {
    Object future = new CompletableFuture<>();
    SnarlSlot slot = claim(future);
    claims.need(future);
    claims.settle(threads, running);
    assertThat(running.get(future)).isSameAs(slot.owner);
    assertThat(slot.claimed).isSameAs(future);
  }

  @Test
  void whoHasLeftItIsForgotten() {
    Object future = new CompletableFuture<>();
    SnarlSlot slot = claim(future);
    atAStage = false;
    claims.need(future);
    claims.settle(threads, running);
    assertThat(running).isEmpty();
    assertThat(slot.claimed).isNull();
  }

  @Test
  void aClaimThatWasTakenOverMeanwhileStands() {
    Object future = new CompletableFuture<>();
    SnarlSlot slot = claim(future);
    Object next = new CompletableFuture<>();
    slot.claimed = next;
    atAStage = false;
    claims.need(future);
    claims.settle(threads, running);
    assertThat(slot.claimed).isSameAs(next);
  }

  @Test
  void nobodyIsLookedAtForWhatNobodyNeeds() {
    claim(new CompletableFuture<>());
    claims.need(new CompletableFuture<>());
    claims.settle(threads, running);
    assertThat(asked).allMatch(List::isEmpty);
    assertThat(running).isEmpty();
  }

  @Test
  void manyAreLookedAtTogetherAndNotMoreThanAFew() {
    for (int i = 0; i < 100; i++) {
      Object future = new CompletableFuture<>();
      claim(future);
      claims.need(future);
      claims.need(future);
    }
    assertThat(claims.wanted()).isFalse();
    claims.settle(threads, running);
    assertThat(asked).singleElement().satisfies(looked -> assertThat(looked).hasSize(16));
    assertThat(running).hasSize(16);
  }
}
