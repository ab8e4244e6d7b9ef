package dev.snarl.tests.corpus;

import dev.snarl.tests.ForkedJvm;
import dev.snarl.tests.Jdk;
import dev.snarl.tests.Libraries;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Tools that are fetched through Maven, at the versions in {@code benchmarks/pom.xml}. */
final class ToolProcess {
  private static final Path POM = ForkedJvm.ROOT.resolve("benchmarks/pom.xml");

  private ToolProcess() {}

  /** A tool and what it needs. The coordinates have no version; they may end in a classifier. */
  static List<Path> jars(String group, String artifact, String... classifier) {
    String coordinates = group + ":" + artifact + ":" + version(artifact);
    return Libraries.jars(
        List.of(classifier.length == 0 ? coordinates : coordinates + ":" + classifier[0]));
  }

  static Path jar(String group, String artifact, String... classifier) {
    String version = version(artifact);
    return jars(group, artifact, classifier).stream()
        .filter(jar -> jar.getFileName().toString().startsWith(artifact + "-" + version))
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("no jar of " + artifact));
  }

  static String version(String artifact) {
    try {
      Matcher version =
          Pattern.compile(
                  "<" + Pattern.quote(artifact) + "\\.version>(?:\\$\\{(\\w+)\\.version})?([^<]*)<")
              .matcher(Files.readString(POM));
      if (!version.find()) {
        throw new IllegalStateException("no version of " + artifact + " in " + POM);
      }
      return version.group(1) == null ? version.group(2) : version(version.group(1));
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  static String joined(List<Path> paths) {
    return paths.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
  }

  /** Runs a program of a tool on 17 to its end; what it prints on standard output. */
  static String run(List<String> arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(Jdk.of(17).java().toString()));
    command.addAll(arguments);
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    process.waitFor();
    return out;
  }
}
