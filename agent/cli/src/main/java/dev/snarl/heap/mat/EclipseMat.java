package dev.snarl.heap.mat;

import dev.snarl.heap.hprof.Unreadable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Runs the {@code ParseHeapDump} of an installed Eclipse Memory Analyzer and reads what its reports
 * say. The dump is linked into a temporary folder, so that the indexes and reports that MAT writes
 * beside a dump are removed with that folder.
 */
public final class EclipseMat {
  /** Where to get it, in one line. */
  public static final String HOW =
      "unpack the stand-alone Memory Analyzer from https://eclipse.dev/mat and set MAT_HOME to its"
          + " folder, the one that holds ParseHeapDump.sh";

  private static final List<String> REPORTS =
      List.of(
          "org.eclipse.mat.api:suspects",
          "org.eclipse.mat.api:overview",
          "org.eclipse.mat.api:top_components");
  private static final List<String> SCRIPTS = List.of("ParseHeapDump.sh", "ParseHeapDump.bat");

  private final Path script;

  private EclipseMat(Path script) {
    this.script = script;
  }

  /** The installation in that folder or in the folder {@code mat} below it, null for none. */
  public static @Nullable EclipseMat in(Path home) {
    for (Path folder : List.of(home, home.resolve("mat"))) {
      for (String name : SCRIPTS) {
        if (Files.isRegularFile(folder.resolve(name))) {
          return new EclipseMat(folder.resolve(name));
        }
      }
    }
    return null;
  }

  /**
   * Its verdict on a dump.
   *
   * @param minutes after which it is ended
   * @throws Unreadable in one line, when it fails
   */
  public Verdict of(Path dump, long minutes) throws Unreadable {
    Path folder = null;
    try {
      folder = Files.createTempDirectory("snarl-mat");
      Path link = folder.resolve("heap.hprof");
      Files.createSymbolicLink(link, dump.toAbsolutePath());
      run(link, folder.resolve("log"), minutes);
      return Verdict.from(folder);
    } catch (IOException e) {
      throw new Unreadable("Eclipse MAT cannot be run: " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Unreadable("interrupted while Eclipse MAT was at work");
    } finally {
      remove(folder);
    }
  }

  private void run(Path dump, Path log, long minutes)
      throws IOException, InterruptedException, Unreadable {
    List<String> command = new ArrayList<>();
    if (script.toString().endsWith(".sh") && !Files.isExecutable(script)) {
      command.add("sh");
    }
    command.add(script.toString());
    command.add(dump.toString());
    command.addAll(REPORTS);
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()).start();
    process.getOutputStream().close();
    if (!process.waitFor(minutes, TimeUnit.MINUTES)) {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
      throw new Unreadable("Eclipse MAT was ended after " + minutes + " minutes");
    }
    if (process.exitValue() != 0) {
      throw new Unreadable("Eclipse MAT failed with " + process.exitValue() + ": " + lastLine(log));
    }
  }

  private static String lastLine(Path log) throws IOException {
    String last = "it printed nothing";
    for (String line : Files.readString(log, StandardCharsets.ISO_8859_1).split("\n", -1)) {
      last = line.isBlank() ? last : line.strip();
    }
    return last;
  }

  private static void remove(@Nullable Path folder) {
    if (folder == null) {
      return;
    }
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      // The remainder is in the temporary folder of the machine.
      folder.toFile().deleteOnExit();
    }
  }
}
