package dev.snarl.rules;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * One declaration, everywhere: each rule has all its pieces, and no piece is of a rule that is
 * gone.
 */
class RuleDocsTest {
  /** Property with the folder of the sources to look at. */
  static final String SOURCES = "snarl.sources";

  /** Surefire runs in the module's folder, agent/model. */
  private static final Path ROOT = Path.of(System.getProperty(SOURCES, "../.."));

  private static final Path DOCS = ROOT.resolve("docs/findings");
  private static final Path CORE = ROOT.resolve("agent/model");
  private static final String RULES = "java/dev/snarl/rules";
  private static final Set<String> IDS =
      Rules.ALL.stream().map(Rule::id).collect(Collectors.toUnmodifiableSet());

  @Test
  void everyRuleHasAPageThatNamesItsSeveritiesItsCostAndEachThresholdWithItsDefault()
      throws IOException {
    for (Rule rule : Rules.ALL) {
      Path page = DOCS.resolve(rule.id() + ".md");
      assertThat(page).isRegularFile();
      String text = Files.readString(page);
      assertThat(text).startsWith("# `" + rule.id() + "` · ");
      assertThat(all("\\b(critical|warning|info)\\b", text.lines().findFirst().orElseThrow()))
          .as("severities in the first line of %s", page)
          .containsExactlyInAnyOrder(rule.declaration().severity().split(", "));
      assertThat(text).as(page.toString()).contains("`" + rule.declaration().cost().key() + "`");
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

  /** When a change is meant, copy {@code agent/model/target/findings.md} there. */
  @Test
  void theIndexIsThatOfTheDeclarations() throws IOException {
    String index = Files.readString(DOCS.resolve("README.md"));
    String written =
        index.substring(0, index.indexOf("\n## "))
            + Arrays.stream(Family.values())
                .map(RuleDocsTest::section)
                .collect(Collectors.joining())
            + index.substring(index.indexOf("\n## The life of a finding"));
    Files.writeString(
        Files.createDirectories(CORE.resolve("target")).resolve("findings.md"), written);
    assertThat(index).isEqualTo(written);
  }

  private static String section(Family family) {
    return "\n## "
        + family.title()
        + "\n| rule | severity | in one line |\n|---|---|---|\n"
        + Rules.ALL.stream()
            .map(Rule::declaration)
            .filter(rule -> rule.family() == family)
            .map(
                rule ->
                    "| [`%s`](%s.md) | %s | %s |\n"
                        .formatted(rule.id(), rule.id(), rule.severity(), rule.sentence()))
            .collect(Collectors.joining());
  }

  @Test
  void theIndexSaysHowLongAFindingStaysOpenAfterItsRuleHeld() throws IOException {
    assertThat(Files.readString(DOCS.resolve("README.md")))
        .contains(
            "condition has not held for 10 s (deadlocks: at once; rules that report no more than an"
                + " info: 60 s)");
    for (Rule rule : Rules.ALL) {
      boolean info = rule.declaration().severities().equals(List.of(Severity.INFO));
      int seconds = rule.id().endsWith("deadlock") ? 0 : info ? 60 : 10;
      assertThat(rule.declaration().grace()).as(rule.id()).hasSeconds(seconds);
    }
  }

  @Test
  void noPageIsLeftOver() throws IOException {
    try (var pages = Files.list(DOCS)) {
      assertThat(pages.map(page -> page.getFileName().toString().replace(".md", "")))
          .allMatch(page -> page.equals("README") || IDS.contains(page));
    }
  }

  @Test
  void theReadmeLeadsToEveryFamily() throws IOException {
    for (Family family : Family.values()) {
      String anchor = family.title().toLowerCase(Locale.ROOT).replace(' ', '-');
      assertThat(read("README.md")).contains("](docs/findings/README.md#" + anchor + ")");
    }
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
        assertThat(IDS).containsAll(all("(?m)^ \\* allow: ([a-z-]+) ", text));
      }
    }
    assertThat(found).containsExactlyInAnyOrderElementsOf(IDS);
    twins.remove("every rule");
    assertThat(twins).containsExactlyInAnyOrderElementsOf(IDS);
  }

  private static String read(String file) throws IOException {
    return Files.readString(ROOT.resolve(file));
  }

  /** The first group of each match. */
  private static List<String> all(String pattern, String text) {
    return Pattern.compile(pattern).matcher(text).results().map(match -> match.group(1)).toList();
  }

  @Test
  void everyRuleIsInTheListAndNamedAfterItsId() throws IOException {
    Set<String> named = new TreeSet<>();
    Rules.ALL.forEach(rule -> named.add(rule.getClass().getSimpleName()));
    List<String> written = all("(?m)^final class (\\w+) implements Rule ", java("src/main"));
    assertThat(named).containsExactlyInAnyOrderElementsOf(written);
    assertThat(named.stream().map(RuleDocsTest::dashed)).containsExactlyInAnyOrderElementsOf(IDS);
  }

  @Test
  void everyRuleIsNamedInATest() throws IOException {
    String tests = java("src/test");
    for (Rule rule : Rules.ALL) {
      assertThat(tests).containsPattern("new " + rule.getClass().getSimpleName() + "\\(");
    }
  }

  /** The sources of the package, one after the other. */
  private static String java(String tree) throws IOException {
    StringBuilder text = new StringBuilder();
    try (var files = Files.list(CORE.resolve(tree).resolve(RULES))) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        text.append(Files.readString(file));
      }
    }
    return text.toString();
  }

  private static String dashed(String name) {
    return name.replaceAll("(?<=.)([A-Z])", "-$1").toLowerCase(Locale.ROOT);
  }
}
