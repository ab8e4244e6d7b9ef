package dev.snarl.tests.behaviour;

import dev.snarl.tests.ForkedJvm;
import dev.snarl.tests.Jdk;
import dev.snarl.tests.KotlinCompiler;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The programs of the package {@code contract}, which print hundreds of lines: without an agent,
 * with Snarl, and with another agent alone, behind Snarl and before it.
 */
final class Contracts {
  private static final Path TESTS = ForkedJvm.ROOT.resolve("agent/tests");
  private static final Path CLASSES = TESTS.resolve("target/test-classes");
  private static final Duration LIMIT = Duration.ofMinutes(3);

  /** Agents that stay alive a while are given it before the program is told to go on. */
  private static final Duration LOOKED_AT = Duration.ofSeconds(5);

  private static final List<String> WAYS =
      List.of(
          "main-throws",
          "exit-in-pool",
          "exit-in-common-pool",
          "halt",
          "hooks",
          "pool-keeps-it",
          "daemons-do-not",
          "uncaught-in-pool",
          "terminated");

  private record Program(String name, List<String> flags, String path, List<String> words) {
    static Program of(String name, List<String> flags, String... words) {
      return new Program(name, flags, CLASSES.toString(), List.of(words));
    }
  }

  private final Report report;
  private final Path folder;
  private final int repeats;
  private final @Nullable String only;

  Contracts(Report report, Path folder, int repeats, @Nullable String only) {
    this.report = report;
    this.folder = folder;
    this.repeats = repeats;
    this.only = only;
  }

  void compare(List<Jdk> jdks) throws IOException, InterruptedException {
    List<Agents> agents = Agents.all();
    List<Program> coroutines = wanted("coroutines") ? coroutines() : List.of();
    for (Jdk jdk : jdks) {
      for (Program program : programs(jdk, coroutines)) {
        if (wanted(program.name.replaceAll(" .*", ""))) {
          compare(jdk, program, agents);
        }
      }
    }
  }

  private boolean wanted(String name) {
    return only == null || only.equals(name);
  }

  private List<Program> programs(Jdk jdk, List<Program> coroutines) {
    List<Program> all = new ArrayList<>();
    all.add(Program.of("contract", List.of(), "Contract"));
    all.add(Program.of("objects", List.of(), "Meanwhile", "objects"));
    all.add(Program.of("settings", List.of(), "Meanwhile", "settings"));
    WAYS.forEach(way -> all.add(Program.of(way, List.of(), "Ending", way)));
    all.addAll(coroutines);
    if (jdk.feature() == 17) { // the last of the three that has a security manager
      Path policy = TESTS.resolve("src/test/resources/contract.policy");
      List<String> flags = List.of("-Djava.security.manager", "-Djava.security.policy==" + policy);
      all.add(
          Program.of(
              "permissions",
              List.of("-Djava.security.manager=allow"),
              "Permitted",
              "record",
              "again"));
      all.add(Program.of("policy", granting(flags, ForkedJvm.JAR), "Permitted"));
      all.add(
          Program.of(
              "policy without the agent", granting(flags, Path.of("/another.jar")), "Permitted"));
    }
    return all;
  }

  private static List<String> granting(List<String> flags, Path jar) {
    return Agents.joined(flags, List.of("-Dcontract.granted=" + jar));
  }

  private List<Program> coroutines() throws IOException {
    Path classes = folder.resolve("coroutines");
    Path stdlib = ForkedJvm.LIBRARIES.resolve("kotlin-stdlib-" + KotlinCompiler.VERSION + ".jar");
    try (Stream<Path> files = Files.walk(TESTS.resolve("src/test/kotlin"))) {
      List<Path> sources = files.filter(file -> file.toString().endsWith(".kt")).sorted().toList();
      KotlinCompiler.compile(sources, List.of(stdlib, library("1.6.0"), CLASSES), classes);
    }
    return Stream.of("1.6.0", "1.11.0")
        .map(
            version ->
                new Program(
                    "coroutines " + version,
                    List.of(),
                    Stream.of(classes, CLASSES, stdlib, library(version))
                        .map(Path::toString)
                        .collect(Collectors.joining(File.pathSeparator)),
                    List.of("CoroutinesKt")))
        .toList();
  }

