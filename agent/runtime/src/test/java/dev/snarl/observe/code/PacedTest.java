package dev.snarl.observe.code;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PacedTest {
  private final Paced<String> paced = new Paced<>();
  private final List<String> read = new ArrayList<>();

  private @Nullable String get(Class<?> type, String key) {
    return paced.get(
        type,
        key,
        () -> {
          read.add(key);
          return type.getSimpleName() + " " + key;
        });
  }

  @Test
  void eachIsReadOnce() {
    assertThat(get(PacedTest.class, "a")).isEqualTo("PacedTest a");
    assertThat(get(PacedTest.class, "a")).isEqualTo("PacedTest a");
    assertThat(get(List.class, "a")).isEqualTo("List a");
    assertThat(read).containsExactly("a", "a");
  }

  @Test
  void whatIsSavedUpIsSpentByOneLongReading() {
    String slow =
        paced.get(
            PacedTest.class,
            "slow",
            () -> {
              long end = System.nanoTime() + 500_000_000L;
              while (System.nanoTime() < end) {
                Thread.onSpinWait();
              }
              return "slow";
            });
    assertThat(slow).isEqualTo("slow");
    assertThat(get(PacedTest.class, "next")).isNull();
    assertThat(get(PacedTest.class, "slow")).isEqualTo("slow");
    assertThat(read).isEmpty();
  }
}
