package dev.snarl.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.snarl.chains.End;
import dev.snarl.snapshot.Certainty;
import dev.snarl.snapshot.Need;
import dev.snarl.snapshot.ThreadRef;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The files of the page, as they are in the jar. */
class PageTest {
  private static final Path PAGE = Path.of("target/classes/dev/snarl/console/page");
  private static final List<String> LIBRARIES =
      List.of(
          "preact.js",
          "d3-array.js",
          "d3-hierarchy.js",
          "d3-path.js",
          "d3-shape.js",
          "d3-sankey.js");
  private static final Pattern IMPORT = Pattern.compile("from '\\./([a-z0-9-]+\\.js)'");
  private static final Pattern FILE = Pattern.compile("\"console/([^\"]+)\"");

  private final Assets assets = new Assets();

  private static List<Path> files() throws IOException {
    try (Stream<Path> files = Files.list(PAGE)) {
      return files.filter(Files::isRegularFile).sorted().toList();
    }
  }

  private static List<Path> ours() throws IOException {
    return files().stream()
        .filter(file -> !LIBRARIES.contains(file.getFileName().toString()))
        .toList();
  }

  @Test
  void theWholePageIsAtMost400Kilobytes() throws IOException {
    long size = 0;
    for (Path file : files()) {
      size += Files.size(file);
    }
    assertThat(size).isBetween(50_000L, 400_000L);
  }

  @Test
  void everyFileIsServedAndNamedByAnother() throws IOException {
    StringBuilder all = new StringBuilder();
    for (Path file : ours()) {
      all.append(Files.readString(file)).append('\n');
    }
    for (Path file : files()) {
      String name = file.getFileName().toString();
      assertThat(assets.get(name)).as(name).isNotNull();
      if (!name.equals(Assets.INDEX)) {
        assertThat(all).contains("/" + name);
      }
    }
  }

  @Test
  void theWaitsHaveWordsForEveryNeed() throws IOException {
    String page = Files.readString(PAGE.resolve("waits.js"));
    ThreadRef thread = new ThreadRef(1, "a", "a", null);
    for (Need.How how : Need.How.values()) {
      Need.Held held = new Need.Held("", thread, how, Certainty.PROVED);
      assertThat(page).contains("\n  " + held.kind() + ": ['");
    }
    for (Class<?> step : Need.Step.class.getPermittedSubclasses()) {
      if (step != Need.Held.class) {
        String kind = step.getSimpleName().toLowerCase(Locale.ROOT);
        assertThat(page).contains("\n  " + kind + ": ['");
      }
    }
  }

  @Test
  void everyFileThatIsNamedIsThere() throws IOException {
    for (Path file : ours()) {
      String text = Files.readString(file);
      for (Pattern pattern : List.of(IMPORT, FILE)) {
        for (Matcher name = pattern.matcher(text); name.find(); ) {
          assertThat(assets.get(name.group(1))).as(file + " wants " + name.group(1)).isNotNull();
        }
      }
    }
  }

  @Test
  void nothingStandsInlineAndNothingComesFromElsewhere() throws IOException {
    assertThat(Files.readString(PAGE.resolve(Assets.INDEX)))
        .doesNotContainPattern("<script(?![^>]* src=)")
        .doesNotContain("<style", " style=", "onclick");
    for (Path file : ours()) {
      assertThat(Files.readString(file).replace("http://www.w3.org/2000/svg", ""))
          .as(file.toString())
          .doesNotContain("http://", "https://", "//cdn");
    }
  }

  @Test
  void everyEndOfAChainHasItsSignAndWords() throws IOException {
    String page = Files.readString(PAGE.resolve("chaintree.js"));
    for (End end : End.values()) {
      assertThat(page).contains("\n  " + end.label() + ": {sign: '");
    }
  }

  @Test
  void foreignTextIsNeverMarkup() throws IOException {
    for (Path file : ours()) {
      assertThat(Files.readString(file))
          .as(file.toString())
          .doesNotContainIgnoringCase(
              "innerHTML", "outerHTML", "insertAdjacent", "document.write", "eval(", "Function(");
    }
  }

  @Test
  void theLicencesOfTheLibrariesAreInTheJar() {
    for (String library : LIBRARIES) {
      String name = library.replace(".js", ".txt");
      assertThat(PAGE.resolve("licences").resolve(name))
          .content(StandardCharsets.UTF_8)
          .containsIgnoringCase("copyright");
    }
  }

  @Test
  void aNameCannotLeaveTheFolder() {
    for (String name :
        List.of(
            "",
            ".js",
            "../page/main.js",
            "licences/preact.txt",
            "..js",
            "Assets.class",
            "MAIN.JS",
            "main.js/",
            "x".repeat(5_000) + ".js",
            "%2e%2e/main.js")) {
      assertThat(assets.get(name)).as(name).isNull();
    }
  }

  @Test
  void aFileHasOneTagAndItsOwnType() {
    Asset script = found("main.js");
    assertThat(script.type()).startsWith("text/javascript");
    assertThat(script.etag()).matches("\"[0-9a-f]{24}\"").isEqualTo(found("main.js").etag());
    assertThat(script.etag()).isNotEqualTo(found("chart.js").etag());
    assertThat(found("style.css").type()).startsWith("text/css");
  }

  private Asset found(String name) {
    @Nullable Asset asset = assets.get(name);
    assertThat(asset).as(name).isNotNull();
    return java.util.Objects.requireNonNull(asset);
  }
}
