package dev.snarl.libraries;

import static org.assertj.core.api.Assertions.assertThat;

import dev.snarl.instrument.Library;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HooksFileTest {
  @TempDir
  @SuppressWarnings("NullAway") // JUnit sets it.
  Path folder;

  @AfterEach
  void nothingIsDeclared() {
    KnownLibraries.declare(new LibraryText());
  }

  private List<String> declare(String text) throws IOException {
    Path file = folder.resolve("own.hooks");
    Files.writeString(file, text);
    return HooksFile.declare(file.toString());
  }

  @Test
  void whatIsDeclaredJoinsTheKnownLibraries() throws IOException {
    int known = KnownLibraries.all().size();
    assertThat(
            declare(
                """
                # calls of ours
                library acme-rpc Acme RPC   # two words

                frames com.acme.rpc.
                socket com.acme.rpc.Wire.
                future com.acme.rpc.Reply value
                wait   com.acme.rpc.Reply await (J with com.acme.rpc.Latch.block
                submitted com.acme.rpc.Client+ call
                pool com.acme.rpc.Crew threads=members queue=jobs
                """))
        .isEmpty();
    assertThat(KnownLibraries.all()).hasSize(known + 1);
    Library own = KnownLibraries.all().get(known);
    assertThat(own.name() + ", " + own.title()).isEqualTo("acme-rpc, Acme RPC");
    assertThat(own.points().toString())
        .contains("owner=com/acme/rpc/Reply, name=await, descriptor=(J")
        .contains("with=com/acme/rpc/Latch.block, inherited=false")
        .contains("owner=com/acme/rpc/Client, name=call, descriptor=(,")
        .contains("with=, inherited=true")
        .contains("weave=BUILT, owner=com/acme/rpc/Crew, name=<init>");
    assertThat(KnownLibraries.frames()).contains("com.acme.rpc.");
    assertThat(KnownLibraries.sockets()).contains("com.acme.rpc.Wire.");
    assertThat(KnownLibraries.declared())
        .contains("com.acme.rpc.Reply", "com.acme.rpc.Client", "com.acme.rpc.Crew");
    assertThat(KnownLibraries.futures()).containsExactly("com.acme.rpc.Reply", "value");
    assertThat(KnownLibraries.pools()).contains("com.acme.rpc.Crew threads=members queue=jobs");
    assertThat(KnownLibraries.kinds()).containsSequence("acme-rpc", "com.acme.rpc.Reply");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "wiat a.B get | wiat is no word of it; did you mean wait?",
        "completable-get a.B get | completable-get is no word of it; see docs/hooks.md",
        "wait | wait of what? See docs/hooks.md",
        "wait a.B | accepted: wait CLASS METHOD [(PARAMETERS] [with WHAT]",
        "wait a.B get ( maybe | accepted: wait CLASS METHOD [(PARAMETERS] [with WHAT]",
        "wait java.util.concurrent.Future+ get | java.util.concurrent.Future is the JDK's",
        "client okhttp3.OkHttpClient <init> | okhttp3.OkHttpClient is of a library that Snarl knows",
        "future a.B | accepted: future CLASS FIELD",
        "pool a.B queue=q | a pool needs threads=FIELD",
        "pool a.B thread=t | thread=t: accepted: threads=FIELD queue=FIELD max=FIELD",
      })
  void aWrongLineIsSaidAndLeftOut(String line, String said) throws IOException {
    List<String> problems = declare("library a A\n" + line + "\nwait a.C get\n");
    assertThat(problems).singleElement().asString().startsWith("hooks line 2: " + said);
    Library own = KnownLibraries.all().get(KnownLibraries.all().size() - 1);
    assertThat(own.points()).singleElement().asString().contains("owner=a/C");
    assertThat(KnownLibraries.declared()).containsExactly("a.C");
  }

  @Test
  void aFileThatCannotBeReadIsSaid() {
    int known = KnownLibraries.all().size();
    assertThat(HooksFile.declare(folder.resolve("none").toString()))
        .singleElement()
        .asString()
        .endsWith("none: no readable text file of up to 1 MiB; ignoring it");
    assertThat(KnownLibraries.all()).hasSize(known);
  }

  @Test
  void aFileFullOfErrorsDoesNotFillTheLog() throws IOException {
    assertThat(declare("nonsense\n".repeat(1_000))).hasSize(20);
  }

  @Test
  void methodsNeedALibraryToBelongTo() throws IOException {
    assertThat(declare("wait a.B get"))
        .containsExactly("hooks line 1: the first line must be: library ID NAME; leaving it out");
  }
}
