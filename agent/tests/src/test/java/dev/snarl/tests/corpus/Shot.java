package dev.snarl.tests.corpus;

import com.google.gson.JsonElement;
import com.google.gson.JsonParser;
import dev.snarl.tests.ForkedJvm;
import dev.snarl.tests.Jdk;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * One run of a program without Snarl's agent, and what was kept of it in a folder. The class path
 * is the program's, for a tool that must run it again in its own way.
 */
record Shot(Program program, Jdk jdk, String classPath, Path folder, List<String> scrapes) {

  /** The exit code for a file that ends in the middle, as that of a killed JVM does. */
  private static final int CUT_OFF = 3;

  Path recording() {
    return folder.resolve("recording.jfr");
  }

  /** Standard output and error, with thread dumps two seconds apart. */
  Path output() {
    return folder.resolve("output");
  }

  /** Of a JVM that was killed or halted there is none. */
  boolean recorded() throws IOException {
    return Files.exists(recording()) && Files.size(recording()) > 0;
  }

  /** The findings of one of the packaged jar's commands about a file of this run. */
  List<Finding> said(String command, Path file) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                Jdk.of(17).java().toString(),
                "-XX:TieredStopAtLevel=1",
                "-jar",
                ForkedJvm.JAR.toString(),
                command,
                file.toString(),
                "--json",
                "--fail-on",
                "never")
            .redirectError(Redirect.DISCARD)
            .start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    int code = process.waitFor();
    if (code == CUT_OFF && out.isBlank()) {
      return List.of();
    }
    if (code != 0 && code != CUT_OFF) {
      throw new IllegalStateException(
          command + " on " + program.name() + " on " + jdk + " ended with " + code + ": " + out);
    }
    List<Finding> findings = new ArrayList<>();
    for (JsonElement each :
        JsonParser.parseString(out).getAsJsonObject().getAsJsonArray("findings")) {
      findings.add(Finding.of(each.getAsJsonObject()));
    }
    return findings;
  }
}
