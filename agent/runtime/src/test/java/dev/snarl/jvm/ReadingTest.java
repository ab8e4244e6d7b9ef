package dev.snarl.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.snarl.snapshot.Jstat;
import dev.snarl.snapshot.Jstat.Table;
import java.nio.ByteOrder;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class ReadingTest {
  private static Jstat tables(Buffer buffer) {
    return Tables.of(Objects.requireNonNull(PerfData.of(buffer.bytes)));
  }

  @Test
  void columnsHaveTheUnitsOfJstat() {
    Jstat jstat =
        tables(
            new Buffer(ByteOrder.LITTLE_ENDIAN)
                .number("sun.os.hrt.frequency", 1_000_000)
                .number("sun.gc.generation.1.space.0.capacity", 163_840 * 1024L)
                .number("sun.gc.generation.1.space.0.used", 81_920 * 1024L)
                .number("sun.gc.collector.0.time", 1_500_000)
                .number("sun.gc.collector.1.time", 500_000)
                .text("sun.gc.lastCause", "Allocation Failure", 80));
    assertThat(jstat.number(Table.GC, "OC")).isEqualTo(163_840);
    assertThat(jstat.number(Table.GCUTIL, "O")).isEqualTo(50);
    assertThat(jstat.number(Table.GC, "YGCT")).isEqualTo(1.5);
    assertThat(jstat.row(Table.GCCAUSE)).containsEntry("LGCC", "Allocation Failure");
  }

  @Test
  void whatACollectorDoesNotHaveIsThereAndNullButTheTotalIsASum() {
    Jstat jstat =
        tables(
            new Buffer(ByteOrder.LITTLE_ENDIAN)
                .number("sun.os.hrt.frequency", 1_000)
                .number("sun.gc.collector.2.time", 70));
    assertThat(jstat.row(Table.GC)).containsEntry("S0C", null).containsEntry("YGCT", null);
    assertThat(jstat.number(Table.GC, "GCT")).isEqualTo(0.07);
  }

  @Test
  void aSpaceWithoutRoomHasNoShare() {
    Jstat jstat =
        tables(
            new Buffer(ByteOrder.LITTLE_ENDIAN)
                .number("sun.gc.generation.0.space.1.capacity", 0)
                .number("sun.gc.generation.0.space.1.used", 0));
    assertThat(jstat.row(Table.GCUTIL)).containsEntry("S0", null);
    assertThat(jstat.number(Table.GC, "S0C")).isZero();
  }

  @Test
  void theLimitOfMetaspaceIsTheLastOneGiven() {
    assertThat(Reading.limit("-Xmx64m -XX:+UseSerialGC")).isEqualTo(-1);
    assertThat(Reading.limit("-XX:MaxMetaspaceSize=64m -XX:MaxMetaspaceSize=128M"))
        .isEqualTo(128L << 20);
    assertThat(Reading.limit("-XX:MaxMetaspaceSize=1048576")).isEqualTo(1 << 20);
  }

  @Test
  void whetherTheCompilerStoppedIsReadFromTheJvmsReport() {
    String head = "CodeCache: size=49152Kb used=48000Kb\n total_blobs=500\n";
    assertThat(CompilerState.stopped(head + " compilation: enabled\n")).isFalse();
    assertThat(
            CompilerState.stopped(
                head + " compilation: disabled (not enough contiguous free space left)\n"))
        .isTrue();
    assertThat(CompilerState.stopped("something else")).isNull();
    assertThat(CompilerState.stopped(null)).isNull();
  }
}
