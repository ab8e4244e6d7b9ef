package dev.snarl.threads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Input that is no dump, or half of one: a line for people, and nothing else happens. */
class BadDumpsTest {
  private static final byte[] TEXT =
      new DumpText(17)
          .waiter(21, "order-1", 1, "com.acme.Shop.order(Shop.java:41)")
          .reader(22, "price-1", "com.acme.Prices.fetch(Prices.java:12)")
          .toString()
          .getBytes(StandardCharsets.UTF_8);
  private static final byte[] JSON =
      """
      {"threadDump": {"processId": "7", "time": "2026-11-21T03:00:05Z", "runtimeVersion": "25",
       "threadContainers": [{"container": "<root>", "threads": [
        {"tid": "3", "name": "main", "state": "WAITING",
         "parkBlocker": {"object": "java.util.concurrent.FutureTask@1"},
         "stack": ["java.base/jdk.internal.misc.Unsafe.park(Native Method)", "a.B.m(B.java:3)"],
         "monitorsOwned": [{"depth": 1, "locks": ["a.B@2"]}]}], "threadCount": "1"}]}}
      """
          .strip()
          .getBytes(StandardCharsets.UTF_8);

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "no dump\n",
        "{}",
        "{\"threadDump\": 3}",
        "{\"a\": [[[[",
        "[1]",
        "JAVA PROFILE 1.0.2\0",
        "FLR\0\0\2",
        "\u007fELF\2\1\1\0\0",
        "PK\u0003\u0004",
        "0SECTION       TITLE subcomponent dump routine\n",
        "\0\1\2\3\4\5\6",
        "Full thread dump \n",
        "\"\n\"\n\" tid=",
        "#1 \"main\"\n"
      })
  void whatIsNoDumpIsRefusedInOneLine(String text) {
    assertRefused(text.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void whatGzipCompressedIsReadAsItsContent() throws IOException {
    for (byte[] dump : new byte[][] {TEXT, JSON}) {
      Dumps dumps = judged(compressed(dump));
      assertThat(dumps.inOrder()).hasSize(1);
      assertThat(dumps.missing()).isEmpty();
    }
  }

  @Test
  void aCompressedDumpThatIsCutIsJudgedAsFarAsItGoesAndSaidToBeCut() throws IOException {
    byte[] log =
        (new String(TEXT, StandardCharsets.UTF_8) + noise()).getBytes(StandardCharsets.UTF_8);
    byte[] whole = compressed(log);
    Dumps dumps = judged(Arrays.copyOf(whole, whole.length - 5_000));
    assertThat(dumps.inOrder()).hasSize(1);
    assertThat(dumps.missing()).singleElement().asString().contains("cut off or damaged");
  }

  @Test
  void compressedDataWithoutADumpIsRefused() throws IOException {
    byte[] whole = compressed(TEXT);
    assertRefused(compressed("no dump".getBytes(StandardCharsets.UTF_8)));
    assertRefused(compressed(whole));
    assertThatThrownBy(() -> judged(Arrays.copyOf(whole, 5)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("within the header");
    assertThatThrownBy(
            () -> new Dumps().read("it", new ByteArrayInputStream(Arrays.copyOf(whole, 12))))
        .isInstanceOf(NotADump.class)
        .hasMessageContaining("cut off or damaged");
  }

  @Test
  void anArchiveOfTarIsNamed() {
    byte[] tar = new byte[1_024];
    byte[] word = "ustar".getBytes(StandardCharsets.UTF_8);
    System.arraycopy(word, 0, tar, 257, word.length);
    assertThatThrownBy(() -> new Dumps().read("it", new ByteArrayInputStream(tar)))
        .hasMessage("it is no thread dump, but an archive of tar: unpack it first");
  }

  /** Lines that compress badly, as of a log that goes on after the dump. */
  private static String noise() {
    Random random = new Random(7);
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < 5_000; i++) {
      lines.append("request ").append(random.nextLong()).append('\n');
    }
    return lines.toString();
  }

  private static byte[] compressed(byte[] bytes) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (GZIPOutputStream zip = new GZIPOutputStream(out)) {
      zip.write(bytes);
    }
    return out.toByteArray();
  }

  private static void assertRefused(byte[] bytes) {
    assertThatThrownBy(() -> new Dumps().read("it", new ByteArrayInputStream(bytes)))
        .isInstanceOf(NotADump.class)
        .message()
        .startsWith("it ")
        .doesNotContain("\n");
  }

  /** Reads and judges; how many dumps there were. */
  private static Dumps judged(byte[] bytes) throws IOException {
    Dumps dumps = new Dumps();
    try {
      dumps.read("it", new ByteArrayInputStream(bytes));
    } catch (NotADump none) {
      assertThat(none).message().startsWith("it ").doesNotContain("\n");
      return dumps;
    }
    assertThat(Judged.of(dumps).summary()).isNotBlank();
    return dumps;
  }

  @Test
  void textCutAtAnyByteIsReadAsFarAsItGoesAndSaysSo() throws IOException {
    int threadsEnd = new String(TEXT, StandardCharsets.UTF_8).indexOf("\"VM Thread\"");
    for (int length = 1; length < TEXT.length; length++) {
      Dumps dumps = judged(Arrays.copyOf(TEXT, length));
      if (!dumps.inOrder().isEmpty() && length < threadsEnd) {
        assertThat(dumps.missing()).singleElement().asString().startsWith("it is cut off");
      }
    }
    assertThat(judged(TEXT).missing()).isEmpty();
  }

  @Test
  void jsonCutAtAnyByteIsReadAsFarAsItGoesAndSaysSo() throws IOException {
    for (int length = 1; length < JSON.length; length++) {
      Dumps dumps = judged(Arrays.copyOf(JSON, length));
      assertThat(dumps.inOrder().isEmpty() || !dumps.missing().isEmpty()).as("%d", length).isTrue();
    }
    assertThat(judged(JSON).missing()).isEmpty();
  }

  @Test
  void tenThousandCorruptionsDoNoHarm() throws IOException {
    Random random = new Random(7);
    for (int i = 0; i < 5_000; i++) {
      judged(corrupted(TEXT, random));
      judged(corrupted(JSON, random));
    }
  }

  private static byte[] corrupted(byte[] original, Random random) {
    byte[] bytes = original.clone();
    int changes = 1 + random.nextInt(8);
    for (int i = 0; i < changes; i++) {
      int at = random.nextInt(bytes.length);
      if (random.nextBoolean()) {
        bytes[at] = (byte) random.nextInt(256);
      } else {
        int from = random.nextInt(bytes.length);
        int length = Math.min(random.nextInt(40), bytes.length - Math.max(at, from));
        System.arraycopy(original, from, bytes, at, length);
      }
    }
    return bytes;
  }

  /** Says the same again and again, for as long as it is asked. */
  @SuppressWarnings("InputStreamSlowMultibyteRead") // Its readers buffer.
  private static final class Endless extends InputStream {
    private final byte[] begin;
    private final byte[] again;
    private long left;
    private long at;

    Endless(String begin, String again, long length) {
      this.begin = begin.getBytes(StandardCharsets.UTF_8);
      this.again = again.getBytes(StandardCharsets.UTF_8);
      this.left = length;
    }

    @Override
    public int read(byte[] buffer, int offset, int length) {
      int n = (int) Math.min(length, left);
      for (int i = 0; i < n; i++) {
        buffer[offset + i] = (byte) read();
      }
      return n == 0 && length > 0 ? -1 : n;
    }

    @Override
    public int read() {
      if (left-- <= 0) {
        return -1;
      }
      long here = at++;
      return here < begin.length
          ? begin[(int) here]
          : again[(int) ((here - begin.length) % again.length)];
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"x", "\"", "{", "\\\"", "0"})
  void aLineOfFiveMillionCharactersIsRefused(String again) {
    assertThatThrownBy(() -> new Dumps().read("it", new Endless("", again, 5_000_000)))
        .isInstanceOf(NotADump.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"{\"threadDump\": {\"time\": \"", "{\"threadDump\": {\"x\": ["})
  void jsonWithATextOrADepthWithoutEndIsRefused(String begin) {
    String again = begin.endsWith("[") ? "[" : "x";
    assertThatThrownBy(() -> new Dumps().read("it", new Endless(begin, again, 5_000_000)))
        .isInstanceOf(NotADump.class);
  }

  @Test
  void aHostileThreadNameIsOneLine() throws IOException {
    String text =
        new String(TEXT, StandardCharsets.UTF_8).replace("order-1", "a\u001b[31m\u202e\u2028b");
    assertThat(Judged.of(text).summary()).contains("b wait");
  }
}
