package dev.snarl.tests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.snarl.tests.programs.ExitPoint;
import dev.snarl.tests.programs.ExitsAt;
import dev.snarl.tests.programs.Leaving;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.jar.JarOutputStream;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.objectweb.asm.ClassReader;

/**
 * The JVM ends at a chosen point of a chosen thread, and its end is held up: so the agent's threads
 * come by all of what they do, in a JVM that starts no flight recorder and takes no shutdown hook
 * any more. The program's output and exit code are its own, and the agent says no more than usual.
 */
class ShutdownTest {
  private static final Pattern LEAVING = Pattern.compile("leaving at .*");
  private static final Pattern USUAL =
      Pattern.compile("snarl: (ready in .*|detached|(WARNING|CRITICAL) .*)");
  private static final Pattern NO_REPORT =
      Pattern.compile("snarl: no report in .*: the JVM ended before the first snapshot");

  /** Of the JVM, for the class that all loaders see. */
  private static final String NO_SHARING = "warning: Sharing is only supported for boot loader";

  private static final Map<Jdk, Exit> UNTOUCHED = new ConcurrentHashMap<>();

  /** Of all the points that a run comes by, so many are tried. */
  private static final int TRIED = Matrix.ALL ? 50 : 3;

  private static final String CORE = "dev.snarl.agent.Core.apply";
  private static final String RECORDER = "jdk.jfr.internal.PlatformRecorder.<init>";

  private final DatagramSocket receiver;

  /** Where the JVM ends: thread and method. */
  private record Point(String at, List<Integer> jdks) implements Matrix.Case {
    @Override
    public String toString() {
      return at;
    }
  }

  static Stream<Arguments> points() {
    List<Integer> all = List.of(17, 21, 25);
    return Matrix.of(
        List.of(
            new Point("main " + CORE, all),
            new Point("snarl-observer dev.snarl.agent.Publisher.<init>", all),
            new Point("snarl-observer dev.snarl.agent.MetricsStream.open", all),
            new Point("snarl-observer dev.snarl.jfr.EventStream.tick", all),
            new Point("snarl-jfr-start " + RECORDER, List.of(17, 21)),
            new Point("snarl-jfr " + RECORDER, List.of(25)),
            new Point("snarl-jfr jdk.jfr.Recording.<init>", all),
            new Point("snarl-jfr dev.snarl.jfr.EventStream.run", all),
            new Point("snarl-jfr-objects dev.snarl.jfr.OldObjects.sample", all),
            new Point("snarl-host dev.snarl.host.SlowLook.look", all),
            new Point("snarl-http dev.snarl.publish.MetricsPage.of", all),
            new Point("snarl-cloudwatch dev.snarl.cloudwatch.CloudWatch.turn", all),
            new Point("snarl-cloudwatch-send dev.snarl.delivery.Outbox.next", all)));
  }

  ShutdownTest() throws IOException {
    receiver = new DatagramSocket(0, InetAddress.getLoopbackAddress());
  }

  @AfterEach
  void receiveNoMore() {
    receiver.close();
  }

  @ParameterizedTest(name = "{0} on {1}")
  @MethodSource("points")
  void noThreadOfOursSaysThatTheJvmEnds(Point point, Jdk jdk, @TempDir Path folder)
      throws IOException {
    try (Running program = program(folder, jdk, point.at(), "")) {
      program.get("/metrics");
      program.awaitOut(LEAVING);
      program.get("/metrics");
      program.get("/healthz");
      program.get("/report");
      assertEndsAsUsual(jdk, program.exit(), true);
    }
  }

  @OnJdk
  void norDoesOneThatComesOrGoesMeanwhile(Jdk jdk, @TempDir Path folder) throws IOException {
    try (Running program =
        program(folder, jdk, "snarl-observer dev.snarl.jfr.EventStream.tick", "")) {
      program.awaitOut(LEAVING);
      String pid = Long.toString(program.pid());
      Path report = folder.resolve("another.html");
      command("detach", pid);
      command("attach", pid, "port=0", "jfr=on", "report=" + report);
      command("detach", pid);
      assertEndsAsUsual(jdk, program.exit(), true);
    }
  }

