package dev.snarl.collect;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Values that are named like a secret, in files of a collection. */
class SecretsTest {
  @TempDir
  @SuppressWarnings("NullAway") // JUnit sets it.
  Path folder;

  @BeforeEach
  void aProcess() throws IOException {
    Files.writeString(
        folder.resolve("environ"), "HOME=/home/anna\0SHOP_TOKEN=t0ken-of-shop\0PASS=short\0");
    Files.writeString(
        folder.resolve("cmdline"), "java\0-Ddb.Password=pässwörd=1\0Main\0--api-key=k3y-of-api\0");
  }

  private boolean in(byte[] content) throws IOException {
    return Secrets.of(folder).areIn(Files.write(folder.resolve("file"), content));
  }

  private boolean in(String content) throws IOException {
    return in(content.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void ofTheEnvironmentAndTheCommandLineTheyAreFound() throws IOException {
    assertThat(in("a thread named t0ken-of-shop-1\n")).isTrue();
    assertThat(in("pässwörd=1")).isTrue();
    assertThat(in("k3y-of-api")).isTrue();
  }

  @Test
  void otherValuesAndShortOnesMayStay() throws IOException {
    assertThat(in("/home/anna short java Main")).isFalse();
  }

  @Test
  void whereTheReadingIsCutTheyAreFoundToo() throws IOException {
    byte[] large = new byte[(1 << 20) + 100];
    byte[] secret = "t0ken-of-shop".getBytes(StandardCharsets.UTF_8);
    System.arraycopy(secret, 0, large, (1 << 20) - 5, secret.length);
    assertThat(in(large)).isTrue();
  }

  @Test
  void ofAProcessThatIsGoneNothingIsKnown() throws IOException {
    Path file = Files.writeString(folder.resolve("file"), "t0ken-of-shop");
    assertThat(Secrets.of(folder.resolve("gone")).areIn(file)).isFalse();
  }
}
