package dev.snarl.tests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.snarl.tests.programs.Profiled;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * async-profiler beside the agent, in each of its modes, before it and behind it: the application
 * does not notice, the agent is ready, and the profile has what it was asked for.
 */
class AsyncProfilerTest {
  private static final String EXECUTION = "jdk.ExecutionSample";
  private static final String WALL = "profiler.WallClockSample";
  private static final String ALLOCATION = "jdk.ObjectAllocationInNewTLAB";
  private static final String PARK = "jdk.ThreadPark";
  private static final String MALLOC = "profiler.Malloc";

  /** Two that write into the same method: the profiler instruments it as well. */
  private static final String METHOD = "event=java.util.concurrent.ThreadPoolExecutor.execute";

  private static final String TRACE = "trace=java.util.concurrent.FutureTask.run";

  /**
   * One mode.
   *
   * @param events what its profile must have
   * @param behind whether the profiler comes after the agent
   */
  private record Mode(String arguments, Set<String> events, boolean behind, boolean seldom)
      implements Matrix.Case {
    Mode after() {
      return new Mode(arguments, events, true, seldom);
    }

    /** Whether the order of the two counts: both are asked for each class or each object. */
    boolean instruments() {
      return arguments.contains("FutureTask")
          || arguments.contains("Pool")
          || arguments.contains("alloc=")
          || arguments.equals("all");
    }

    Mode inEveryBuild() {
      return new Mode(arguments, events, behind, false);
    }

    @Override
    public String toString() {
      return arguments + (behind ? ", behind the agent" : "");
    }
  }

  private static Mode mode(String arguments, String... events) {
    return new Mode(arguments, Set.of(events), false, true);
  }

  private static List<Mode> all() {
    return List.of(
        mode("event=cpu", EXECUTION),
        mode("event=ctimer", EXECUTION),
        mode("event=itimer", EXECUTION),
        mode("event=wall,interval=1ms", WALL),
        mode("alloc=1k", ALLOCATION),
        mode("alloc=1k,live", "profiler.LiveObject"),
        mode("lock=0", PARK),
        mode("nativemem=0", MALLOC),
        mode("nativelock=0", "profiler.NativeLock"),
        mode(
            "event=ctimer,alloc=1k,lock=0,wall=5ms,nativemem=0",
            EXECUTION,
            WALL,
            ALLOCATION,
            PARK,
            MALLOC),
        mode("all", WALL),
        mode("event=ctimer,jstackdepth=3", EXECUTION),
        mode("event=ctimer,cstack=fp", EXECUTION),
        mode("event=ctimer,cstack=dwarf", EXECUTION),
        mode("event=ctimer,cstack=vm", EXECUTION),
        mode("event=wall,interval=1ms,cstack=vmx", WALL),
        mode(METHOD, EXECUTION).inEveryBuild(),
        mode(TRACE, "jdk.MethodTrace"));
  }

  static Stream<Arguments> fromTheStart() {
    List<Mode> modes = new ArrayList<>(all());
    all().stream().filter(Mode::instruments).map(Mode::after).forEach(modes::add);
    return Matrix.of(modes);
  }

  static Stream<Arguments> inARunningJvm() {
    List<Mode> modes =
        new ArrayList<>(
            List.of(
                mode("event=ctimer,alloc=1k,lock=0,wall=5ms", WALL, ALLOCATION, PARK),
                mode(METHOD, EXECUTION).inEveryBuild(),
                mode(TRACE, "jdk.MethodTrace")));
    List.copyOf(modes).stream().map(Mode::after).forEach(modes::add);
    return Matrix.of(modes);
  }

  @ParameterizedTest(name = "{0} on {1}")
  @MethodSource("fromTheStart")
  void theApplicationDoesNotNoticeThemBoth(Mode mode, Jdk jdk, @TempDir Path folder)
      throws Exception {
    AsyncProfiler profiler = AsyncProfiler.in(folder);
    Path bare = folder.resolve("bare.jfr");
    Path with = folder.resolve("with.jfr");
    Iterator<Path> recordings = List.of(bare, with).iterator();
    need(mode, jdk, profiler.flag(mode.arguments(), folder.resolve("asked.jfr")));
    Unchanged.is(
        () -> {
          String flag = profiler.flag(mode.arguments(), recordings.next());
          ForkedJvm jvm = ForkedJvm.asUsual(jdk);
          return mode.behind() ? jvm.lastly(flag) : jvm.flags(flag);
        },
        Profiled.class,
        "nothing else");
    assertThat(AsyncProfiler.seen(bare)).containsAll(mode.events());
    assertThat(AsyncProfiler.seen(with)).containsAll(mode.events());
  }

  /** Not every machine has each of its modes: the profiler says so. */
  private static void need(Mode mode, Jdk jdk, String flag) {
    Exit exit = ForkedJvm.asUsual(jdk).flags(flag).run(Profiled.class);
    if (exit.code() != 0 || !exit.out().contains("Profiling started")) {
      throw Skipped.because("async-profiler refuses " + mode + " on " + jdk + ": " + exit);
    }
  }

  @ParameterizedTest(name = "{0} on {1}")
  @MethodSource("inARunningJvm")
  void theyComeAndGoAsTheyLike(Mode mode, Jdk jdk, @TempDir Path folder) throws Exception {
    AsyncProfiler profiler = AsyncProfiler.in(folder);
    Path recording = folder.resolve("profile.jfr");
    try (Running program = ForkedJvm.asUsual(jdk).attachable().start(Profiled.class)) {
      program.awaitOut("round 1");
      if (mode.behind()) {
        attach(program);
      }
      profiler.start(program, mode.arguments(), recording);
      if (!mode.behind()) {
        attach(program);
      }
      program.say("");
      program.awaitOut("round 2");
      snarl("detach", program);
      program.say("");
      program.awaitOut("round 3");
      attach(program);
      profiler.stop(program, recording);
      program.say("");
      program.awaitOut("round 4");
      assertThat(AsyncProfiler.seen(recording)).containsAll(mode.events());
      Exit exit = program.exit();
      assertThat(exit.code()).as("%s", exit).isZero();
      assertThat(rounds(exit)).as("%s", exit).hasSize(1);
      assertThat(exit.err())
          .filteredOn(line -> !Unchanged.FINDING.matcher(line).matches())
          .allMatch(SAID.asMatchPredicate());
    }
  }

  private static final Pattern SAID =
      Pattern.compile("snarl: (ready in .*|detached|the flight recorder stays off, .*)");

  /** What the application printed in a round, for each that differs. */
  private static Set<List<String>> rounds(Exit exit) {
    Set<List<String>> rounds = new LinkedHashSet<>();
    List<String> round = new ArrayList<>();
    for (String line : exit.out()) {
      if (line.startsWith("round ")) {
        rounds.add(List.copyOf(round));
        round.clear();
      } else if (!line.startsWith("Profiling ")) {
        round.add(line);
      }
    }
    return rounds;
  }

  private static void attach(Running program) {
    snarl("attach", program, "port=off", "jfr=off");
  }

  private static void snarl(String command, Running program, String... options) {
    List<String> arguments = new ArrayList<>(List.of(command, Long.toString(program.pid())));
    arguments.addAll(List.of(options));
    Exit exit = ForkedJvm.asUsual(Jdk.of(17)).command(arguments.toArray(String[]::new));
    assertThat(exit.code()).as("%s: %s", command, exit).isZero();
  }
}
