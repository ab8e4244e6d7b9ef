package dev.snarl.tests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.snarl.tests.programs.EveryHook;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.spi.ToolProvider;
import org.junit.jupiter.api.io.TempDir;

/** Applications that come as modules, as images, or with archives of their classes. */
class ImagesTest {
  private static final Path SOURCES = Path.of("src/test/java/dev/snarl/tests/programs");

  @TempDir
  @SuppressWarnings("NullAway") // JUnit sets it.
  Path folder;

  @OnJdk
  void anApplicationOfModulesDoesNotNotice(Jdk jdk) throws IOException {
    Path module = module();
    Unchanged.is(() -> ForkedJvm.asUsual(jdk).module(module), EveryHook.class, "nothing else");
  }

  @OnJdk({17, 25})
  void anImageWithoutManagementBeansDoesNotNotice(Jdk jdk) {
    Jdk image = jdk.image(folder, "java.base,java.instrument");
    Unchanged.is(() -> ForkedJvm.asUsual(image), EveryHook.class, "nothing else");
  }

  /**
   * Made without the agent and used with it, as a container image would. A JVM of 25 says, of any
   * agent, that the archive was made without the module java.instrument.
   */
  @OnJdk(17)
  void anArchiveOfItsClassesDoesNotNotice(Jdk jdk) {
    Path jar = ProgramsJar.in(folder);
    Path archive = folder.resolve("classes.jsa");
    Exit made =
        ForkedJvm.asUsual(jdk)
            .from(jar)
            .flags("-XX:ArchiveClassesAtExit=" + archive)
            .run(EveryHook.class);
    assertThat(made.code()).as("%s", made).isZero();
    assertThat(archive).isNotEmptyFile();
    Unchanged.is(
        () -> ForkedJvm.asUsual(jdk).from(jar).flags("-XX:SharedArchiveFile=" + archive),
        EveryHook.class,
        "nothing else");
  }

  private Path module() throws IOException {
    Path module = Files.createDirectories(folder.resolve("module"));
    Path source = folder.resolve("module-info.java");
    Files.writeString(source, "module programs { }\n");
    List<String> arguments =
        new ArrayList<>(List.of("--release", "17", "-d", module.toString(), source.toString()));
    for (String program : List.of("EveryHook", "Hello", "ShortLives", "VirtualThreads")) {
      arguments.add(SOURCES.resolve(program + ".java").toString());
    }
    int code =
        ToolProvider.findFirst("javac")
            .orElseThrow()
            .run(System.out, System.err, arguments.toArray(String[]::new));
    assertThat(code).isZero();
    return module;
  }
}
