package dev.snarl.tests.corpus;

import dev.snarl.tests.ForkedJvm;
import dev.snarl.tests.KotlinCompiler;
import dev.snarl.tests.Libraries;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/** Compiles programs for Java 17 into a folder for each group, and knows their class paths. */
record Compiler(Path folder) {
  /** Kotlin programs run with both; compiled once, against the older. */
  private static final List<String> COROUTINES = List.of("1.6.0", "1.11.0");

  void compile(List<Program> programs) {
    Libraries.fetch(
        programs.stream()
            .map(program -> program.kotlin() ? KotlinCompiler.LIBRARIES : program.libraries())
            .toList());
    Map<String, List<Program>> groups =
        programs.stream()
            .filter(program -> !program.kotlin())
            .collect(Collectors.groupingBy(Program::group, TreeMap::new, Collectors.toList()));
    groups.forEach(this::java);
    List<Path> kotlin = programs.stream().filter(Program::kotlin).map(Program::path).toList();
    if (!kotlin.isEmpty()) {
      KotlinCompiler.compile(
          kotlin, List.of(stdlib(), coroutines(COROUTINES.get(0))), folder.resolve("kotlin"));
    }
  }

  private void java(String group, List<Program> programs) {
    Set<Path> path = new LinkedHashSet<>();
    programs.forEach(program -> path.addAll(Libraries.jars(program.libraries())));
    List<String> arguments =
        new ArrayList<>(
            List.of("-proc:none", "--release", "17", "-d", folder.resolve(group).toString()));
    arguments.addAll(List.of("-cp", joined(path.stream())));
    programs.forEach(program -> arguments.add(program.path().toString()));
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    int code =
        ToolProvider.getSystemJavaCompiler()
            .run(null, said, said, arguments.toArray(String[]::new));
    if (code != 0) {
      throw new IllegalStateException("javac failed:\n" + said.toString(StandardCharsets.UTF_8));
    }
  }

  /** The class path by what to call that run. */
  Map<String, String> classPaths(Program program) {
    Map<String, String> paths = new LinkedHashMap<>();
    if (program.kotlin()) {
      for (String version : COROUTINES) {
        paths.put(
            " with coroutines " + version,
            joined(Stream.of(folder.resolve("kotlin"), stdlib(), coroutines(version))));
      }
    } else {
      Path classes = folder.resolve(program.group());
      paths.put(
          "",
          joined(Stream.concat(Stream.of(classes), Libraries.jars(program.libraries()).stream())));
    }
    return paths;
  }

  private static String joined(Stream<Path> paths) {
    return paths.map(Path::toString).collect(Collectors.joining(File.pathSeparator));
  }

  private static Path stdlib() {
    return ForkedJvm.LIBRARIES.resolve("kotlin-stdlib-" + KotlinCompiler.VERSION + ".jar");
  }

  private static Path coroutines(String version) {
    return ForkedJvm.LIBRARIES.resolve("kotlinx-coroutines-core-jvm-" + version + ".jar");
  }
}
