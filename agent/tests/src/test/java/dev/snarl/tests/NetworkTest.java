package dev.snarl.tests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.snarl.tests.programs.Hello;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** What the kernel says of the sockets of a program that has none of its own. */
@EnabledOnOs(OS.LINUX)
class NetworkTest {
  @TempDir
  @SuppressWarnings("NullAway") // JUnit sets it.
  Path folder;

  @OnJdk
  void itListensOnOneLoopbackAddressAndConnectsToNone(Jdk jdk) {
    try (Running program = ForkedJvm.on(jdk).agent("port=0").start(Hello.class)) {
      HealthTest.assertNoErrors(program); // a snapshot was published
      String port = "%04X".formatted(program.address().getPort());
      // The connection of the test itself may still be there, which its end has not reached yet.
      List<String> sockets =
          Deadline.in(Duration.ofSeconds(20))
              .until(
                  () -> sockets(program).toString(),
                  () -> sockets(program).size() == 1 ? sockets(program) : null);
      assertThat(sockets).singleElement().asString().endsWith("0100007F:" + port + " 0A");
    }
  }

  @OnJdk
  void itsOwnAddressNeedsNoLookUpThatWouldFixTheCacheOfNames(Jdk jdk) throws IOException {
    Path log = folder.resolve("init.log");
    ForkedJvm jvm = ForkedJvm.on(jdk).flags("-Xlog:class+init=info:file=" + log + ":none");
    try (Running program = jvm.agent("port=0", "host=localhost").start(Hello.class)) {
      HealthTest.assertNoErrors(program);
      assertThat(Files.readString(log)).doesNotContain("'sun/net/InetAddressCachePolicy'");
    }
  }

  /** Local address and state of each TCP socket; 0A is one that listens. */
  private static List<String> sockets(Running program) {
    List<String> own = new ArrayList<>();
    List<String> files = program.openFiles();
    for (String table : List.of("tcp", "tcp6")) {
      for (String line : lines(Path.of("/proc/" + program.pid() + "/net/" + table))) {
        String[] fields = line.strip().split("\\s+", -1);
        if (fields.length > 9 && files.contains("socket:[" + fields[9] + "]")) {
          own.add((fields[1] + " " + fields[3]).toUpperCase(Locale.ROOT));
        }
      }
    }
    return own;
  }

  private static List<String> lines(Path file) {
    try {
      return Files.readAllLines(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
