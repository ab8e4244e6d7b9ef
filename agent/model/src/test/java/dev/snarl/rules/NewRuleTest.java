package dev.snarl.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.assertj.core.api.Assertions;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A rule that is added to a copy of the sources as CONTRIBUTING.md says, five files and one line,
 * passes every check that lists rules; and they miss whatever of it is left out.
 */
class NewRuleTest {
  private static final Path SOURCES = Path.of("../..");
  private static final Path MAIN = Path.of("agent/model/src/main/java/dev/snarl/rules");
  private static final Path TESTS = Path.of("agent/model/src/test/java/dev/snarl/rules");
  private static final Path INDEX = Path.of("docs/findings/README.md");
  private static final Path RULE = MAIN.resolve("ManyPools.java");

  private static final Map<Path, String> FILES =
      Map.of(
          RULE,
          """
          package dev.snarl.rules;

          import dev.snarl.snapshot.Timeline;
          import java.util.List;
          import java.util.Map;

          final class ManyPools implements Rule {
            private static final Declaration DECLARATION =
                new Declaration(
                    "many-pools",
                    Family.WASTED_THREADS,
                    "more pools than anybody can size",
                    Cost.number("pools", "pools", 0.5),
                    Defaults.of("minPools", 2.0),
                    Severity.WARNING);

            @Override
            public Declaration declaration() {
              return DECLARATION;
            }

            @Override
            public List<Verdict> judge(Timeline timeline, Thresholds thresholds) {
              int pools = timeline.latest().pools().size();
              return pools < thresholds.get("minPools")
                  ? List.of()
                  : List.of(
                      new Verdict(
                          "jvm", Severity.WARNING, "JVM", pools + " pools",
                          Map.of("pools", pools), 1, "Share them."));
            }
          }
          """,
          TESTS.resolve("ManyPoolsTest.java"),
          """
          package dev.snarl.rules;

          import static dev.snarl.rules.Snapshots.aPool;
          import static dev.snarl.rules.Snapshots.at;
          import static org.assertj.core.api.Assertions.assertThat;

          import org.junit.jupiter.api.Test;

          class ManyPoolsTest {
            @Test
            void twoPoolsAreManyAndOneIsNot() {
              Rule rule = new ManyPools();
              assertThat(Snapshots.judge(rule, at(0).pool(aPool(1)).alone())).isEmpty();
              assertThat(Snapshots.judge(rule, at(0).pool(aPool(1)).pool(aPool(2)).alone()))
                  .hasSize(1);
            }
          }
          """,
          Path.of("examples/corpus/many-pools/TwoPools.java"),
          """
          /*
           * claim: two pools live
           * expect: many-pools warning at JVM
           */
          public class TwoPools {}
          """,
          Path.of("examples/corpus/many-pools/BenignOnePool.java"),
          """
          /*
           * claim: one pool lives
           * twin of: many-pools
           */
          public class BenignOnePool {}
          """,
          Path.of("docs/findings/many-pools.md"),
          """
          # `many-pools` · warning

          | threshold | default | meaning |
          |---|---|---|
          | `minPools` | 2 | pools that live |

          `pools` counts them. `rules.many-pools=off`
          """);

  private final Path copy;

  NewRuleTest(@TempDir Path copy) {
    this.copy = copy;
  }

  @Test
  void fiveFilesAndOneLineAreARule() throws Exception {
    for (String part :
        List.of("README.md", "docs", "examples/corpus", "cloudwatch", "scripts/lib", "" + MAIN)) {
      copy(Path.of(part));
    }
    copy(TESTS);
    Files.delete(copy.resolve(TESTS).resolve("NewRuleTest.java")); // names the rule too
    for (Map.Entry<Path, String> file : FILES.entrySet()) {
      write(file.getKey(), file.getValue());
    }
    compile();
    assertThat(failures()).containsKey("everyRuleIsInTheListAndNamedAfterItsId");
    Path rules = MAIN.resolve("Rules.java");
    write(rules, read(rules).replace("new FanOutWait(),", "new FanOutWait(),\nnew ManyPools(),"));
    compile();

    assertThat(failures()).containsOnlyKeys("theIndexIsThatOfTheDeclarations");
    write(INDEX, read(Path.of("agent/model/target/findings.md")));
    assertThat(read(INDEX)).contains("(many-pools.md) | warning | more pools than anybody");
    assertThat(failures()).isEmpty();

    for (Path file : FILES.keySet()) {
      if (!file.equals(RULE)) {
        Files.delete(copy.resolve(file));
        assertThat(failures()).as("without %s", file).isNotEmpty();
        write(file, FILES.get(file));
      }
    }
    assumeTrue(
        Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
            .anyMatch(folder -> Files.isExecutable(Path.of(folder, "python3"))));
    python("cloudwatch/source/generate.py");
    assertThat(read(Path.of("cloudwatch/alarms.template.json"))).contains("\"many-pools\"");
  }

