package dev.snarl.jfr;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ObstacleTest {

  private static final long MB = 1L << 20;

  @Test
  void aMetaspaceThatIsNearlyFullIsLeftToTheApplication() {
    assertThat(Obstacle.metaspace(48 * MB, 46 * MB))
        .isEqualTo("2 MB of the metaspace are free and it wants 8");
    assertThat(Obstacle.metaspace(48 * MB, 41 * MB)).isNotNull();
    assertThat(Obstacle.metaspace(48 * MB, 40 * MB)).isNull();
  }
}
