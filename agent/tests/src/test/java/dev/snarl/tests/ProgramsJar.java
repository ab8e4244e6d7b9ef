package dev.snarl.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.spi.ToolProvider;

/** The programs in a jar: from a folder, no class comes into an archive of the JVM. */
final class ProgramsJar {
  private ProgramsJar() {}

  static Path in(Path folder) {
    Path jar = folder.resolve("programs.jar");
    int code =
        ToolProvider.findFirst("jar")
            .orElseThrow()
            .run(
                System.out,
                System.err,
                "-cf",
                jar.toString(),
                "-C",
                "target/test-classes",
                "dev/snarl/tests/programs");
    assertThat(code).isZero();
    return jar;
  }
}
