package dev.snarl.heap.mat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.snarl.heap.hprof.Unreadable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With a ParseHeapDump that leaves reports of MAT's layout beside the dump. */
class EclipseMatTest {
  private static final String HTML =
      "<html><body><h2>Leaks</h2><h3>Problem Suspect 1</h3><div>One instance of"
          + " <b>&quot;java.util.concurrent.ThreadPoolExecutor&quot;</b> loaded by <b>&lt;system"
          + " class loader&gt;</b> occupies <b>719,997,928 (99.86%)</b> bytes.</div>"
          + "<p>Keywords</p><ul><li>x</li></ul><h3>Problem Suspect 2</h3><div>8 instances of"
          + " <b>a.B</b></div></body></html>";

  @TempDir private Path folder = Path.of("");

  private Path home(String script) throws IOException {
    Path home = Files.createDirectories(folder.resolve("mat"));
    try (OutputStream file = Files.newOutputStream(home.resolve("suspects.zip"));
        ZipOutputStream zip = new ZipOutputStream(file)) {
      zip.putNextEntry(new ZipEntry("toc.html"));
      zip.write("<html>Problem Suspect 9 no</html>".getBytes(StandardCharsets.UTF_8));
      zip.putNextEntry(new ZipEntry("index.html"));
      zip.write(HTML.getBytes(StandardCharsets.UTF_8));
    }
    Files.writeString(home.resolve("ParseHeapDump.sh"), "#!/bin/sh\n" + script);
    return home;
  }

  private Path dump() throws IOException {
    return Files.writeString(folder.resolve("a.hprof"), "not read by the fake");
  }

  @Test
  void whatItSuspectsIsReadAndNothingIsLeftBesideTheDump() throws Exception {
    Path home =
        home(
            "[ \"$2 $3 $4\" = \"org.eclipse.mat.api:suspects org.eclipse.mat.api:overview"
                + " org.eclipse.mat.api:top_components\" ] || exit 9\n"
                + "cp \"$(dirname \"$0\")/suspects.zip\" \"${1%.hprof}_Leak_Suspects.zip\"\n"
                + "touch \"${1%.hprof}.index\"\n");
    EclipseMat mat = EclipseMat.in(home);
    assertThat(mat).isNotNull();
    Verdict verdict = mat == null ? new Verdict(List.of(), List.of()) : mat.of(dump(), 1);
    assertThat(verdict.suspects())
        .containsExactly(
            "One instance of \"java.util.concurrent.ThreadPoolExecutor\" loaded by <system class"
                + " loader> occupies 719,997,928 (99.86%) bytes.",
            "8 instances of a.B");
    assertThat(verdict.names(List.of("java.util.concurrent.ThreadPoolExecutor"))).isTrue();
    assertThat(verdict.names(List.of("a.B"))).isFalse();
    assertThat(folder.toFile().list()).containsExactlyInAnyOrder("mat", "a.hprof");
  }

  @Test
  void itsFailureIsOneLine() throws Exception {
    EclipseMat mat = EclipseMat.in(home("echo starting; echo no memory; exit 13\n"));
    assertThat(mat).isNotNull();
    if (mat != null) {
      assertThatThrownBy(() -> mat.of(dump(), 1))
          .isInstanceOf(Unreadable.class)
          .hasMessage("Eclipse MAT failed with 13: no memory");
    }
  }

  @Test
  void aFolderWithoutItIsNone() {
    assertThat(EclipseMat.in(folder)).isNull();
  }
}
