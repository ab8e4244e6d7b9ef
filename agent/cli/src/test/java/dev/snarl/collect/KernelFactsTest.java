package dev.snarl.collect;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is copied of the kernel's files, from a folder that looks like them. */
class KernelFactsTest {
  @TempDir
  @SuppressWarnings("NullAway") // JUnit sets it.
  Path root;

  private void file(String name, String text) throws IOException {
    Path file = root.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  private String said(BiConsumer<KernelFacts, PrintStream> part) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    part.accept(new KernelFacts(root, "7"), new PrintStream(bytes, true, StandardCharsets.UTF_8));
    return bytes.toString(StandardCharsets.UTF_8);
  }

  @Test
  void limitsOfTheGroupAreThoseOfTheSecondVersion() throws IOException {
    file("proc/7/cgroup", "0::/shop.slice\n");
    file("sys/fs/cgroup/shop.slice/memory.max", "104857600\n");
    file("sys/fs/cgroup/pids.max", "max\n");
    assertThat(said(KernelFacts::controlGroup))
        .startsWith("0::/shop.slice\n")
        .contains("shop.slice/memory.max\n104857600\n", "cgroup/pids.max\nmax\n");
  }

  @Test
  void orOfTheFirstEachOnce() throws IOException {
    file("proc/7/cgroup", "4:memory:/shop\n3:cpu,cpuacct:/shop\n");
    file("sys/fs/cgroup/memory/shop/memory.failcnt", "12\n");
    file("sys/fs/cgroup/cpu/shop/cpu.cfs_quota_us", "50000\n");
    assertThat(said(KernelFacts::controlGroup))
        .containsOnlyOnce("memory.failcnt\n12\n")
        .containsOnlyOnce("cpu.cfs_quota_us\n50000\n");
  }

  @Test
  void openFilesAreCountedByKindWithoutTheirPaths() throws IOException {
    file("proc/7/status", "Name:\tjava\n");
    Path descriptors = Files.createDirectories(root.resolve("proc/7/fd"));
    Files.createSymbolicLink(descriptors.resolve("0"), Path.of("/home/anna/secret.txt"));
    Files.createSymbolicLink(descriptors.resolve("1"), Path.of("socket:[11]"));
    Files.createSymbolicLink(descriptors.resolve("2"), Path.of("socket:[12]"));
    assertThat(said(KernelFacts::process))
        .contains("== status\nName:\tjava\n", "== open files: 3\n      2 socket\n      1 file\n")
        .doesNotContain("anna");
  }

  @Test
  void withoutTheFilesThatIsSaid() {
    assertThat(said(KernelFacts::controlGroup)).isEmpty();
    assertThat(said(KernelFacts::process)).contains("== open files: not readable\n");
  }
}
