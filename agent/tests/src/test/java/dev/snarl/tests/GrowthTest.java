package dev.snarl.tests;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.tools.attach.VirtualMachine;
import dev.snarl.tests.programs.Busy;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;

/**
 * The agent comes to a busy JVM and goes again, many times. How often on the JDK named by {@code
 * -Dsnarl.tests.rounds=50}; fifty times on 17, eight times on the others without it.
 */
@Tag("full")
class GrowthTest {
  private static final int BETWEEN_COLLECTIONS = 5;
  private static final String LOADER = "dev\\.snarl\\.launcher\\.CoreLoader";
  private static final String ENTRY = "java\\.lang\\.ThreadLocal\\$ThreadLocalMap\\$Entry";
  private static final Pattern ADDRESS = Pattern.compile("http://[^ ,]+");
  private static final Pattern BYTES = Pattern.compile("(?m)^Total +\\d+ +(\\d+)");
  private static final Pattern CLASSES = Pattern.compile("(?m)^Total = \\d+ +(\\d+)");
  private static final Pattern METASPACE = Pattern.compile("(?m)^sun.gc.metaspace.used=(\\d+)");

  /**
   * By how much each may have grown at the end. Each coming and going changes 40 classes of the JDK
   * twice; the JVM frees the 86 kB of their old versions with the next full or concurrent
   * collection and uses most of the space again. One class loader of the agent that stayed would be
   * 800 classes and 4 MB.
   */
  private static final Map<String, Long> SLACK =
      Map.of(
          "loaders", 0L,
          "thread-local entries", 20L,
          "heap bytes", 1L << 20,
          "metaspace bytes", 3L << 20,
          "classes", 300L,
          "descriptors", 0L);

  @OnJdk
  void comingAndGoingLeavesNothingThatAddsUp(Jdk jdk) throws Exception {
    int rounds = Integer.getInteger("snarl.tests.rounds", jdk.feature() == 17 ? 50 : 8);
    try (Running program = ForkedJvm.on(jdk).flags("-Xmx64m").attachable().start(Busy.class)) {
      program.awaitOut("busy");
      int first = Math.min(15, rounds / 2);
      comeAndGo(program, first);
      Map<String, Long> before = settled(program);
      comeAndGo(program, rounds - first);
      Deadline.in(Duration.ofSeconds(60))
          .until(
              () -> "before %s\nafter %s".formatted(before, last),
              () -> within(before, measure(program)) ? "no growth" : null);
      assertThat(program.threads()).noneMatch(name -> name.contains("snarl"));
      assertThat(program.err().stream().filter(line -> line.equals("snarl: detached")))
          .hasSize(rounds);
      assertThat(program.err()).allMatch(line -> line.matches("snarl: (ready|detached|WARN).*"));
    }
  }

  private Map<String, Long> last = Map.of();

  /** The loader of the round before goes with the garbage, if not with the first collection. */
  private Map<String, Long> settled(Running program) {
    return Deadline.in(Duration.ofSeconds(60))
        .until(
            () -> "last " + last,
            () -> {
              Map<String, Long> counts = measure(program);
              return counts.getOrDefault("loaders", 0L) == 0 ? counts : null;
            });
  }

  private static void comeAndGo(Running program, int times) throws Exception {
    for (int i = 0; i < times; i++) {
      VirtualMachine machine = VirtualMachine.attach(Long.toString(program.pid()));
      try {
        machine.loadAgent(ForkedJvm.JAR.toString(), "port=0,jfr=off");
        Matcher address = ADDRESS.matcher(await(machine, true));
        assertThat(address.find()).isTrue();
        URI metrics = URI.create(address.group()).resolve("/metrics");
        assertThat(program.get(metrics)).as("with what hangs on beans").contains("jvm_gc_");
        machine.loadAgent(ForkedJvm.JAR.toString(), "detach");
        await(machine, false);
      } finally {
        machine.detach();
      }
      if (i % BETWEEN_COLLECTIONS == 0) {
        jcmd(program, "GC.run");
      }
    }
  }

  private static String await(VirtualMachine machine, boolean ready) {
    return Deadline.in(Duration.ofSeconds(60))
        .until(
            () -> "state " + state(machine),
            () -> {
              String state = state(machine);
              if (ready) {
                return state == null || state.isEmpty() ? null : state;
              }
              return state == null ? "gone" : null;
            });
  }

  private static @Nullable String state(VirtualMachine machine) {
    try {
      return machine.getAgentProperties().getProperty("dev.snarl.state");
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Collects the garbage, unloads classes, and counts what is left. */
  private Map<String, Long> measure(Running program) {
    String objects = jcmd(program, "GC.class_histogram");
    Map<String, Long> counts = new TreeMap<>();
    counts.put("loaders", first(instances(LOADER), objects));
    counts.put("thread-local entries", first(instances(ENTRY), objects));
    counts.put("heap bytes", first(BYTES, objects));
    counts.put("metaspace bytes", first(METASPACE, jcmd(program, "PerfCounter.print")));
    counts.put("classes", first(CLASSES, jcmd(program, "VM.classloader_stats")));
    counts.put("descriptors", (long) program.openFiles().size());
    last = counts;
    return counts;
  }

  private static boolean within(Map<String, Long> before, Map<String, Long> after) {
    return SLACK.entrySet().stream()
        .allMatch(
            each ->
                after.getOrDefault(each.getKey(), Long.MAX_VALUE)
                    <= before.getOrDefault(each.getKey(), 0L) + each.getValue());
  }

  private static Pattern instances(String type) {
    return Pattern.compile("(?m)^ *\\d+: +(\\d+) +\\d+ +" + type + "\\b");
  }

  private static long first(Pattern pattern, String text) {
    Matcher matcher = pattern.matcher(text);
    return matcher.find() ? Long.parseLong(matcher.group(1)) : 0;
  }

  private static String jcmd(Running program, String command) {
    Path tool = Path.of(System.getProperty("java.home"), "bin", "jcmd");
    try {
      Process process =
          new ProcessBuilder(List.of(tool.toString(), Long.toString(program.pid()), command))
              .redirectErrorStream(true)
              .start();
      try (InputStream in = process.getInputStream()) {
        return new String(in.readAllBytes(), StandardCharsets.UTF_8);
      }
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
