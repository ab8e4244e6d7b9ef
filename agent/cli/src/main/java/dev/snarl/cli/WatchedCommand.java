package dev.snarl.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A command with the agent in its JVMs: as an argument of {@code java}, else for all JVMs below it
 * in {@code JAVA_TOOL_OPTIONS}, behind what is there. Its streams are ours; what ends us ends it.
 *
 * @param findings the file to which all of these JVMs append
 */
record WatchedCommand(Path jar, Path findings, List<String> options) {

  WatchedCommand {
    options = List.copyOf(options);
  }

  /** Its exit code. */
  int run(List<String> command) throws Failure {
    List<String> all = new ArrayList<>(options);
    all.add("port=off");
    all.add("findings=" + findings);
    String agent = "-javaagent:" + jar + '=' + String.join(",", all);
    List<String> words = new ArrayList<>(command);
    ProcessBuilder builder = new ProcessBuilder(words).inheritIO();
    if (isJava(words.get(0))) {
      words.add(1, agent);
    } else {
      append(builder.environment(), agent);
    }
    try {
      Process process = builder.start();
      Thread end = new Thread(() -> end(process), "snarl-run-end");
      Runtime.getRuntime().addShutdownHook(end);
      int code = process.waitFor();
      Runtime.getRuntime().removeShutdownHook(end);
      return code;
    } catch (IOException e) {
      throw Failure.usage("cannot start " + command.get(0) + ": " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw Failure.unreachable("interrupted");
    }
  }

  private static boolean isJava(String word) {
    return word.replace('\\', '/').matches("(.*/)?java(\\.exe)?");
  }

  /** The JVM splits the variable at blanks outside of quotes. */
  private static void append(Map<String, String> environment, String agent) {
    String option = agent.matches(".*\\s.*") ? '"' + agent + '"' : agent;
    environment.merge("JAVA_TOOL_OPTIONS", option, (before, ours) -> before + ' ' + ours);
  }

  /** A signal has come to this process alone: the command gets one too, and time to end. */
  private static void end(Process process) {
    process.destroy();
    try {
      process.waitFor();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
