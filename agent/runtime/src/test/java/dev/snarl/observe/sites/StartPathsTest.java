package dev.snarl.observe.sites;

import static org.assertj.core.api.Assertions.assertThat;

import dev.snarl.libraries.KnownLibraries;
import dev.snarl.stacks.Frames;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;

class StartPathsTest {

  private final StartPaths paths =
      new StartPaths(
          new Sites(new Frames(List.of(StartPathsTest.class.getName()), KnownLibraries.frames())));

  private String one(Runnable task) {
    return paths.here(new Thread(task)).site.text;
  }

  private String other(Runnable task) {
    return paths.here(new Thread(task)).site.text;
  }

  /** What so many starts of one class, from one line, have been found out to come from. */
  private Set<Sites.Path> walks(int starts) {
    Runnable task = () -> {};
    Set<Sites.Path> walked = Collections.newSetFromMap(new IdentityHashMap<>());
    for (int i = 0; i < starts; i++) {
      Sites.Path path = paths.here(new Thread(task));
      assertThat(path.site.text).contains("StartPathsTest.java");
      walked.add(path);
    }
    return walked;
  }

  @Test
  void aClassIsStartedWhereItHasBeenStartedSoOften() {
    assertThat(walks(1_000)).hasSizeBetween(1_000 / StartPaths.CHECKED, 200);
  }

  @Test
  void whatHasAlwaysBeenStartedThereIsSeldomLookedAt() {
    assertThat(walks(20_000)).hasSizeBetween(20_000 / StartPaths.SELDOM_CHECKED, 600);
  }

  @Test
  void whatHasLongBeenStartedThereIsFoundElsewhereAsWell() {
    Runnable task = () -> {};
    for (int i = 0; i < 5_000; i++) {
      assertThat(one(task)).contains(".one(");
    }
    int wrong = 0;
    for (int i = 0; i < 1_000; i++) {
      wrong += other(task).contains(".other(") ? 0 : 1;
    }
    assertThat(wrong).isLessThanOrEqualTo(StartPaths.SELDOM_CHECKED);
    assertThat(one(task)).contains(".one(");
  }

  @Test
  void aClassThatIsStartedElsewhereTooIsLookedAtAgainAlways() {
    Runnable task = () -> {};
    for (int i = 0; i < 100; i++) {
      assertThat(one(task)).contains(".one(");
    }
    int wrong = 0;
    for (int i = 0; i < 1_000; i++) {
      wrong += other(task).contains(".other(") ? 0 : 1;
      assertThat(one(task)).contains(".one(");
    }
    assertThat(wrong).isLessThanOrEqualTo(2 * StartPaths.CHECKED);
    assertThat(other(task)).contains(".other(");
  }

  @Test
  void aClassThatComesFromTwoPlacesIsNeverTrusted() {
    Runnable task = () -> {};
    for (int i = 0; i < 1_000; i++) {
      assertThat(one(task)).contains(".one(");
      assertThat(other(task)).contains(".other(");
    }
  }

  @Test
  void classesOfTheJdkAreAlwaysLookedAt() {
    for (int i = 0; i < 200; i++) {
      assertThat(one(new FutureTask<>(() -> 1))).contains(".one(");
    }
    for (int i = 0; i < 200; i++) {
      assertThat(other(new FutureTask<>(() -> 1))).contains(".other(");
    }
  }
}
