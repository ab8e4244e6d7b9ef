package dev.snarl.tests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.snarl.tests.programs.LinksClasses;
import java.io.IOException;
import java.lang.module.ModuleDescriptor.Version;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Comparator;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BinaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What is woven into libraries passes the JVM's verifier, in the oldest and in the newest version
 * that lies beside these tests: a class that does not would break the application that loads it.
 * And what is woven into one method is not woven into one that it calls, as would be the case if a
 * new version had an overload that the declaration means too: then each call would count twice.
 */
class WovenLibrariesTest {
  private static final Path DECLARED =
      Path.of("../runtime/src/main/java/dev/snarl/libraries").toAbsolutePath();
  private static final Pattern POINT =
      Pattern.compile(
          "^ +([a-z]+(?:-[a-z]+)*) ([\\w$]+(?:/[\\w$]+)+) (\\S+) (\\S+)", Pattern.MULTILINE);

  @TempDir
  @SuppressWarnings("NullAway") // JUnit sets it.
  Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"oldest", "newest"})
  void eachWovenClassPassesTheVerifierAndEachPointIsOneMethod(String which) throws IOException {
    Path names = folder.resolve("names");
    Files.write(names, points());
    Exit exit =
        ForkedJvm.on(Jdk.of(17))
            .agent()
            .with(jars(which).toArray(String[]::new))
            .run(LinksClasses.class, names.toString());
    assertThat(exit.code()).as("%s", exit).isZero();
    assertThat(exit.out()).noneMatch(line -> line.matches("(broken|several) .*"));
    String last = exit.out().get(exit.out().size() - 1);
    assertThat(Integer.parseInt(last.replace("linked ", ""))).as(last).isGreaterThan(30);
  }

  /** One version of each library. */
  private static Collection<String> jars(String which) throws IOException {
    Comparator<String> older = Comparator.comparing(jar -> Version.parse(version(jar)));
    Map<String, String> chosen = new TreeMap<>();
    try (Stream<Path> files = Files.list(Path.of("target/libraries"))) {
      files
          .map(file -> file.getFileName().toString().replaceAll("\\.jar$", ""))
          .forEach(
              jar ->
                  chosen.merge(
                      jar.substring(0, jar.length() - version(jar).length()),
                      jar,
                      BinaryOperator.minBy(which.equals("oldest") ? older : older.reversed())));
    }
    return chosen.values();
  }

  private static String version(String jar) {
    return jar.replaceAll("^.*?-(?=[0-9])", "");
  }

  /** Class, method and how its descriptor begins; constructors that call each other are one. */
  private static Set<String> points() throws IOException {
    Set<String> points = new TreeSet<>();
    try (Stream<Path> files = Files.list(DECLARED)) {
      for (Path file : files.toList()) {
        Matcher point = POINT.matcher(Files.readString(file));
        while (point.find()) {
          boolean nests = point.group(1).equals("poll"); // the outermost counts
          points.add(
              point.group(2).replace('/', '.')
                  + (nests ? " - (" : " " + point.group(3) + " " + point.group(4)));
        }
      }
    }
    return points;
  }
}