  private static Path library(String version) {
    return ForkedJvm.LIBRARIES.resolve("kotlinx-coroutines-core-jvm-" + version + ".jar");
  }

  private void compare(Jdk jdk, Program program, List<Agents> agents)
      throws IOException, InterruptedException {
    Map<String, List<Map<String, List<String>>>> bases = new HashMap<>();
    for (Agents set : agents) {
      Map<String, List<String>> seen = run(jdk, program, set);
      if (set.isBase()) {
        List<Map<String, List<String>>> runs = new ArrayList<>(List.of(seen));
        for (int i = 1; i < repeats; i++) {
          runs.add(run(jdk, program, set));
        }
        bases.put(set.name(), runs);
      } else {
        compare(jdk, program, set, seen, bases.getOrDefault(set.base(), List.of()));
      }
    }
    report.say(
        "Java %d, %s: %d lines compared with %d sets of agents"
            .formatted(
                jdk.feature(),
                program.name,
                bases.getOrDefault(Agents.NONE, List.of()).get(0).size(),
                agents.size() - bases.size()));
  }

  private void compare(
      Jdk jdk,
      Program program,
      Agents set,
      Map<String, List<String>> seen,
      List<Map<String, List<String>>> runs)
      throws IOException, InterruptedException {
    Map<String, List<String>> base = runs.get(0);
    Set<String> unsteady = Report.unsteady(runs);
    Set<String> differs = Report.differing(base, seen);
    if (!unsteady.containsAll(differs)) {
      // Seen once may be chance, of which a loaded machine has more: twice is not.
      Map<String, List<String>> again = run(jdk, program, set);
      differs.retainAll(Report.differing(base, again));
      unsteady.addAll(Report.differing(again, seen));
    }
    Set<String> equal = new TreeSet<>(base.keySet());
    equal.removeAll(differs);
    equal.removeAll(unsteady);
    report.same(equal.size());
    differs.removeAll(unsteady);
    for (String check : differs) {
      report.different(
          "on %d, %s: %s: %s".formatted(jdk.feature(), set.name(), program.name, check));
      report.say("  " + set.base() + ": " + shortened(base.get(check)));
      report.say("  " + set.name() + ": " + shortened(seen.get(check)));
    }
    if (!unsteady.isEmpty()) {
      report.say(
          "unsteady on %d, %s: %s: %s"
              .formatted(jdk.feature(), set.base(), program.name, new TreeSet<>(unsteady)));
    }
  }

  private static String shortened(@Nullable List<String> values) {
    String text = values == null ? "nothing" : String.join(" | ", values);
    return text.length() < 1500 ? text : text.substring(0, 1500) + " …";
  }

  /** What it printed, by the name of the check, and how it ended. */
  private Map<String, List<String>> run(Jdk jdk, Program program, Agents agents)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(jdk.java().toString(), "-cp", program.path));
    command.addAll(agents.flags());
    command.addAll(program.flags);
    command.add("dev.snarl.tests.contract." + program.words.get(0));
    command.addAll(program.words.subList(1, program.words.size()));
    boolean lookedAt = program.words.get(0).equals("Meanwhile") && !agents.flags().isEmpty();
    Forked forked =
        Forked.run(
            command,
            Files.createTempDirectory(folder, "run"),
            lookedAt ? LOOKED_AT : Duration.ZERO,
            LIMIT);
    Map<String, List<String>> seen = new TreeMap<>();
    for (String line : forked.out()) {
      int colon = line.indexOf(": ");
      String name = colon < 0 ? line : line.substring(0, colon);
      String value = colon < 0 ? "" : line.substring(colon + 2);
      seen.computeIfAbsent(name, n -> new ArrayList<>()).add(value);
    }
    seen.put("exit code", List.of(forked.ended() ? "" + forked.code() : "not within " + LIMIT));
    // OpenTelemetry says that it is there; frames of an uncaught exception may be its own.
    seen.put(
        "standard error",
        forked.err().stream()
            .filter(line -> !line.matches("(snarl: |\\[otel|OpenJDK .* warning|WARNING: ).*"))
            .toList());
    return seen;
  }
}
