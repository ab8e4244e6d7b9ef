package dev.snarl.tests;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The jars of Maven coordinates ({@code group:artifact:version[:classifier]}) and of what they
 * need, fetched once into {@code .cache}; of one that ends with {@code !}, the jar alone. A set is
 * the class path of one program. One run of Maven fetches many sets: its start takes more time than
 * they do.
 */
public final class Libraries {
  private static final List<String> TAGS =
      List.of("groupId", "artifactId", "version", "classifier");
  private static final Path FOLDER = ForkedJvm.ROOT.resolve(".cache/libraries");

  private Libraries() {}

  public static List<Path> jars(List<String> coordinates) {
    if (coordinates.isEmpty()) {
      return List.of();
    }
    fetch(List.of(coordinates));
    try (Stream<Path> files = Files.list(folder(coordinates))) {
      return files.filter(file -> file.toString().endsWith(".jar")).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Those sets that are missing; another JVM of the tests may be fetching them too. */
  public static synchronized void fetch(Collection<List<String>> sets) {
    if (missing(sets).isEmpty()) {
      return;
    }
    try {
      Files.createDirectories(FOLDER);
      try (FileChannel file = FileChannel.open(FOLDER.resolve("lock"), CREATE, WRITE);
          FileLock lock = file.lock()) {
        List<List<String>> missing = missing(sets);
        if (!missing.isEmpty()) {
          fetchMissing(missing);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<List<String>> missing(Collection<List<String>> sets) {
    return sets.stream()
        .filter(set -> !set.isEmpty() && !Files.exists(folder(set).resolve("complete")))
        .distinct()
        .toList();
  }

  private static void fetchMissing(List<List<String>> sets) throws IOException {
    StringBuilder modules = new StringBuilder("<packaging>pom</packaging><modules>");
    for (List<String> set : sets) {
      Files.createDirectories(folder(set));
      String needed = set.stream().map(Libraries::dependency).collect(Collectors.joining());
      Files.writeString(
          folder(set).resolve("pom.xml"),
          project(key(set), "<dependencies>" + needed + "</dependencies>"));
      modules.append("<module>").append(key(set)).append("</module>");
    }
    Path pom = FOLDER.resolve("pom.xml");
    Files.writeString(pom, project("all", modules.append("</modules>").toString()));
    ProcessBuilder maven =
        new ProcessBuilder(
                "mvn",
                "-q",
                "-B",
                "-f",
                pom.toString(),
                "dependency:copy-dependencies",
                "-DoutputDirectory=.") // of each module
            .redirectErrorStream(true);
    maven.environment().put("MAVEN_OPTS", "-XX:TieredStopAtLevel=1");
    Process process = maven.start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    try {
      if (process.waitFor() != 0) {
        throw new IllegalStateException("could not fetch " + sets + ":\n" + said);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
    for (List<String> set : sets) {
      Files.writeString(folder(set).resolve("complete"), "");
    }
  }

  private static String project(String name, String content) {
    return "<project xmlns=\"http://maven.apache.org/POM/4.0.0\"><modelVersion>4.0.0</modelVersion>"
        + "<groupId>libraries</groupId><artifactId>%s</artifactId><version>1</version>%s</project>"
            .formatted(name, content);
  }

  private static Path folder(List<String> coordinates) {
    return FOLDER.resolve(key(coordinates));
  }

  private static String key(List<String> coordinates) {
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256")
              .digest(String.join(" ", coordinates).getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(hash, 0, 8);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String dependency(String coordinates) {
    boolean alone = coordinates.endsWith("!");
    List<String> parts = List.of(coordinates.replace("!", "").split(":", -1));
    StringBuilder xml = new StringBuilder("<dependency>");
    if (alone) {
      xml.append(
          "<exclusions><exclusion><groupId>*</groupId><artifactId>*</artifactId></exclusion></exclusions>");
    }
    for (int i = 0; i < parts.size(); i++) {
      xml.append("<%1$s>%2$s</%1$s>".formatted(TAGS.get(i), parts.get(i)));
    }
    return xml + "</dependency>";
  }
}
