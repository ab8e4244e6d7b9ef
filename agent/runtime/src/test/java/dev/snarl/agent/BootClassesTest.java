package dev.snarl.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.snarl.observe.BootstrapClasses;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Owns the budget of the classes that stay in the application's JVM after a detach. Each is read
 * and defined before {@code main}. Raise it on purpose only, together with what docs/promises.toml
 * and docs/behaviour.md say of their number.
 */
class BootClassesTest {

  private static final int CLASSES = 16;
  private static final int BYTES = 81_500;
  private static final int LINES = 300;

  @Test
  void theInertClassesStayWithinTheirBudget() throws IOException, URISyntaxException {
    List<Path> files = BootstrapClasses.files();
    long bytes = 0;
    for (Path file : files) {
      bytes += Files.size(file);
    }
    assertThat(files).hasSizeLessThanOrEqualTo(CLASSES);
    assertThat(bytes).isLessThanOrEqualTo(BYTES);
  }

  /** One that is missing would be a {@code NoClassDefFoundError} in a hook. */
  @Test
  void eachOfThemIsDefined() throws IOException, URISyntaxException {
    assertThat(BootstrapClasses.files())
        .extracting(file -> file.getFileName().toString().replace(".class", ""))
        .containsExactlyInAnyOrderElementsOf(BootClasses.NAMES);
  }

  @Test
  void noneHasMoreThan300Lines() throws IOException {
    Path sources = Path.of("../bootstrap/src/main/java/java/util/concurrent");
    try (Stream<Path> files = Files.list(sources)) {
      for (Path file : files.toList()) {
        assertThat(Files.readAllLines(file)).as(file.toString()).hasSizeLessThanOrEqualTo(LINES);
      }
    }
  }
}