  /** What the tests that list rules, and the rule's own, complain of in the copy. */
  private Map<String, Throwable> failures() throws Exception {
    List<URL> path = new ArrayList<>(List.of(copy.resolve("classes").toUri().toURL()));
    for (Class<?> owner : List.of(Rules.class, NewRuleTest.class)) {
      path.add(owner.getProtectionDomain().getCodeSource().getLocation());
    }
    Map<String, Throwable> failures = new TreeMap<>();
    System.setProperty(RuleDocsTest.SOURCES, copy.toString());
    try (URLClassLoader loader = new Own(path.toArray(URL[]::new))) {
      run(loader.loadClass(RuleDocsTest.class.getName()), failures);
      if (Files.exists(copy.resolve(TESTS).resolve("ManyPoolsTest.java"))) {
        run(loader.loadClass("dev.snarl.rules.ManyPoolsTest"), failures);
      }
    } finally {
      System.clearProperty(RuleDocsTest.SOURCES);
    }
    return failures;
  }

  private void compile() {
    String path =
        Stream.of(Rules.class, NewRuleTest.class, Test.class, Assertions.class, NullMarked.class)
            .map(owner -> owner.getProtectionDomain().getCodeSource().getLocation().getPath())
            .collect(Collectors.joining(File.pathSeparator));
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "-nowarn", "-proc:none", "-cp", path, "-d", copy.resolve("classes").toString()));
    for (Path file :
        List.of(MAIN.resolve("Rules.java"), RULE, TESTS.resolve("ManyPoolsTest.java"))) {
      arguments.add(copy.resolve(file).toString());
    }
    int code =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, arguments.toArray(String[]::new));
    assertThat(code).as("javac").isZero();
  }

  private static void run(Class<?> test, Map<String, Throwable> failures) throws Exception {
    for (Method method : test.getDeclaredMethods()) {
      if (method.isAnnotationPresent(Test.class)) {
        var constructor = test.getDeclaredConstructor();
        constructor.setAccessible(true);
        method.setAccessible(true);
        try {
          method.invoke(constructor.newInstance());
        } catch (InvocationTargetException failure) {
          failures.put(method.getName(), failure.getCause());
        }
      }
    }
  }

  /** Our classes are those of its own path, all others those of the test. */
  private static final class Own extends URLClassLoader {
    Own(URL[] path) {
      super(path, NewRuleTest.class.getClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (!name.startsWith("dev.snarl.")) {
        return super.loadClass(name, resolve);
      }
      synchronized (getClassLoadingLock(name)) {
        Class<?> known = findLoadedClass(name);
        return known == null ? findClass(name) : known;
      }
    }
  }

  private void python(String... arguments) throws Exception {
    List<String> command = new ArrayList<>(List.of("python3", "-B"));
    command.addAll(List.of(arguments));
    Process python =
        new ProcessBuilder(command).directory(copy.toFile()).redirectErrorStream(true).start();
    String said = new String(python.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(python.waitFor()).as(said).isZero();
  }

  private void copy(Path part) throws IOException {
    try (Stream<Path> files = Files.walk(SOURCES.resolve(part))) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Path to = copy.resolve(SOURCES.relativize(file));
        Files.createDirectories(to.getParent());
        Files.copy(file, to);
      }
    }
  }

  private void write(Path file, String text) throws IOException {
    Files.createDirectories(copy.resolve(file).getParent());
    Files.writeString(copy.resolve(file), text);
  }

  private String read(Path file) throws IOException {
    return Files.readString(copy.resolve(file));
  }
}
