package dev.snarl.junit;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import org.junit.jupiter.api.Test;

class ExecutionsTest {
  private final Executions executions = new Executions();

  @Tangled(rule = "pool-deadlock", reason = "the tests of a class")
  static final class Marked {
    @Tangled(rule = "async-blocking-pair", reason = "one of two on a test")
    @Tangled(rule = "thread-per-task", reason = "the other")
    void test() {}
  }

  /** Seconds are those before the finding opened. */
  private void ran(String id, Class<?> type, String thread, double from, double to) {
    executions.began(
        new Execution(
            id,
            id,
            !id.equals(type.getSimpleName()),
            type,
            null,
            thread,
            TangleTest.OPENED.minusMillis((long) (from * 1_000))));
    if (!Double.isNaN(to)) {
      executions.ended(id, TangleTest.OPENED.minusMillis((long) (to * 1_000)));
    }
  }

  private Blame blame(Tangle tangle) {
    return Blame.of(executions.suspects(tangle));
  }

  private static final Tangle PAIR = TangleTest.tangle("pair", "\"windowSeconds\":10.0");

  @Test
  void theTestIsToBlameInWhoseTimeTheEvidenceBecameEnough() {
    ran("earlier", String.class, "main", 9, 3);
    ran("now", Integer.class, "main", 3, Double.NaN);
    assertThat(blame(PAIR).test()).isEqualTo("now");
  }

  @Test
  void aWaitThatNeverEndsMayBeThatOfAnEarlierTest() {
    ran("earlier", String.class, "main", 9, 3);
    ran("now", String.class, "main", 3, Double.NaN);
    assertThat(blame(TangleTest.tangle("pool-deadlock", "\"stuckSeconds\":4.0")))
        .matches(blame -> blame.test() == null && String.class.equals(blame.type()))
        .extracting(Blame::why)
        .asString()
        .contains("String.earlier", "String.now", "No single test");
    assertThat(blame(TangleTest.tangle("pool-deadlock", "\"stuckSeconds\":1.0")).test())
        .isEqualTo("now");
  }

  @Test
  void testsOfTwoClassesAtATimeAreNeitherToBlame() {
    ran("one", String.class, "worker-1", 9, Double.NaN);
    ran("other", Integer.class, "worker-2", 9, Double.NaN);
    assertThat(blame(PAIR)).matches(blame -> blame.test() == null && blame.type() == null);
  }

  @Test
  void theThreadThatIsNamedTellsParallelTestsApart() {
    ran("one", String.class, "main", 9, Double.NaN);
    ran("other", Integer.class, "worker-2", 9, Double.NaN);
    assertThat(blame(PAIR).test()).isEqualTo("one");
  }

  @Test
  void whatOpensInTheSetUpOfAClassIsTheClasss() {
    ran("String", String.class, "main", 9, Double.NaN);
    assertThat(blame(PAIR)).matches(b -> b.test() == null && String.class.equals(b.type()));
  }

  @Test
  void whatOpensWhileNoTestRunsIsNobodys() {
    ran("earlier", String.class, "main", 9, 3);
    assertThat(executions.suspects(PAIR)).isEmpty();
  }

  @Test
  void rulesAreIntendedForATestAndForAClass() throws NoSuchMethodException {
    Method method = Marked.class.getDeclaredMethod("test");
    Execution test =
        new Execution("1", "test()", true, Marked.class, method, "main", TangleTest.OPENED);
    assertThat(test.intends("pool-deadlock")).isTrue();
    assertThat(test.intends("async-blocking-pair")).isTrue();
    assertThat(test.intends("thread-per-task")).isTrue();
    assertThat(test.intends("lock-deadlock")).isFalse();
    assertThat(test.place()).isEqualTo(Marked.class.getName() + "#test");
  }
}
