package dev.snarl.junit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What docs/tests.md lists is what there is. */
class TestsDocTest {
  private static String page() throws IOException {
    return Files.readString(Path.of("../../docs/tests.md"));
  }

  @Test
  void itsTableHasEachParameterThatIsRead() throws IOException {
    List<String> read = new ArrayList<>();
    Settings.of(
        key -> {
          read.add(key);
          return Optional.empty();
        });
    List<String> listed =
        Pattern.compile("(?m)^\\| `(snarl\\.junit\\.[a-z.]+)`")
            .matcher(page())
            .results()
            .map(row -> row.group(1))
            .toList();
    assertThat(listed).containsExactlyInAnyOrderElementsOf(read);
  }

  @Test
  void itNamesEachRuleThatFailsTests() throws IOException {
    String page = page();
    Settings settings = Settings.of(key -> Optional.empty());
    String section =
        page.substring(page.indexOf("Its rule is one of"), page.indexOf("Load, limits"));
    List<String> named =
        Pattern.compile("`([a-z-]+)`").matcher(section).results().map(r -> r.group(1)).toList();
    assertThat(named).containsExactlyInAnyOrderElementsOf(settings.rules());
  }

  @Test
  void itNamesEachThresholdThatIsSet() throws IOException {
    String page = page();
    String section =
        page.substring(page.indexOf("The agent runs with"), page.indexOf("sets another"));
    String options =
        String.join(
            ",", Settings.of(key -> Optional.empty()).agentOptions(Path.of("findings.jsonl")));
    List<MatchResult> set =
        Pattern.compile("rules\\.([a-z-]+)\\.(\\w+)=([0-9.]+)").matcher(options).results().toList();
    assertThat(set).hasSizeGreaterThan(5);
    for (MatchResult one : set) {
      String threshold =
          one.group(2).equals("windowSeconds")
              ? "`" + one.group(1) + "`"
              : "`" + one.group(1) + '.' + one.group(2) + "` " + one.group(3);
      assertThat(section).contains(threshold, one.group(2), one.group(3));
    }
  }
}
