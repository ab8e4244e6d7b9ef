package dev.snarl.tests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.snarl.tests.programs.Hello;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.io.TempDir;

/** Whatever it is given, the agent says one clear line and the application runs on unharmed. */
class BadInputTest {
  private static final Pattern READY = Pattern.compile("snarl: ready in .*");

  @TempDir
  @SuppressWarnings("NullAway") // JUnit sets it.
  Path folder;

  @OnJdk
  void anUnknownOptionIsNamedWithTheNearestKnownOne(Jdk jdk) {
    assertThat(complaints(ForkedJvm.on(jdk).agent("finding=x.jsonl")))
        .singleElement()
        .asString()
        .contains("finding", "findings");
  }

  @OnJdk
  void aBadValueIsNamedWithWhatIsAccepted(Jdk jdk) {
    assertThat(complaints(ForkedJvm.on(jdk).agent("port=ninety")))
        .singleElement()
        .asString()
        .contains("port", "ninety", "off");
  }

  @OnJdk
  void aBadThresholdIsNamed(Jdk jdk) {
    assertThat(complaints(ForkedJvm.on(jdk).agent("rules.pool-saturated.saturatedSeconds=soon")))
        .singleElement()
        .asString()
        .contains("rules.pool-saturated.saturatedSeconds", "soon");
  }

  @OnJdk
  void anUnknownRuleIsNamed(Jdk jdk) {
    assertThat(complaints(ForkedJvm.on(jdk).agent("rules.pool-deadlok=off")))
        .singleElement()
        .asString()
        .contains("rules.pool-deadlok", "rules.pool-deadlock");
  }

  @OnJdk
  void aPortInUseCostsHttpAlone(Jdk jdk) throws IOException {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      assertThat(complaints(ForkedJvm.on(jdk).agent("port=" + taken.getLocalPort())))
          .singleElement()
          .asString()
          .contains(String.valueOf(taken.getLocalPort()), "in use");
    }
  }

  @OnJdk
  void anUnwritableFindingsFileIsNamed(Jdk jdk) {
    Path missing = folder.resolve("no-such-folder").resolve("findings.jsonl");
    assertThat(complaints(ForkedJvm.on(jdk).agent("findings=" + missing)))
        .singleElement()
        .asString()
        .contains(missing.toString());
  }

  @OnJdk
  void aFindingsFileBehindASymbolicLinkIsRefused(Jdk jdk) throws IOException {
    Path target = Files.createFile(folder.resolve("precious"));
    Path link = Files.createSymbolicLink(folder.resolve("findings.jsonl"), target);
    assertThat(complaints(ForkedJvm.on(jdk).agent("findings=" + link)))
        .singleElement()
        .asString()
        .contains(link.toString());
    assertThat(target).isEmptyFile();
  }

  @OnJdk
  void aSecondCopyOfTheAgentSaysThatItIsOne(Jdk jdk) {
    assertThat(complaints(ForkedJvm.on(jdk).agent().agent()))
        .singleElement()
        .asString()
        .contains("already");
  }

  @OnJdk
  void aJavaThatIsTooOldIsLeftAlone(Jdk jdk) {
    Exit exit = ForkedJvm.on(jdk).pretending("11", folder).agent().run(Hello.class, "7");
    assertThat(exit.code()).isEqualTo(7);
    assertThat(exit.out()).containsExactly("hello");
    assertThat(exit.err()).singleElement().asString().startsWith("snarl: Java 11 is too old");
  }

  @OnJdk
  void aJavaThatNobodyHasTestedIsNamed(Jdk jdk) {
    assertThat(complaints(ForkedJvm.on(jdk).pretending("99", folder).agent()))
        .singleElement()
        .asString()
        .startsWith("snarl: Java 99 is newer than 25");
  }

  /** What is on stderr beside the ready line, after an application that must not notice. */
  private static List<String> complaints(ForkedJvm jvm) {
    try (Running hello = jvm.start(Hello.class, "7")) {
      hello.awaitOut("hello");
      hello.awaitErr(READY);
      Exit exit = hello.exit();
      assertThat(exit.code()).isEqualTo(7);
      assertThat(exit.out()).containsExactly("hello");
      assertThat(exit.err()).allMatch(line -> line.startsWith("snarl: "));
      assertThat(exit.err()).filteredOn(line -> READY.matcher(line).matches()).hasSize(1);
      return exit.err().stream().filter(line -> !READY.matcher(line).matches()).toList();
    }
  }
}