  @Tag("full")
  @OnJdk
  void norDoesOneWhereverTheyAre(Jdk jdk, @TempDir Path folder) throws IOException {
    Path file = folder.resolve("points");
    try (Running program = program(folder, jdk, "", file.toString())) {
      program.get("/metrics");
      program.awaitOut("running");
      assertEndsAsUsual(jdk, program.exit(), false);
    }
    List<String> all = Files.readAllLines(file);
    assertThat(all).hasSizeGreaterThan(1_000);
    List<String> reached = new ArrayList<>();
    // Another one on each JDK, so that together they come by more.
    int first = jdk.feature() % (all.size() / TRIED);
    for (int i = first; i < all.size(); i += all.size() / TRIED) {
      try (Running program = program(folder, jdk, all.get(i), "")) {
        program.awaitOut("running");
        Exit exit = program.exit();
        boolean left = exit.out().contains("leaving at " + all.get(i));
        if (left) {
          reached.add(all.get(i));
        }
        assertEndsAsUsual(jdk, exit, left);
      }
    }
    assertThat(reached).as("points that another run comes by too").hasSizeGreaterThan(TRIED / 2);
  }

  /** On 17, since the image without tools has no attaching. */
  private static void command(String... arguments) {
    Exit done = ForkedJvm.on(Jdk.of(17)).command(arguments);
    assertThat(done.code()).as("%s", done).isZero();
  }

  private Running program(Path folder, Jdk jdk, String point, String file) throws IOException {
    return ForkedJvm.on(jdk)
        .attachable()
        .jarsOf(ClassReader.class)
        .testAgent(
            folder, ExitsAt.class, String.join(";", exitPoint(folder).toString(), point, file))
        .agent(
            "port=0",
            "jfr=on",
            "jfr.oldobjects=1",
            "report=" + folder.resolve("report.html"),
            "findings=" + folder.resolve("findings.jsonl"),
            "cloudwatch=emf:udp://127.0.0.1:" + receiver.getLocalPort(),
            "cloudwatch.seconds=5",
            "rules.thread-per-task=off") // a busy machine lets it hold before the program ends
        .start(Leaving.class);
  }

  /** For the bootstrap loader: the class that methods report to. */
  private static Path exitPoint(Path folder) throws IOException {
    Path jar = folder.resolve("exit-point.jar");
    try (OutputStream out = Files.newOutputStream(jar);
        JarOutputStream entries = new JarOutputStream(out)) {
      for (Class<?> type : classes()) {
        String name = type.getName().replace('.', '/') + ".class";
        entries.putNextEntry(new ZipEntry(name));
        try (InputStream in = type.getResourceAsStream("/" + name)) {
          in.transferTo(entries);
        }
      }
    }
    return jar;
  }

  private static List<Class<?>> classes() {
    List<Class<?>> classes = new ArrayList<>(List.of(ExitPoint.class.getDeclaredClasses()));
    classes.add(ExitPoint.class);
    return classes;
  }

  private static void assertEndsAsUsual(Jdk jdk, Exit exit, boolean left) {
    Exit untouched = UNTOUCHED.computeIfAbsent(jdk, on -> ForkedJvm.on(on).run(Leaving.class));
    assertThat(exit.code()).as("%s", exit).isEqualTo(left ? ExitPoint.CODE : 0);
    assertThat(exit.out())
        .filteredOn(line -> !LEAVING.matcher(line).matches())
        .filteredOn(line -> !line.contains(NO_SHARING))
        .isEqualTo(untouched.out());
    assertThat(exit.err())
        .filteredOn(line -> !line.contains(NO_SHARING))
        .allMatch(line -> USUAL.matcher(line).matches() || NO_REPORT.matcher(line).matches());
  }
}
