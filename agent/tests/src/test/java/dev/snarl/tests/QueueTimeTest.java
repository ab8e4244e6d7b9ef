package dev.snarl.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.snarl.tests.programs.BesideMicrometer;
import dev.snarl.tests.programs.QueueTimes;
import io.micrometer.common.KeyValue;
import io.micrometer.core.instrument.Timer;
import io.micrometer.observation.Observation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.parallel.Isolated;

/** Queue wait and run time of every executor, against what the tasks measured themselves. */
@Isolated("its programs are measured by the clock")
class QueueTimeTest {

  /** A mean may be off by 5 % or a millisecond, whichever is more. */
  private static double tolerance(double seconds) {
    return Math.max(0.05 * seconds, 0.001);
  }

  @OnJdk
  void theMeansAreThoseThatTheTasksMeasured(Jdk jdk) {
    compare(ForkedJvm.on(jdk).prompt());
  }

  /** Tasks are known by their headers: see {@link HashInHeaderTest}. */
  @OnJdk(25)
  void soTheyAreWithCompactObjectHeaders(Jdk jdk) {
    compare(ForkedJvm.on(jdk).prompt().flags("-XX:+UseCompactObjectHeaders"));
  }

  private static void compare(ForkedJvm jvm) {
    try (Running program = jvm.agent("port=0").start(QueueTimes.class)) {
      program.awaitOut("done");
      // What is read is up to half a second old.
      Deadline.in(Duration.ofSeconds(10))
          .until(
              () -> String.join("\n", problems(program)),
              () -> problems(program).isEmpty() ? Boolean.TRUE : null,
              () -> true);
      assertThat(program.exit().err()).allMatch(line -> line.startsWith("snarl: "));
    }
  }

  @OnJdk
  void theMeansAreThoseOfMicrometersWrapperAndOfLittlesLaw(Jdk jdk) {
    try (Running program =
        ForkedJvm.on(jdk)
            .prompt()
            .jarsOf(Timer.class, Observation.class, KeyValue.class)
            .agent("port=0")
            .start(BesideMicrometer.class)) {
      program.awaitOut("done");
      double[] truth = line("truth", program);
      double[] micrometer = line("micrometer", program);
      double[] snarl =
          Deadline.in(Duration.ofSeconds(10))
              .until(
                  () -> program.get("/api/executors"),
                  () -> {
                    double[] seen = measured(program);
                    return seen[0] == truth[0] ? seen : null;
                  },
                  () -> true);
      String all =
          "truth %s, Micrometer %s, Snarl %s"
              .formatted(
                  Arrays.toString(truth), Arrays.toString(micrometer), Arrays.toString(snarl));
      assertThat(snarl[1]).as("wait: " + all).isCloseTo(truth[1], within(tolerance(truth[1])));
      assertThat(snarl[2]).as("run: " + all).isCloseTo(truth[2], within(tolerance(truth[2])));
      assertThat(micrometer[1]).as("wait: " + all).isCloseTo(truth[1], within(tolerance(truth[1])));
      assertThat(micrometer[2]).as("run: " + all).isCloseTo(truth[2], within(tolerance(truth[2])));
      double little = line("little", program)[0];
      // The program looks at the length every half millisecond or so, and so may be off itself.
      assertThat(snarl[1]).as("Little's law: " + all).isCloseTo(little, within(0.1 * little));
    }
  }

  private static double[] line(String word, Running program) {
    return program.out().stream()
        .filter(line -> line.startsWith(word + " "))
        .map(line -> line.substring(word.length() + 1).split(" "))
        .map(numbers -> Arrays.stream(numbers).mapToDouble(Double::parseDouble).toArray())
        .findFirst()
        .orElseThrow();
  }

  private static double[] measured(Running program) {
    JsonObject executors = JsonParser.parseString(program.get("/api/executors")).getAsJsonObject();
    JsonObject pool = Objects.requireNonNull(pool("both-#", executors));
    JsonObject waited = pool.getAsJsonObject("queueWait");
    JsonObject ran = pool.getAsJsonObject("runTime");
    double count = waited.get("count").getAsDouble();
    return new double[] {
      count, waited.get("sum").getAsDouble() / count, ran.get("sum").getAsDouble() / count
    };
  }

  private static List<String> problems(Running program) {
    JsonObject executors = JsonParser.parseString(program.get("/api/executors")).getAsJsonObject();
    List<String> problems = new ArrayList<>();
    int compared = 0;
    for (String line : program.out()) {
      if (line.startsWith("truth ")) {
        compared++;
        compare(line.split(" "), executors, problems);
      }
    }
    if (compared != 12) {
      problems.add(compared + " pools compared instead of 12");
    }
    return problems;
  }

  private static void compare(String[] truth, JsonObject executors, List<String> problems) {
    String name = truth[1];
    JsonObject pool = pool(name + "-#", executors);
    if (pool == null) {
      problems.add(name + ": no such pool");
      return;
    }
    long count = Long.parseLong(truth[2]);
    long waited = Long.parseLong(truth[3]);
    double submitting = Long.parseLong(truth[5]) / 1e9 / count;
    compare(name + " waited", count, waited, submitting, pool.get("queueWait"), problems);
    compare(name + " ran", count, Long.parseLong(truth[4]), 0, pool.get("runTime"), problems);
  }

  private static void compare(
      String what,
      long count,
      long sumNanos,
      double unclear,
      JsonElement measured,
      List<String> problems) {
    JsonObject times = measured.getAsJsonObject();
    double mean = sumNanos / 1e9 / count;
    double seen = times.get("sum").getAsDouble() / times.get("count").getAsLong();
    long counted = times.get("count").getAsLong();
    if (!(Math.abs(seen - mean) <= tolerance(mean) + unclear)) {
      problems.add(what + " " + mean + " s on average, Snarl says " + seen + ": " + times);
    }
    // Up to 1,000 in a short time each task is timed; of more, some stand for the others.
    double allowed = count <= 400 ? 0 : 0.3 * count;
    if (Math.abs(counted - count) > allowed) {
      problems.add(what + ": " + count + " tasks, Snarl counts " + counted);
    }
  }

  private static @Nullable JsonObject pool(String name, JsonObject executors) {
    for (JsonElement item : executors.getAsJsonArray("items")) {
      if (item.getAsJsonObject().get("name").getAsString().equals(name)) {
        return item.getAsJsonObject();
      }
    }
    return null;
  }
}
