package dev.snarl.rules;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** One id, everywhere: class, page and index. */
class RuleDocsTest {
  /** Surefire runs in the module's folder, agent/core. */
  private static final Path DOCS = Path.of("..", "..", "docs", "findings");

  @Test
  void everyRuleHasAPageThatNamesEachThresholdWithItsDefault() throws IOException {
    for (Rule rule : Rules.ALL) {
      Path page = DOCS.resolve(rule.id() + ".md");
      assertThat(page).isRegularFile();
      String text = Files.readString(page);
      assertThat(text).startsWith("# `" + rule.id() + "`");
      for (Map.Entry<String, Double> threshold : rule.defaults().entrySet()) {
        assertThat(text)
            .as("row of %s in %s", threshold.getKey(), page)
            .contains("| `" + threshold.getKey() + "` | " + plain(threshold.getValue()) + " |");
      }
      assertThat(text).contains("rules." + rule.id() + "=off");
    }
  }

  private static String plain(double value) {
    return value == Math.rint(value)
        ? String.format(Locale.ROOT, "%d", (long) value)
        : Double.toString(value);
  }

  @Test
  void theIndexNamesEveryRuleAndNoPageIsLeftOver() throws IOException {
    String index = Files.readString(DOCS.resolve("README.md"));
    for (Rule rule : Rules.ALL) {
      assertThat(index).contains("[`" + rule.id() + "`](" + rule.id() + ".md)");
    }
    try (var pages = Files.list(DOCS)) {
      assertThat(pages.map(page -> page.getFileName().toString()))
          .as("pages without a rule")
          .allMatch(
              page ->
                  page.equals("README.md")
                      || Rules.ALL.stream().anyMatch(rule -> page.equals(rule.id() + ".md")));
    }
  }

  @Test
  void everyRuleIsAClassNamedAfterItsId() {
    for (Rule rule : Rules.ALL) {
      String dashed =
          rule.getClass()
              .getSimpleName()
              .replaceAll("(?<=.)([A-Z])", "-$1")
              .toLowerCase(Locale.ROOT);
      assertThat(rule.id()).isEqualTo(dashed);
    }
  }
}
