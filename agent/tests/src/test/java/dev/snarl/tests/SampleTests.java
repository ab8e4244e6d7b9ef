package dev.snarl.tests;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/**
 * The tests below {@code resources} with their application, compiled into two folders as a build
 * does, and run by JUnit's launcher in a JVM of its own with snarl-junit on the class path.
 */
final class SampleTests {
  private static final List<String> LAUNCHER =
      List.of("org.junit.platform:junit-platform-console-standalone:1.13.4", "junit:junit:4.13.2");

  private final Path folder;
  private final Path sources;
  private final List<Path> libraries = new ArrayList<>();

  /** Those of {@code resources/NAME}, with these libraries. */
  SampleTests(Path folder, String name, String... coordinates) {
    this.folder = folder;
    this.sources = ForkedJvm.CLASSES.resolve(name);
    libraries.addAll(List.of(ForkedJvm.JUNIT, ForkedJvm.JAR));
    libraries.addAll(Libraries.jars(LAUNCHER));
    libraries.addAll(Libraries.jars(List.of(coordinates)));
    compile("app", libraries);
    List<Path> all = new ArrayList<>(libraries);
    all.add(folder.resolve("app"));
    compile("tests", all);
  }

  private void compile(String part, List<Path> path) {
    List<Path> files;
    try (Stream<Path> all = Files.walk(sources.resolve(part))) {
      files = all.filter(Files::isRegularFile).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    if (files.get(0).toString().endsWith(".kt")) {
      KotlinCompiler.compile(files, path, folder.resolve(part));
      return;
    }
    List<String> arguments = new ArrayList<>(List.of("-proc:none", "--release", "17"));
    arguments.addAll(List.of("-d", folder.resolve(part).toString(), "-cp", joined(path.stream())));
    files.forEach(file -> arguments.add(file.toString()));
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    int code =
        ToolProvider.getSystemJavaCompiler()
            .run(null, said, said, arguments.toArray(String[]::new));
    if (code != 0) {
      throw new IllegalStateException("javac failed:\n" + said.toString(StandardCharsets.UTF_8));
    }
  }

  private static String joined(Stream<Path> paths) {
    return paths.map(Path::toString).collect(Collectors.joining(File.pathSeparator));
  }

  /** The tests of these classes, in their order; flags of the JVM come first. */
  Exit run(Jdk jdk, List<String> flags, String... classes) {
    List<String> command = new ArrayList<>(List.of(jdk.java().toString()));
    command.addAll(flags);
    command.addAll(
        List.of(
            "-cp", joined(Stream.concat(Stream.of(at("app"), at("tests")), libraries.stream()))));
    command.addAll(
        List.of("org.junit.platform.console.ConsoleLauncher", "execute", "--disable-banner"));
    command.addAll(List.of("--disable-ansi-colors", "--details=tree", "--details-theme=ascii"));
    command.add(
        "--config=junit.jupiter.testclass.order.default=org.junit.jupiter.api.ClassOrderer$ClassName");
    Arrays.stream(classes).map(name -> "--select-class=" + name).forEach(command::add);
    try (Running running = new Running(new ProcessBuilder(command).start())) {
      return running.exit();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Path at(String part) {
    return folder.resolve(part);
  }

  /**
   * The line of the tree with this name of a test or class: its end is {@code [OK]} if it passed.
   * It has the time of one that took long.
   */
  static String line(Exit exit, String name) {
    Pattern line = Pattern.compile("- " + Pattern.quote(name) + "( \\d+ ms)? \\[");
    return exit.out().stream()
        .filter(each -> line.matcher(each).find() || each.contains("+-- " + name + " "))
        .findFirst()
        .orElseThrow(() -> new AssertionError(name + " is not in " + exit));
  }
}
