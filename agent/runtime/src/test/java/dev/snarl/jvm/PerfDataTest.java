package dev.snarl.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PerfDataTest {
  private static PerfData data(Buffer buffer) {
    return Objects.requireNonNull(PerfData.of(buffer.bytes));
  }

  @Test
  void numbersAndTextsAreReadInEitherByteOrder() {
    for (ByteOrder order : new ByteOrder[] {ByteOrder.LITTLE_ENDIAN, ByteOrder.BIG_ENDIAN}) {
      PerfData data =
          data(new Buffer(order).number("sun.gc.a", 42).text("sun.gc.cause", "No GC", 80));
      assertThat(data.number("sun.gc.a")).isEqualTo(42);
      assertThat(data.text("sun.gc.cause")).isEqualTo("No GC");
      assertThat(data.number("sun.gc.cause")).isNull();
      assertThat(data.text("sun.gc.a")).isNull();
      assertThat(data.number("absent")).isNull();
    }
  }

  @Test
  void valuesAndEntriesThatComeLaterAreSeen() {
    Buffer buffer = new Buffer(ByteOrder.LITTLE_ENDIAN).number("a", 1);
    PerfData data = data(buffer);
    assertThat(data.number("b")).isNull();
    buffer.number("b", 2);
    assertThat(data.number("b")).isEqualTo(2);
  }

  @Test
  void withoutPerformanceDataThereIsNothing() {
    assertThat(PerfData.of(ByteBuffer.allocate(0))).isNull();
    assertThat(PerfData.of(ByteBuffer.allocate(1_024))).isNull();
    Buffer versionOne = new Buffer(ByteOrder.LITTLE_ENDIAN);
    versionOne.bytes.put(5, (byte) 1);
    assertThat(PerfData.of(versionOne.bytes)).isNull();
  }

  @Test
  void damagedDataLosesEntriesAndThrowsNothing() {
    Random random = new Random(1);
    for (int round = 0; round < 2_000; round++) {
      Buffer buffer =
          new Buffer(ByteOrder.LITTLE_ENDIAN).number("a", 1).text("b", "text", 16).number("c", 3);
      for (int i = 0; i < 4; i++) {
        buffer.bytes.putInt(6 + random.nextInt(150), random.nextInt());
      }
      PerfData data = data(buffer);
      data.number("a");
      data.text("b");
      data.number("c");
    }
  }

  @Test
  void theFileIsFoundUnderTheProcessOwnNumberInAContainer(@TempDir Path root) throws IOException {
    byte[] bytes = new Buffer(ByteOrder.LITTLE_ENDIAN).number("a", 7).bytes.array();
    Path process = Files.createDirectories(root.resolve("proc/4711"));
    Files.writeString(process.resolve("status"), "Name:\tjava\nNSpid:\t4711\t12\n");
    Path folder = Files.createDirectories(process.resolve("root/tmp/hsperfdata_app"));
    Files.write(folder.resolve("12"), bytes);
    assertThat(Objects.requireNonNull(PerfFile.of(4711, root)).number("a")).isEqualTo(7);
  }

  @Test
  void aFileThatIsLeftOfAProcessThatIsGoneIsNotRead(@TempDir Path root) throws IOException {
    Path folder = Files.createDirectories(root.resolve("tmp/hsperfdata_app"));
    Files.write(
        folder.resolve("4711"), new Buffer(ByteOrder.LITTLE_ENDIAN).number("a", 7).bytes.array());
    assertThat(PerfFile.of(4711, root)).isNull();
  }
}
