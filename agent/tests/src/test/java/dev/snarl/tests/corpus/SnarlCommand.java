package dev.snarl.tests.corpus;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/** A command of Snarl's jar that reads a file which a JVM without the agent left. */
record SnarlCommand(String command, Function<Shot, Path> file, Set<String> claims) implements Tool {
  static final SnarlCommand JFR =
      new SnarlCommand(
          "jfr",
          Shot::recording,
          Set.of(
              "async-blocking-pair",
              "lock-contention",
              "thread-per-task",
              "virtual-thread-pinned",
              "common-pool-blocking",
              "heap-pressure"));
  static final SnarlCommand THREADS =
      new SnarlCommand(
          "threads",
          Shot::output,
          Set.of(
              "lock-deadlock",
              "pool-deadlock",
              "pool-starvation",
              "async-blocking-pair",
              "connection-pool-exhausted",
              "lock-contention",
              "thread-per-task",
              "submit-and-wait",
              "blocking-io-pool",
              "fan-out-wait"));

  @Override
  public String title() {
    return "`snarl.jar " + command + "`";
  }

  @Override
  public List<Alarm> alarms(Shot shot) throws IOException, InterruptedException {
    Path left = file.apply(shot);
    if (!Files.exists(left) || Files.size(left) == 0) {
      return List.of();
    }
    return shot.said(command, left).stream().map(Alarm::of).toList();
  }
}
