package dev.snarl.observe.connections;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class ResourceTest {

  private static final long SECOND = 1_000_000_000L;

  private static final List<Object> WAITING = new ArrayList<>();

  private final AtomicInteger pending = new AtomicInteger();
  private final Resource resource = new Resource(pending, new Reader(), null);

  private static final class Reader implements ConnectionReader {
    @Override
    public String library() {
      return "test";
    }

    @Override
    public String name(Object pool) {
      return "test";
    }

    @Override
    public Counts read(Object pool) {
      return new Counts(2, 2, 0, 0, 2, ((AtomicInteger) pool).get());
    }

    @Override
    public Collection<?> waiting(Object pool) {
      return WAITING;
    }

    @Override
    public boolean exhausted(Throwable thrown) {
      return false;
    }
  }

  @Test
  void callersWaitSinceTheFirstLookThatSawThemWithoutAGap() {
    resource.read(SECOND);
    assertThat(resource.isPending()).isFalse();
    pending.set(3);
    resource.read(2 * SECOND);
    resource.read(5 * SECOND);
    assertThat(resource.pendingSeconds(5 * SECOND)).isEqualTo(3.0);
  }

  @Test
  void oneLookWithoutThemEndsTheirWait() {
    pending.set(3);
    resource.read(SECOND);
    pending.set(0);
    resource.read(9 * SECOND);
    assertThat(resource.pendingSeconds(9 * SECOND)).isZero();
    pending.set(3);
    resource.read(10 * SECOND);
    assertThat(resource.pendingSeconds(12 * SECOND)).isEqualTo(2.0);
  }

  @Test
  void callersWaitBrieflyIfHardlyAnyIsThereAtTheNextLook() {
    pending.set(3);
    resource.read(0);
    for (int look = 0; look < 50; look++) {
      WAITING.clear();
      WAITING.addAll(List.of(new Object(), new Object(), new Object()));
      resource.look(look * SECOND / 5);
      resource.read(look * SECOND / 5); // for a snapshot, which sees the callers of that look
    }
    assertThat(resource.briefly()).isTrue();
    for (int look = 50; look < 60; look++) {
      WAITING.remove(0);
      WAITING.add(new Object());
      resource.look(look * SECOND / 5);
    }
    assertThat(resource.briefly()).isFalse();
  }
}
