package dev.snarl.tests.corpus;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * BlockHound as its README arms it, with the integration of kotlinx-coroutines-debug: a blocking
 * call on a thread that must not block throws. The program runs once more; only those with
 * coroutines or Reactor have such threads.
 */
record BlockHound(List<Path> jars) implements Tool {
  private static final Pattern ERROR =
      Pattern.compile("BlockingOperationError: Blocking call!.*\\R(?:\\s+at .*\\R)+");

  static BlockHound fetched() {
    return new BlockHound(
        List.of(
            ToolProcess.jar("io.projectreactor.tools", "blockhound"),
            ToolProcess.jar("org.jetbrains.kotlinx", "kotlinx-coroutines-debug")));
  }

  @Override
  public String title() {
    return "BlockHound";
  }

  @Override
  public Set<String> claims() {
    return Set.of("blocking-in-coroutine");
  }

  @Override
  public List<Alarm> alarms(Shot shot) throws IOException, InterruptedException {
    boolean reactor =
        shot.program().libraries().stream().anyMatch(each -> each.contains("reactor"));
    if (!shot.program().kotlin() && !reactor) {
      return List.of();
    }
    Path agent = jars.get(0);
    List<Path> more = shot.program().kotlin() ? jars : List.of(agent);
    String path = shot.classPath() + File.pathSeparator + ToolProcess.joined(more);
    Path output = shot.folder().resolve("blockhound");
    WatchedRuns.await(
        WatchedRuns.start(
            new Shot(shot.program(), shot.jdk(), path, shot.folder(), shot.scrapes()),
            List.of(),
            List.of("-XX:+AllowRedefinitionToAddDeleteMethods", "-javaagent:" + agent),
            output));
    return in(Files.readString(output));
  }

  static List<Alarm> in(String output) {
    List<Alarm> alarms = new ArrayList<>();
    Matcher error = ERROR.matcher(output);
    while (error.find()) {
      alarms.add(new Alarm(Set.of("blocking-in-coroutine"), Severity.WARNING, error.group()));
    }
    return alarms;
  }
}
