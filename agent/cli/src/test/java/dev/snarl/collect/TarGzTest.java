package dev.snarl.collect;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The archive, unpacked by the machine's own {@code tar}. */
class TarGzTest {
  @TempDir
  @SuppressWarnings("NullAway") // JUnit sets it.
  Path folder;

  private String tar(String... arguments) throws IOException, InterruptedException {
    ProcessBuilder builder = new ProcessBuilder(arguments).directory(folder.toFile());
    Process process = builder.redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(said).isZero();
    return said;
  }

  @Test
  void tarUnpacksWhatWasPut() throws Exception {
    Path empty = Files.createFile(folder.resolve("empty"));
    Path block = Files.write(folder.resolve("block"), new byte[512]);
    Path odd = Files.writeString(folder.resolve("ödd.txt"), "what was put");
    Path archive = folder.resolve("it.tar.gz");
    try (OutputStream out = Files.newOutputStream(archive);
        TarGz tar = new TarGz(out, "the folder")) {
      tar.add(empty);
      tar.add(block);
      tar.add(odd);
    }
    assertThat(tar("tar", "-xzvf", archive.toString()).lines()).hasSize(3);
    Path unpacked = folder.resolve("the folder");
    assertThat(unpacked.resolve("empty")).isEmptyFile();
    assertThat(unpacked.resolve("block")).hasSize(512);
    assertThat(unpacked.resolve("ödd.txt")).hasContent("what was put");
    assertThat(tar("tar", "-tvzf", archive.toString())).startsWith("-rw------- 0/0");
  }

  @Test
  void aHeapDumpMayHaveMoreThanEightGigabytes() throws Exception {
    byte[] header =
        TarGz.header("heap.hprof".getBytes(StandardCharsets.UTF_8), new byte[0], 9L << 30, 0);
    Path start = Files.write(folder.resolve("start.tar"), header);
    ProcessBuilder builder = new ProcessBuilder("tar", "-tvf", start.toString());
    Process process = builder.redirectError(ProcessBuilder.Redirect.DISCARD).start();
    assertThat(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
        .contains(" 9663676416 ");
    process.waitFor();
  }
}
