package dev.snarl.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;

/** A file that a command writes: a new one, for its owner only, never through a link. */
final class NewFile {
  private NewFile() {}

  static void write(Path file, String text) throws Failure {
    try (OutputStream out = create(file)) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw Failure.unreachable("cannot write " + file + ": " + e);
    }
  }

  /** The empty file, open. */
  static OutputStream create(Path file) throws Failure, IOException {
    try {
      boolean posix = file.getFileSystem().supportedFileAttributeViews().contains("posix");
      FileAttribute<?>[] owner =
          posix
              ? new FileAttribute<?>[] {
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
              }
              : new FileAttribute<?>[0];
      Files.createFile(file, owner);
      return Files.newOutputStream(file, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
    } catch (FileAlreadyExistsException e) {
      throw taken(file);
    }
  }

  /** Refuses a name that is taken, also by a link, before the work that leads to the file. */
  static void check(Path file) throws Failure {
    if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
      throw taken(file);
    }
  }

  private static Failure taken(Path file) {
    return Failure.usage(file + " is there already; remove it or name another file");
  }
}
