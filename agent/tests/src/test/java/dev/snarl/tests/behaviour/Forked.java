package dev.snarl.tests.behaviour;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** What a command wrote and how it ended, in a folder of its own. */
record Forked(List<String> out, List<String> err, int code, boolean ended) {

  /**
   * @param before how long its standard input stays open
   * @param limit after which it is ended
   */
  static Forked run(List<String> command, Path folder, Duration before, Duration limit)
      throws IOException, InterruptedException {
    Path out = folder.resolve("stdout");
    Path err = folder.resolve("stderr");
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile());
    builder.environment().keySet().removeIf(name -> name.startsWith("SNARL_"));
    Process process = builder.start();
    LockSupport.parkNanos(before.toNanos());
    process.getOutputStream().close();
    boolean ended = process.waitFor(limit.toSeconds(), TimeUnit.SECONDS);
    if (!ended) {
      process.destroyForcibly().waitFor();
    }
    return new Forked(Files.readAllLines(out), Files.readAllLines(err), process.exitValue(), ended);
  }
}
