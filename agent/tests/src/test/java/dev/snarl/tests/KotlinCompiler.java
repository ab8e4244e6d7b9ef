package dev.snarl.tests;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Kotlin's compiler, fetched once and run in a JVM of its own, since it takes much memory. */
public final class KotlinCompiler {
  public static final String VERSION = "2.2.21";

  public static final List<String> LIBRARIES =
      List.of("org.jetbrains.kotlin:kotlin-compiler-embeddable:" + VERSION);

  private KotlinCompiler() {}

  public static void compile(List<Path> files, List<Path> path, Path classes) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        List.of("-Xmx1g", "-XX:TieredStopAtLevel=1", "-cp", joined(Libraries.jars(LIBRARIES))));
    command.add("org.jetbrains.kotlin.cli.jvm.K2JVMCompiler");
    command.addAll(List.of("-nowarn", "-no-stdlib", "-no-reflect", "-jvm-target", "17"));
    command.addAll(List.of("-d", classes.toString(), "-cp", joined(path)));
    files.forEach(file -> command.add(file.toString()));
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (process.waitFor() != 0) {
        throw new IllegalStateException("kotlinc failed:\n" + said);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private static String joined(List<Path> paths) {
    return paths.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
  }
}
