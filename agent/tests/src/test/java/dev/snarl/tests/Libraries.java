package dev.snarl.tests;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The jars of Maven coordinates ({@code group:artifact:version[:classifier]}) and of what they
 * need, fetched once into {@code .cache}.
 */
public final class Libraries {
  private static final List<String> TAGS =
      List.of("groupId", "artifactId", "version", "classifier");

  private Libraries() {}

  public static List<Path> jars(List<String> coordinates) {
    if (coordinates.isEmpty()) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(fetched(coordinates))) {
      return files.filter(file -> file.toString().endsWith(".jar")).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static synchronized Path fetched(List<String> coordinates) throws IOException {
    Path folder = ForkedJvm.ROOT.resolve(".cache/libraries").resolve(key(coordinates));
    Path complete = folder.resolve("complete");
    if (Files.exists(complete)) {
      return folder;
    }
    Files.createDirectories(folder);
    Path pom = folder.resolve("pom.xml");
    Files.writeString(
        pom,
        "<project xmlns=\"http://maven.apache.org/POM/4.0.0\"><modelVersion>4.0.0</modelVersion>"
            + "<groupId>corpus</groupId><artifactId>libraries</artifactId><version>1</version>"
            + coordinates.stream()
                .map(Libraries::dependency)
                .collect(Collectors.joining("", "<dependencies>", "</dependencies>"))
            + "</project>");
    Process maven =
        new ProcessBuilder(
                "mvn",
                "-q",
                "-B",
                "-f",
                pom.toString(),
                "dependency:copy-dependencies",
                "-DoutputDirectory=" + folder)
            .redirectErrorStream(true)
            .start();
    String said = new String(maven.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    try {
      if (maven.waitFor() != 0) {
        throw new IllegalStateException("could not fetch " + coordinates + ":\n" + said);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
    Files.writeString(complete, "");
    return folder;
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
    List<String> parts = List.of(coordinates.split(":", -1));
    StringBuilder xml = new StringBuilder("<dependency>");
    for (int i = 0; i < parts.size(); i++) {
      xml.append("<%1$s>%2$s</%1$s>".formatted(TAGS.get(i), parts.get(i)));
    }
    return xml + "</dependency>";
  }
}
