package dev.snarl.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/**
 * A folder for the files that a JVM writes itself, recordings and heap dumps. Closing removes it,
 * also when the command is interrupted.
 *
 * @param path where it is
 * @param jvm which may write there
 */
record LentFolder(Path path, Jvm jvm) implements AutoCloseable {

  /** Makes it in another folder. */
  static LentFolder in(Path parent, Jvm jvm) throws IOException {
    LentFolder made = new LentFolder(Files.createTempDirectory(parent, ".snarl."), jvm);
    Runtime.getRuntime().addShutdownHook(new Thread(made::close));
    made.lend(made.path);
    return made;
  }

  /** Makes the user of that JVM the owner of what is in it. */
  void lend(Path inside) throws IOException {
    Path process = Path.of("/proc", jvm.pid());
    if (Files.isDirectory(process)) {
      Object owner = Files.getAttribute(process, "unix:uid");
      if (!owner.equals(Files.getAttribute(inside, "unix:uid"))) {
        Files.setAttribute(inside, "unix:uid", owner);
      }
    }
  }

  @Override
  public void close() {
    try (Stream<Path> all = Files.walk(path)) {
      all.sorted(Comparator.reverseOrder()).forEach(each -> each.toFile().delete());
    } catch (IOException | UncheckedIOException gone) {
      // It is removed already.
    }
  }
}
