package dev.snarl.junit;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SettingsTest {
  private static Settings of(Map<String, String> parameters) {
    return Settings.of(key -> Optional.ofNullable(parameters.get(key)));
  }

  @Test
  void withoutParametersTheWaitsAndCallsCount() {
    Settings settings = of(Map.of());
    assertThat(settings.enabled()).isTrue();
    assertThat(settings.baseline()).isNull();
    assertThat(settings.rules())
        .contains("async-blocking-pair", "pool-deadlock", "thread-per-task")
        .doesNotContain("tasks-rejected", "pool-saturated", "submit-and-wait");
  }

  @Test
  void rulesAreChosenOrAdded() {
    assertThat(of(Map.of("snarl.junit.rules", "lock-contention")).rules())
        .containsExactly("lock-contention");
    assertThat(of(Map.of("snarl.junit.rules", "default, lock-contention")).rules())
        .contains("lock-contention", "pool-deadlock");
  }

  @Test
  void optionsOfTheUserComeFirst() {
    Settings settings =
        of(
            Map.of(
                "snarl.junit.app", "com.acme, org.acme",
                "snarl.junit.options", "rules.async-blocking-pair.minLastedSeconds=3"));
    assertThat(String.join(",", settings.agentOptions(Path.of("f"))))
        .startsWith(
            "port=off,findings=f,rules.async-blocking-pair.minLastedSeconds=3,"
                + "app=com.acme+org.acme,rules.");
  }
}
