package dev.snarl.tests;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The machine and a JDK in one sentence, without anything that names this machine. */
public final class Machine {
  private Machine() {}

  public static String describe(Jdk jdk) throws IOException {
    String release = Files.readString(jdk.java().resolve("../../release").normalize());
    double kilobytes = Double.parseDouble(first(Path.of("/proc/meminfo"), "MemTotal:\\s+(\\d+)"));
    return "%s, %d cores, %.0f GB, %s %s %s, JDK %s (%s)"
        .formatted(
            first(Path.of("/proc/cpuinfo"), "model name\\s*: (.*)"),
            Runtime.getRuntime().availableProcessors(),
            kilobytes / (1 << 20),
            System.getProperty("os.name"),
            System.getProperty("os.version"),
            System.getProperty("os.arch"),
            first(release, "JAVA_RUNTIME_VERSION=\"(.*)\""),
            first(release, "IMPLEMENTOR=\"(.*)\""));
  }

  private static String first(Path file, String pattern) throws IOException {
    return first(Files.readString(file), pattern);
  }

  private static String first(String text, String pattern) {
    Matcher matcher = Pattern.compile(pattern).matcher(text);
    return matcher.find() ? matcher.group(1) : "0";
  }
}
