package dev.snarl.tests.corpus;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Those of detekt's rules for coroutines that mean a fault of the corpus, over the sources in
 * Kotlin. Its others are about style.
 */
record Detekt(String report) implements Tool {
  private static final Map<String, Set<String>> MEANINGS =
      Map.of(
          "SleepInsteadOfDelay", Set.of("blocking-in-coroutine"),
          "GlobalCoroutineUsage", Set.of("nested-scope"));
  private static final Pattern LINE =
      Pattern.compile("^(\\w+) - .* at \\S*?([^/\\s]+\\.kt):(\\d+):\\d+ .*");

  static Detekt over(List<Program> programs, Compiler compiler, Path folder)
      throws IOException, InterruptedException {
    List<Program> kotlin = programs.stream().filter(Program::kotlin).toList();
    if (kotlin.isEmpty()) {
      return new Detekt("");
    }
    Path report = folder.resolve("detekt.txt");
    Path config = folder.resolve("detekt.yml");
    Files.writeString(
        config,
        MEANINGS.keySet().stream()
            .map(rule -> "  " + rule + ":\n    active: true\n")
            .collect(Collectors.joining("", "coroutines:\n  active: true\n", "")));
    ToolProcess.run(
        List.of(
            "-jar",
            ToolProcess.jar("io.gitlab.arturbosch.detekt", "detekt-cli", "all").toString(),
            "--config",
            config.toString(),
            "--jvm-target",
            "17",
            "--classpath",
            compiler.classPaths(kotlin.get(0)).values().iterator().next(),
            "--input",
            kotlin.stream().map(each -> each.path().toString()).collect(Collectors.joining(",")),
            "--report",
            "txt:" + report));
    return new Detekt(Files.readString(report));
  }

  @Override
  public String title() {
    return "detekt";
  }

  @Override
  public Set<String> claims() {
    return Set.of("blocking-in-coroutine", "nested-scope");
  }

  @Override
  public List<Alarm> alarms(Shot shot) {
    return Alarm.of(report, LINE, MEANINGS, shot.program().file());
  }
}
