package dev.snarl.junit;

import dev.snarl.launcher.Agent;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Puts the agent into this JVM, by the command {@code attach} in a JVM of its own: a JVM does not
 * attach to itself unless it was started with a flag.
 */
final class Attachment {
  private static final long PATIENCE_SECONDS = 60;

  private Attachment() {}

  /** Why it is not attached; empty if it is. */
  static String attach(List<String> options) {
    try {
      Path jar = Path.of(Agent.class.getProtectionDomain().getCodeSource().getLocation().toURI());
      List<String> command = new ArrayList<>();
      command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
      command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx64m"));
      command.addAll(List.of("-jar", jar.toString(), "attach"));
      command.add(String.valueOf(ProcessHandle.current().pid()));
      command.addAll(options);
      return run(command);
    } catch (IOException | URISyntaxException | RuntimeException e) {
      return e.toString();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return "interrupted";
    }
  }

  private static String run(List<String> command) throws IOException, InterruptedException {
    Path said = Files.createTempFile("snarl-junit", ".txt");
    try {
      ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
      builder.redirectOutput(said.toFile());
      builder.environment().keySet().removeAll(List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS"));
      Process process = builder.start();
      process.getOutputStream().close();
      if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        return "no answer in " + PATIENCE_SECONDS + " s";
      }
      String text = Files.readString(said, Charset.defaultCharset()).strip();
      boolean before = text.contains("was active in JVM");
      return process.exitValue() == 0 && !before ? "" : text.replaceAll("\\s*\\R\\s*", "; ");
    } finally {
      Files.delete(said);
    }
  }
}
