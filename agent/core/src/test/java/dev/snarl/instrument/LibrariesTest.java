package dev.snarl.instrument;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LibrariesTest {
  private static final Library COROUTINES =
      new Library(
          "kotlinx-coroutines",
          "kotlinx-coroutines-core-jvm",
          "1.6",
          "1.10",
          List.of(new Point(Hook.SUBMISSION, Weave.SUBMITTED, "a/B", "go", "()")));

  private final Libraries libraries = new Libraries(List.of(COROUTINES));

  @Test
  void theVersionIsReadFromTheNameOfTheJar() {
    assertThat(COROUTINES.version("file:/x/kotlinx-coroutines-core-jvm-1.10.2.jar"))
        .isEqualTo("1.10.2");
    assertThat(
            COROUTINES.version(
                "jar:nested:/x/app.jar/!BOOT-INF/lib/kotlinx-coroutines-core-jvm-1.7.3.jar!/"))
        .isEqualTo("1.7.3");
    assertThat(COROUTINES.version("file:/x/app-all.jar")).isNull();
    assertThat(COROUTINES.version("file:/x/kotlinx-coroutines-core-jvm-dev.jar")).isNull();
    assertThat(COROUTINES.version("")).isNull();
  }

  @Test
  void patchesOfTheNewestVersionCountAsTested() {
    assertThat(List.of("1.6", "1.6.0", "1.6.4", "1.9.0", "1.10.2", "1.10.2-RC"))
        .allMatch(COROUTINES::tested);
    assertThat(List.of("1.5.2", "0.30", "1.11.0", "2.0.0-Beta1")).noneMatch(COROUTINES::tested);
    assertThat(COROUTINES.tested("1.99999999999999")).isFalse();
  }

  @Test
  void anUntestedVersionIsLeftAloneAndSaidOnce() {
    String newer = "file:/x/kotlinx-coroutines-core-jvm-2.0.0.jar";
    assertThat(libraries.accepts(COROUTINES, newer)).isFalse();
    assertThat(libraries.accepts(COROUTINES, newer)).isFalse();
    assertThat(libraries.complaints())
        .containsExactly(
            "kotlinx-coroutines 2.0.0 is outside the tested versions 1.6 to 1.10: it is left alone, "
                + "everything else works");
    assertThat(libraries.complaints()).isEmpty();
    assertThat(libraries.states()).containsEntry("kotlinx-coroutines", "left alone, 2.0.0");
  }

  @Test
  void aVersionThatCannotBeReadIsJudgedByItsMethods() {
    assertThat(libraries.pointsOf("a/B", null)).hasSize(1);
    assertThat(libraries.pointsOf("a/C", null)).isNull();
    libraries.unfamiliar("a/B");
    libraries.unfamiliar("a/B");
    assertThat(libraries.complaints())
        .singleElement()
        .asString()
        .startsWith("kotlinx-coroutines has a a.B unlike that of the tested versions 1.6 to 1.10");
  }

  @Test
  void theDocsNameTheTestedVersionsOfEachLibrary() throws IOException {
    List<Library> all = new ArrayList<>(LibraryClients.all());
    all.addAll(LibraryKafka.all());
    all.addAll(LibraryFutures.all());
    all.addAll(LibraryExecutors.all());
    all.addAll(LibraryConnections.all());
    String page = Files.readString(Path.of("..", "..", "docs", "libraries.md"));
    for (Library library : all) {
      assertThat(page).contains(library.oldest() + " – " + library.newest());
    }
  }
}
