package dev.snarl.tests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.snarl.tests.prelink.Calls;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.objectweb.asm.ClassReader;

/** What the build makes of lambdas and records does what the JVM's own would. */
class PrelinkTest {
  private static final String PACKAGE = "dev/snarl/tests/prelink";

  @TempDir
  @SuppressWarnings("NullAway") // JUnit sets it.
  Path folder;

  @Test
  void theClassesThatTheBuildMakesDoWhatTheJvmsDo() throws Exception {
    Path linked = folder.resolve("linked");
    prelink(Path.of("target/test-classes"), linked);
    try (Stream<Path> classes = Files.list(linked.resolve(PACKAGE))) {
      assertThat(classes.filter(file -> file.toString().contains("$$")).count()).isGreaterThan(15);
    }
    URL[] path = {linked.toUri().toURL()};
    try (URLClassLoader loader = new URLClassLoader(path, null)) {
      Class<?> calls = loader.loadClass(Calls.class.getName());
      Supplier<?> made = (Supplier<?>) calls.getConstructor().newInstance();
      assertThat((List<?>) made.get()).hasToString(new Calls().get().toString());
    }
  }

  private void prelink(Path from, Path to) throws IOException, InterruptedException {
    Path only = folder.resolve("before");
    Files.createDirectories(only.resolve(PACKAGE));
    try (Stream<Path> classes = Files.list(from.resolve(PACKAGE))) {
      for (Path each : classes.toList()) {
        Files.copy(each, only.resolve(PACKAGE).resolve(each.getFileName()));
      }
    }
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    String asm = ClassReader.class.getProtectionDomain().getCodeSource().getLocation().getPath();
    Process process =
        new ProcessBuilder(
                java, "-cp", asm, "../src/build/Prelink.java", only + "", to + "", PACKAGE)
            .inheritIO()
            .start();
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).isZero();
  }
}
