package dev.snarl.hypotheses;

import static dev.snarl.rules.Snapshots.aPool;
import static org.assertj.core.api.Assertions.assertThat;

import dev.snarl.rules.Snapshots;
import dev.snarl.snapshot.Timeline;
import java.util.List;
import org.junit.jupiter.api.Test;

class ChangeTest {
  /** Ten tasks a second and an empty queue; in the last ten seconds two, and 300 queued. */
  private static Timeline slowed() {
    return Snapshots.during(
        60,
        second ->
            Snapshots.at(second)
                .pool(
                    aPool(1)
                        .completed((long) (second < 50 ? 10 * second : 500 + 2 * (second - 50)))
                        .queued(second < 50 ? 0 : 300)));
  }

  @Test
  void whatSlowedDownAndWhatGrewIsNamedAndWhatStayedIsNot() {
    List<Change> changes = Change.between(Moment.all(slowed()), 60);
    assertThat(changes).extracting(Change::measure).containsExactly(Measure.QUEUED, Measure.TASKS);
    assertThat(changes.get(1).words()).isEqualTo("tasks completed a second: 10 before, 2 now");
  }

  @Test
  void aSteadyServiceHasNoChanges() {
    Timeline steady =
        Snapshots.during(
            60, second -> Snapshots.at(second).pool(aPool(1).completed((long) (10 * second))));
    assertThat(Change.between(Moment.all(steady), 60)).isEmpty();
  }

  @Test
  void anAgentYoungerThanTheLaterWindowHasNothingToCompare() {
    Timeline young = Snapshots.during(5, second -> Snapshots.at(second).pool(aPool(1).queued(100)));
    assertThat(Change.between(Moment.all(young), 60)).isEmpty();
    assertThat(Change.between(List.of(), 60)).isEmpty();
  }
}
