package dev.snarl.heap.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.snarl.heap.DumpWriter;
import dev.snarl.heap.hprof.Unreadable;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HeapDumpTest {
  private static final long A = 0x10_0000;
  private static final long B = 0x20_0000;
  private static final long C = 0x30_0000;
  private static final long T = 0x40_0000;

  @TempDir private Path folder = Path.of("");

  private HeapDump open(DumpWriter writer) throws Exception {
    return HeapDump.open(writer.write(folder), Progress.NONE);
  }

  @Test
  void whatAWeakReferenceLeadsToIsRetainedByNobody() throws Exception {
    DumpWriter writer =
        new DumpWriter(8)
            .instance(A, DumpWriter.WEAK, 0, B, 0)
            .array(B, C)
            .bytes(C, new byte[1000])
            .root(0xff, A);
    try (HeapDump dump = open(writer)) {
      assertThat(dump.retained(dump.node(A))).isEqualTo(dump.shallow(dump.node(A)));
      assertThat(dump.dominator(dump.node(B))).isEqualTo(HeapDump.NONE);
      assertThat(dump.retained(dump.node(B)))
          .isEqualTo(dump.shallow(dump.node(B)) + dump.shallow(dump.node(C)));
      assertThat(dump.totals().weakly()).isEqualTo(2);
    }
  }

  @Test
  void aWeakReferenceDoesNotShareWhatAnotherHoldsStrongly() throws Exception {
    DumpWriter writer =
        new DumpWriter(8)
            .instance(A, DumpWriter.WEAK, 0, T, 0)
            .array(T, C)
            .array(B, C)
            .bytes(C, new byte[100])
            .root(0xff, A)
            .root(0xff, B);
    try (HeapDump dump = open(writer)) {
      assertThat(dump.dominator(dump.node(C))).isEqualTo(dump.node(B));
    }
  }

  @Test
  void localsHangUnderTheirThread() throws Exception {
    DumpWriter writer =
        new DumpWriter(8)
            .thread(T, 5)
            .local(A, 5)
            .instance(T, DumpWriter.THREAD, 0, 0)
            .array(A, B)
            .bytes(B, new byte[64]);
    try (HeapDump dump = open(writer)) {
      assertThat(dump.dominator(dump.node(A))).isEqualTo(dump.node(T));
      assertThat(dump.path(dump.node(B))).containsExactly(dump.node(T), dump.node(A), dump.node(B));
      assertThat(dump.link(dump.node(T), dump.node(A))).isEqualTo("<local variable>");
      assertThat(dump.threads().of(dump.node(T)).locals()).containsExactly(dump.node(A));
    }
  }

  @Test
  void whatNothingReachesIsLeftOutAndCounted() throws Exception {
    DumpWriter writer = new DumpWriter(8).array(A, B).array(B, A).array(C).root(0xff, C);
    try (HeapDump dump = open(writer)) {
      assertThat(dump.totals().unreachable()).isEqualTo(2);
      assertThat(dump.totals().unreachableBytes())
          .isEqualTo(dump.shallow(dump.node(A)) + dump.shallow(dump.node(B)));
      assertThat(dump.retained(dump.node(A))).isZero();
    }
  }

  @Test
  void sizesOfPlainReferencesAreThoseOfMat() throws Exception {
    DumpWriter writer =
        new DumpWriter(8)
            .type(0x900, "a/B", DumpWriter.OBJECT, 3, "x", "y")
            .instance(A, 0x900, 3, B, 0)
            .array(B, 0, 0, 0)
            .bytes(C, new byte[5])
            .root(0xff, A);
    try (HeapDump dump = open(writer)) {
      assertThat(dump.referenceSize()).isEqualTo(8);
      assertThat(dump.shallow(dump.node(A))).isEqualTo(40);
      assertThat(dump.shallow(dump.node(B))).isEqualTo(48);
      assertThat(dump.shallow(dump.node(C))).isEqualTo(32);
    }
  }

  @Test
  void referencesAreCompressedWhereArraysLieTooCloseForAnythingElse() throws Exception {
    DumpWriter writer =
        new DumpWriter(8)
            .type(0x900, "a/B", DumpWriter.OBJECT, 3, "x", "y")
            .array(A, 0, 0, 0, 0, 0, 0, 0, 0)
            .array(A + 48)
            .instance(B, 0x900, 3, A, A + 48)
            .bytes(C, new byte[5])
            .root(0xff, B);
    try (HeapDump dump = open(writer)) {
      assertThat(dump.referenceSize()).isEqualTo(4);
      assertThat(dump.headerSize()).isEqualTo(12);
      assertThat(dump.shallow(dump.node(A))).isEqualTo(48);
      assertThat(dump.shallow(dump.node(B))).isEqualTo(24);
      assertThat(dump.shallow(dump.node(C))).isEqualTo(24);
    }
  }

  @Test
  void headersAreOneWordWhereBytesLieTooCloseForTwo() throws Exception {
    DumpWriter writer =
        new DumpWriter(8)
            .array(A, 0, 0, 0, 0)
            .array(A + 32)
            .bytes(B, (byte) 1)
            .bytes(B + 16, (byte) 2)
            .instance(C, DumpWriter.OBJECT, 0)
            .root(0xff, C);
    try (HeapDump dump = open(writer)) {
      assertThat(dump.headerSize()).isEqualTo(8);
      assertThat(dump.shallow(dump.node(B))).isEqualTo(16);
      assertThat(dump.shallow(dump.node(C))).isEqualTo(8);
    }
  }

  @Test
  void aCompressedDumpIsReadLikeAnother() throws Exception {
    DumpWriter writer = new DumpWriter(8).array(A, B).bytes(B, new byte[10]).root(0xff, A);
    Path packed = folder.resolve("heap.hprof.gz");
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(packed))) {
      out.write(writer.bytes());
    }
    try (HeapDump plain = open(writer);
        HeapDump dump = HeapDump.open(packed, Progress.NONE)) {
      assertThat(dump.totals()).isEqualTo(plain.totals());
      assertThat(dump.damage()).isNull();
    }
  }

  @Test
  void theFieldsOfAnObjectAreReadByName() throws Exception {
    DumpWriter writer =
        new DumpWriter(4)
            .type(0x900, "a/B", DumpWriter.OBJECT, "x")
            .type(0xa00, "a/C", 0x900, "y")
            .instance(A, 0xa00, 0, B, C)
            .array(B, C)
            .bytes(C, (byte) 'h', (byte) 'i')
            .root(0xff, A);
    try (HeapDump dump = open(writer)) {
      Instance read = dump.read(dump.node(A));
      assertThat(read.reference("y")).isEqualTo(dump.node(B));
      assertThat(read.reference("x")).isEqualTo(dump.node(C));
      assertThat(read.reference("z")).isEqualTo(HeapDump.NONE);
      assertThat(dump.read(dump.node(B)).element(0)).isEqualTo(dump.node(C));
      assertThat(dump.read(dump.node(C)).characters(10)).isEqualTo("hi");
      assertThat(dump.link(dump.node(A), dump.node(C))).isEqualTo("x");
    }
  }

  @Test
  void namesOfArraysAreThoseOfTheLanguage() {
    assertThat(Classes.readable("[[B")).isEqualTo("byte[][]");
    assertThat(Classes.readable("[Ljava.lang.String;")).isEqualTo("java.lang.String[]");
    assertThat(Classes.readable("a.B")).isEqualTo("a.B");
    assertThat(Classes.readable("[")).isEqualTo("[");
  }

  @Test
  void aClassAboveItselfEndsNobody() throws Exception {
    DumpWriter writer =
        new DumpWriter(8)
            .type(0x900, "a/B", 0xa00, "x")
            .type(0xa00, "a/C", 0x900, "y")
            .instance(A, 0x900, 0, B, A)
            .root(0xff, A);
    try (HeapDump dump = open(writer)) {
      assertThat(dump.isReachable(dump.node(A))).isTrue();
    }
  }

  @Test
  void ofACutDumpWhatIsWholeIsRead() throws Exception {
    DumpWriter writer =
        new DumpWriter(8).root(0xff, A).array(A, B).bytes(B, new byte[10]).bytes(C, new byte[500]);
    byte[] all = writer.bytes();
    Path file = folder.resolve("cut.hprof");
    Files.write(file, Arrays.copyOf(all, all.length - 300));
    try (HeapDump dump = HeapDump.open(file, Progress.NONE)) {
      assertThat(dump.damage()).isNotNull();
      assertThat(dump.node(B)).isNotEqualTo(HeapDump.NONE);
      assertThat(dump.node(C)).isEqualTo(HeapDump.NONE);
    }
  }

  @Test
  void otherFilesAreToldInOneLine() throws Exception {
    refuses(new byte[0], "the file is empty");
    refuses("hello".getBytes(StandardCharsets.ISO_8859_1), "no HPROF dump");
    refuses("JAVA PROFILE 1.0.3\0aaaaaaaaaaaa".getBytes(StandardCharsets.ISO_8859_1), "Android");
    refuses("\u007fELF\2\1\1".getBytes(StandardCharsets.ISO_8859_1), "core file");
    refuses("\0\22portable heap dump".getBytes(StandardCharsets.ISO_8859_1), "PHD");
    refuses("JAVA PROF".getBytes(StandardCharsets.ISO_8859_1), "cut off");
    refuses(
        "JAVA PROFILE 1.0.2\0\0\0\0\7aaaaaaaa".getBytes(StandardCharsets.ISO_8859_1), "7 bytes");
    refuses(
        "JAVA PROFILE 1.0.2\0\0\0\0\10aaaaaaaa".getBytes(StandardCharsets.ISO_8859_1), "no object");
    assertThatThrownBy(() -> HeapDump.open(folder.resolve("none"), Progress.NONE))
        .isInstanceOf(Unreadable.class)
        .hasMessageContaining("no such file");
  }

  private void refuses(byte[] contents, String why) throws Exception {
    Path file = folder.resolve("other");
    Files.write(file, contents);
    assertThatThrownBy(() -> HeapDump.open(file, Progress.NONE))
        .isInstanceOf(Unreadable.class)
        .hasMessageContaining(why);
  }
}
