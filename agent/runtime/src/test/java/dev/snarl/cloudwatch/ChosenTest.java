package dev.snarl.cloudwatch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class ChosenTest {

  /** What is generated for CloudWatch is generated from this table. */
  @Test
  void theDocsListTheDefaultSet() throws IOException {
    List<String> rows =
        Files.readAllLines(Path.of("../../docs/cloudwatch.md")).stream()
            .takeWhile(line -> !line.equals("## What it costs"))
            .filter(line -> line.startsWith("| `"))
            .toList();
    assertThat(rows).containsExactlyElementsOf(Chosen.ALL.stream().map(Chosen::row).toList());
  }
}
