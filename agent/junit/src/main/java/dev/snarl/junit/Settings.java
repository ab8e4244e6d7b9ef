package dev.snarl.junit;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The configuration parameters of JUnit that begin with {@code snarl.junit.}: system properties or
 * lines of {@code junit-platform.properties}.
 *
 * @param rules whose findings fail tests
 * @param app package prefixes of the application; empty: what is compiled into folders
 * @param options of the agent
 * @param baseline the file of what is known, null for none
 * @param write whether what is new goes into that file instead of failing
 * @param testCode whether lines of the tests themselves count
 */
record Settings(
    boolean enabled,
    Set<String> rules,
    List<String> app,
    String options,
    @Nullable Path baseline,
    boolean write,
    boolean testCode) {

  /**
   * What a test shows as well as production does: waits that end too late or never. Load, limits
   * and rejections are what many tests are about.
   */
  private static final Set<String> WAITS =
      Set.of(
          "pool-deadlock",
          "lock-deadlock",
          "lost-wait",
          "pool-starvation",
          "permits-exhausted",
          "async-blocking-pair",
          "common-pool-blocking",
          "blocking-in-coroutine",
          "virtual-thread-pinned");

  /**
   * A call that does it each time, unless it is the set-up of each test that does: one test must
   * have run all the time.
   */
  private static final Set<String> REPEATED =
      Set.of(
          "thread-per-task",
          "executor-per-call",
          "client-per-call",
          "submit-and-wait",
          "nested-scope",
          "serial-blocking");

  private static final Set<String> CALLS =
      Set.of("thread-per-task", "executor-per-call", "client-per-call");

  /** Thresholds for the seconds of a test. */
  private static final String SHORT =
      "rules.async-blocking-pair.minHeldThreadSeconds=0.5,"
          + "rules.async-blocking-pair.minLastedSeconds=1.5,"
          + "rules.async-blocking-pair.windowSeconds=5,"
          + "rules.common-pool-blocking.windowSeconds=5,"
          + "rules.blocking-in-coroutine.windowSeconds=5,"
          + "rules.thread-per-task.windowSeconds=5,"
          + "rules.client-per-call.windowSeconds=5,"
          + "rules.executor-per-call.windowSeconds=10";

  static Settings of(Function<String, Optional<String>> parameters) {
    Function<String, String> get =
        key -> parameters.apply("snarl.junit." + key).map(String::strip).orElse("");
    String baseline = get.apply("baseline");
    return new Settings(
        !get.apply("enabled").equals("false"),
        rules(get.apply("rules")),
        words(get.apply("app")),
        get.apply("options"),
        baseline.isEmpty() ? null : Path.of(baseline),
        get.apply("baseline.write").equals("true"),
        get.apply("testcode").equals("true"));
  }

  static boolean needsOneTest(String rule) {
    return REPEATED.contains(rule);
  }

  private static Set<String> rules(String given) {
    Set<String> rules = new LinkedHashSet<>();
    for (String word : given.isEmpty() ? List.of("default") : words(given)) {
      if (word.equals("default")) {
        rules.addAll(WAITS);
        rules.addAll(CALLS);
      } else {
        rules.add(word);
      }
    }
    return Set.copyOf(rules);
  }

  private static List<String> words(String given) {
    return given.isEmpty() ? List.of() : List.of(given.split("[\\s,;]+", -1));
  }

  /** For the agent; of two that name the same key the first counts. */
  List<String> agentOptions(Path findings) {
    List<String> all = new ArrayList<>();
    all.add("port=off");
    all.add("findings=" + findings);
    if (!options.isEmpty()) {
      all.add(options);
    }
    if (!app.isEmpty()) {
      all.add("app=" + String.join("+", app));
    }
    all.add(SHORT);
    return all;
  }
}
