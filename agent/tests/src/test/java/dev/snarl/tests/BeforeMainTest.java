package dev.snarl.tests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.snarl.tests.programs.Hello;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;

/**
 * What the agent does before {@code main}. Subsystems that it woke up too early would be configured
 * without what the application sets in {@code main}; this is what it must leave asleep.
 */
class BeforeMainTest {
  private static final String MAIN = "dev/snarl/tests/programs/Hello";

  /** Internal names, as prefixes. */
  private static final List<String> ASLEEP =
      List.of(
          "java/util/logging/",
          "sun/util/logging/",
          "javax/management/",
          "sun/management/",
          "com/sun/jmx/",
          "java/util/concurrent/ForkJoinPool'",
          "java/net/http/",
          "jdk/internal/net/http/",
          "java/rmi/",
          "javax/naming/",
          "javax/xml/",
          "java/security/Provider",
          "java/beans/",
          "jdk/jfr/internal/PlatformRecorder");

  @TempDir
  @SuppressWarnings("NullAway") // JUnit sets it.
  Path folder;

  @OnJdk
  void whatTheApplicationConfiguresInMainIsStillAsleep(Jdk jdk) throws IOException {
    List<String> bare = initializedBeforeMain(ForkedJvm.on(jdk));
    for (String option : List.of("jfr=auto", "cloudwatch=emf:stdout", "otlp=on")) {
      assertThat(initializedBeforeMain(ForkedJvm.on(jdk).agent("port=0", option)))
          .as(option)
          .filteredOn(line -> ASLEEP.stream().anyMatch(name -> line.contains("'" + name)))
          .filteredOn(line -> !bare.contains(line))
          .isEmpty();
    }
  }

  private List<String> initializedBeforeMain(ForkedJvm jvm) throws IOException {
    Path log = Files.createTempFile(folder, "init", ".log");
    jvm.flags("-Xlog:class+init=info:file=" + log + ":none").run(Hello.class);
    try (Stream<String> lines = Files.lines(log)) {
      List<String> all = lines.filter(line -> line.contains("Initializing '")).toList();
      int main = -1;
      for (int i = 0; i < all.size() && main < 0; i++) {
        main = all.get(i).contains("'" + MAIN + "'") ? i : -1;
      }
      assertThat(main)
          .as("the main class is among the %d lines of %s", all.size(), log)
          .isNotNegative();
      return all.subList(0, main).stream().map(BeforeMainTest::className).toList();
    }
  }

  private static String className(String line) {
    return line.substring(line.indexOf('\''), line.indexOf('\'', line.indexOf('\'') + 1) + 1);
  }
}
