package dev.snarl.rules;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** One id, everywhere: each rule has all its pieces, and no piece is of a rule that is gone. */
class RuleDocsTest {
  /** Surefire runs in the module's folder, agent/model. */
  private static final Path ROOT = Path.of("..", "..");

  private static final Path DOCS = ROOT.resolve("docs/findings");
  private static final Set<String> IDS =
      Rules.ALL.stream().map(Rule::id).collect(Collectors.toUnmodifiableSet());

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
  void theReadmeListsEveryRuleAndNoOther() throws IOException {
    String rows =
        read("README.md")
            .lines()
            .filter(line -> line.startsWith("| [`"))
            .collect(Collectors.joining("\n"));
    assertThat(all("\\[`([a-z-]+)`\\]\\(docs/findings/\\1\\.md\\)", rows))
        .containsExactlyInAnyOrderElementsOf(IDS);
  }

  @Test
  void theReadyLineOfTheReadmeCountsTheRules() throws IOException {
    assertThat(all("snarl: ready in .* (\\d+) rules, ", read("README.md")))
        .containsExactly(Integer.toString(Rules.ALL.size()));
  }

  @Test
  void theConsoleSaysWhatAFindingOfEachRuleCosts() throws IOException {
    Path page = ROOT.resolve("agent/runtime/src/main/resources/dev/snarl/console/page/cost.js");
    Matcher entry =
        Pattern.compile("(?m)^  '([a-z-]+)': \\w+\\('(\\w+)'").matcher(Files.readString(page));
    List<String> entries = new ArrayList<>();
    while (entry.find()) {
      entries.add(entry.group(1));
      assertThat(read("docs/findings/" + entry.group(1) + ".md"))
          .as("evidence that %s is costed by", entry.group(1))
          .contains("`" + entry.group(2) + "`");
    }
    assertThat(entries).containsExactlyInAnyOrderElementsOf(IDS);
  }

  @Test
  void theCorpusHasAProgramOfEveryRuleAndATwinThatMustStaySilent() throws IOException {
    Set<String> found = new TreeSet<>();
    Set<String> twins = new TreeSet<>();
    try (var files = Files.walk(ROOT.resolve("examples/corpus"))) {
      for (Path file : files.filter(path -> path.toString().matches(".*\\.(java|kt)")).toList()) {
        String text = Files.readString(file);
        found.addAll(all("(?m)^ \\* expect[^:]*: ([a-z-]+) ", text));
        twins.addAll(all("(?m)^ \\* twin of: (.+)$", text));
      }
    }
    assertThat(found).containsExactlyInAnyOrderElementsOf(IDS);
    twins.remove("every rule");
    assertThat(twins).containsExactlyInAnyOrderElementsOf(IDS);
  }

  @Test
  void aPanelShowsEveryRuleAndTheChangelogNamesIt() throws IOException {
    assertThat(all("\"([a-z-]+)\"", read("dashboards/source/service.py"))).containsAll(IDS);
    assertThat(all("`([a-z-]+)`", read("CHANGELOG.md"))).containsAll(IDS);
  }

  private static String read(String file) throws IOException {
    return Files.readString(ROOT.resolve(file));
  }

  /** The first group of each match. */
  private static List<String> all(String pattern, String text) {
    return Pattern.compile(pattern).matcher(text).results().map(match -> match.group(1)).toList();
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
