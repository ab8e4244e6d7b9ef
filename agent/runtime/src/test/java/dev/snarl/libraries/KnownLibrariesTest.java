package dev.snarl.libraries;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.snarl.instrument.Library;
import dev.snarl.instrument.Point;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class KnownLibrariesTest {
  private static final Path SOURCES = Path.of("src/main/java/dev/snarl/libraries");

  @Test
  void eachFileOfALibraryIsAmongTheKnown() throws Exception {
    for (Path file : sources()) {
      String type = file.getFileName().toString().replace(".java", "");
      if (!type.equals("KnownLibraries") && Files.readString(file).contains("String TEXT =")) {
        var text = Class.forName("dev.snarl.libraries." + type).getDeclaredField("TEXT");
        text.setAccessible(true);
        assertThat(KnownLibraries.TEXT).contains((String) text.get(null));
      }
    }
  }

  private static List<Path> sources() throws IOException {
    try (Stream<Path> files = Files.list(SOURCES)) {
      return files.sorted().toList();
    }
  }

  @Test
  void theDocsHaveARowForEachLibraryAndItsTestedVersions() throws IOException {
    String page = Files.readString(Path.of("..", "..", "docs", "libraries.md"));
    for (Library library : KnownLibraries.all()) {
      assertThat(page)
          .contains(
              String.format(
                  "\n| %s | %s – %s |", library.title(), library.oldest(), library.newest()));
    }
  }

  @Test
  void noTwoLibrariesHaveOneNameOrWeaveOneClass() {
    Set<String> names = new HashSet<>();
    Set<String> owners = new HashSet<>();
    for (Library library : KnownLibraries.all()) {
      assertThat(names.add(library.name())).as(library.name()).isTrue();
      Set<String> its = new HashSet<>();
      library.points().forEach(point -> its.add(point.owner()));
      assertThat(its).as(library.name()).isNotEmpty();
      assertThat(owners).doesNotContainAnyElementsOf(its);
      owners.addAll(its);
    }
  }

  @Test
  void aLibraryIsReadFromItsLines() {
    String text =
        """
        library a A and B
        jar a-core 1.0 2.1
        poll a/B next (I
        wait a/C get () optional with a/C.park
        """;
    assertThat(LibraryText.read(text + "\nlibrary c C\njar c 3 4\nclient c/D <init> (").libraries())
        .extracting(Library::name, Library::title, Library::artifact, Library::newest)
        .containsExactly(tuple("a", "A and B", "a-core", "2.1"), tuple("c", "C", "c", "4"));
    assertThat(LibraryText.read(text).libraries().get(0).points())
        .containsExactly(
            Point.of("poll a/B next (I"), Point.of("wait a/C get () optional with a/C.park"));
  }

  @Test
  void whatIsSaidOfFramesStandsWithTheLibraryOrAlone() {
    LibraryText text = LibraryText.read("frames a.\nlibrary b B\njar b 1 2\nframes b.*");
    assertThat(text.said("frames")).containsExactly("a.", "b.*");
  }

  @Test
  void aConnectionPoolDropsItsSurplusByItsOwnHandlerOrByOneOfTheJdks() {
    String own = "com.zaxxer.hikari.util.UtilityElf$CustomDiscardPolicy";
    assertThat(KnownLibraries.surplus(own, "a pool")).isTrue();
    assertThat(KnownLibraries.surplus("DiscardPolicy", "db connection adder")).isTrue();
    assertThat(KnownLibraries.surplus("DiscardPolicy", "a pool")).isFalse();
    assertThat(KnownLibraries.surplus("AbortPolicy", "db connection adder")).isFalse();
  }

  @Test
  void aWrapperOfAWorkerIsNamedWithItsField() {
    assertThat(KnownLibraries.wrappedWorkers())
        .containsExactly("io.netty.util.concurrent.FastThreadLocalRunnable", "runnable");
  }

  @Test
  void aLineThatSaysNothingKnownIsRefused() {
    for (String line :
        List.of("polls a/B next (", "poll a/B", "poll a/B next ( with", "poll a/B next ( so")) {
      assertThatThrownBy(() -> LibraryText.read("library a A\njar a 1 2\n" + line))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining(line.split(" ", 2)[0]);
    }
  }
}
