package dev.snarl.observe.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class FieldListsTest {

  static final class Part {}

  @SuppressWarnings("UnusedVariable") // its type is what matters
  static final class Task {
    private @Nullable Part part;
  }

  /** Defines the task anew, and finds its part only after a while. */
  private static final class Slow extends ClassLoader {
    private final CountDownLatch gate;

    Slow(CountDownLatch gate) {
      super(FieldListsTest.class.getClassLoader());
      this.gate = gate;
    }

    Class<?> task() throws IOException {
      String name = Task.class.getName();
      try (InputStream file =
          FieldListsTest.class.getResourceAsStream("FieldListsTest$Task.class")) {
        assertThat(file).isNotNull();
        byte[] bytes = file.readAllBytes();
        return defineClass(name, bytes, 0, bytes.length);
      }
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (name.equals(Part.class.getName())) {
        try {
          gate.await();
        } catch (InterruptedException e) {
          throw new ClassNotFoundException(name, e);
        }
      }
      return super.loadClass(name, resolve);
    }
  }

  /** On a thread of the agent's, as the observer is. */
  private static List<@Nullable Object> asked(Class<?>... types) throws InterruptedException {
    List<@Nullable Object> found = new ArrayList<>();
    Thread observer =
        new AgentThread(
            () -> {
              for (Class<?> type : types) {
                found.add(ReadableFields.of(type, field -> true));
              }
            },
            "snarl-test");
    observer.start();
    observer.join();
    return found;
  }

  @Test
  void aLoaderThatHangsDoesNotHoldTheObserver() throws Exception {
    CountDownLatch gate = new CountDownLatch(1);
    Class<?> hangs = new Slow(gate).task();
    Class<?> quick = new Slow(new CountDownLatch(0)).task();
    try {
      assertThat(asked(hangs, quick)).containsExactly(null, null);
    } finally {
      gate.countDown();
    }
    long deadline = System.nanoTime() + 20_000_000_000L;
    List<@Nullable Object> last = asked(hangs, quick);
    while (last.contains(null) && System.nanoTime() < deadline) {
      last = asked(hangs, quick);
    }
    assertThat(last)
        .hasSize(2)
        .allSatisfy(fields -> assertThat(fields).asString().contains("Task.part"));
  }
}
