package dev.snarl.tests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.snarl.tests.programs.Hello;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What keeps an agent out of a process is said in one line, and the process is not disturbed. */
class AttachRefusedTest {
  private static Exit attach(long pid, String... options) {
    String[] command = new String[options.length + 2];
    command[0] = "attach";
    command[1] = Long.toString(pid);
    System.arraycopy(options, 0, command, 2, options.length);
    return ForkedJvm.on(Jdk.of(17)).command(command);
  }

  private static void refused(Exit attach, long pid, String why) {
    assertThat(attach.code()).as("%s", attach).isEqualTo(3);
    assertThat(attach.out()).isEmpty();
    assertThat(attach.err())
        .singleElement()
        .asString()
        .startsWith("snarl: cannot reach JVM " + pid + ": ")
        .contains(why);
  }

  private static Running hello(Jdk jdk, String... flags) {
    Running program = ForkedJvm.on(jdk).flags(flags).start(Hello.class);
    program.awaitOut("hello");
    return program;
  }

  @Test
  void aProcessThatIsNotThere() {
    refused(attach(999_999_999L), 999_999_999L, "there is no such process");
  }

  @Test
  void aProcessThatIsNoJvmAndIsNotSignalled() throws Exception {
    Process shell =
        new ProcessBuilder("sh", "-c", "trap 'exit 7' QUIT; echo set; while :; do sleep 0.1; done")
            .start();
    try {
      assertThat(shell.getInputStream().read()).isEqualTo('s');
      refused(attach(shell.pid()), shell.pid(), "it is no JVM but sh");
      assertThat(shell.waitFor(500, TimeUnit.MILLISECONDS)).as("it has ended").isFalse();
    } finally {
      shell.destroyForcibly();
    }
  }

  @OnJdk
  void aJvmThatTakesNoAgentPrintsNoThreadDump(Jdk jdk) {
    for (String perf : List.of("-XX:+UsePerfData", "-XX:-UsePerfData")) {
      try (Running program = hello(jdk, "-XX:+DisableAttachMechanism", perf)) {
        refused(attach(program.pid()), program.pid(), "-XX:+DisableAttachMechanism");
        assertThat(program.exit().out()).containsExactly("hello");
      }
    }
  }

  @OnJdk({21, 25})
  void aJvmThatForbidsAgentsWhileItRuns(Jdk jdk) {
    try (Running program = hello(jdk, "-XX:-EnableDynamicAgentLoading")) {
      refused(attach(program.pid()), program.pid(), "-XX:-EnableDynamicAgentLoading");
    }
  }

  @OnJdk({21, 25})
  void theWarningThatTheJvmPrintsIsExplainedOnce(Jdk jdk) {
    try (Running program = hello(jdk)) {
      Exit first = attach(program.pid(), "port=0");
      assertThat(first.code()).as("%s", first).isZero();
      assertThat(first.err())
          .singleElement()
          .asString()
          .contains("warning", "-XX:+EnableDynamicAgentLoading");
      assertThat(program.err()).anyMatch(line -> line.startsWith("WARNING: "));
      Exit second = attach(program.pid(), "port=0");
      assertThat(second.code()).as("%s", second).isZero();
      assertThat(second.out()).isEqualTo(first.out());
      assertThat(second.err()).singleElement().asString().contains("was active", "detach first");
    }
  }

  @OnJdk
  void aJvmThatIsTooOld(Jdk jdk, @TempDir Path folder) {
    ForkedJvm tooOld = ForkedJvm.on(jdk).pretending("11", folder);
    try (Running program = tooOld.start(Hello.class)) {
      program.awaitOut("hello");
      refused(attach(program.pid()), program.pid(), "it runs Java 11, Snarl needs 17 or newer");
      assertThat(program.exit().err()).isEmpty();
    }
  }

  @Test
  void aJvmThatEndsMeanwhile() throws Exception {
    try (Running program = hello(Jdk.of(17))) {
      new ProcessBuilder("kill", "-STOP", Long.toString(program.pid())).start().waitFor();
      Process attaching = ForkedJvm.on(Jdk.of(17)).commandStarted("attach", program.pid() + "");
      try (Running command = new Running(attaching)) {
        Deadline.in(Duration.ofSeconds(60))
            .until(
                () -> "no file of the attaching JVM",
                () -> Files.exists(attachFile(program.pid())) ? "it waits" : null,
                attaching::isAlive);
        program.close();
        refused(command.exit(), program.pid(), "it ended meanwhile");
      }
    }
  }

  private static Path attachFile(long pid) {
    return Path.of("/proc/" + pid + "/cwd/.attach_pid" + pid);
  }

  @Test
  void aJvmOfAnotherUser(@TempDir Path folder) throws IOException {
    needRoot("setpriv");
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    Path jar = Files.copy(ForkedJvm.JAR, folder.resolve("snarl.jar"));
    Files.setPosixFilePermissions(jar, PosixFilePermissions.fromString("rw-r--r--"));
    try (Running program = hello(Jdk.of(17))) {
      Exit attach =
          ForkedJvm.on(Jdk.of(17))
              .under("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups")
              .jar(jar)
              .command("attach", Long.toString(program.pid()));
      refused(attach, program.pid(), "it belongs to user root; run this as that user, or as root");
    }
  }

  @Test
  void aJvmInAContainerWithoutTheJar() throws IOException {
    needRoot("unshare");
    Path target = ForkedJvm.JAR.getParent();
    String hide = "mount -t tmpfs none '" + target + "' && exec \"$@\"";
    ForkedJvm jvm =
        ForkedJvm.on(Jdk.of(17))
            .under("unshare", "-p", "-m", "-f", "--mount-proc", "sh", "-c", hide, "sh");
    try (Running outside = jvm.start(Hello.class)) {
      outside.awaitOut("hello");
      ProcessHandle inside =
          ProcessHandle.of(outside.pid()).orElseThrow().children().findFirst().orElseThrow();
      try {
        refused(attach(inside.pid()), inside.pid(), "it is in a container, where it is process 1");
      } finally {
        inside.destroyForcibly();
      }
    }
  }

  /** Skips the running test, and says so, where it cannot become another user. */
  private static void needRoot(String tool) throws IOException {
    boolean root = Files.getOwner(Path.of("/proc/self")).getName().equals("root");
    if (!root || !Files.isExecutable(Path.of("/usr/bin", tool))) {
      throw Skipped.because("this test needs root and " + tool);
    }
  }
}
