package dev.snarl.tests.behaviour;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ReportTest {
  @Test
  void whatOnlyOneHasAndWhatIsAnotherValueDiffers() {
    assertThat(Report.differing(Map.of("a", 1, "b", 2, "c", 3), Map.of("a", 1, "b", 3, "d", 3)))
        .containsExactly("b", "c", "d");
  }

  @Test
  void whatVariesWithoutAnAgentIsUnsteady() {
    assertThat(Report.unsteady(List.of(Map.of("a", 1, "b", 2), Map.of("a", 1, "b", 3))))
        .containsExactly("b");
    assertThat(Report.unsteady(List.of(Map.of("a", 1)))).isEmpty();
  }

  @Test
  void oneDifferenceIsEnough() {
    Report report = new Report();
    report.same(3);
    assertThat(report.nothingDiffers()).isTrue();
    report.different("here");
    assertThat(report.nothingDiffers()).isFalse();
    assertThat(report.sum()).isEqualTo("3 as without Snarl, 1 different");
  }
}
