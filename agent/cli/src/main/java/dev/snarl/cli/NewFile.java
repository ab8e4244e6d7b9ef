package dev.snarl.cli;

import java.io.IOException;
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
    try {
      boolean posix = file.getFileSystem().supportedFileAttributeViews().contains("posix");
      FileAttribute<?>[] owner =
          posix
              ? new FileAttribute<?>[] {
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
              }
              : new FileAttribute<?>[0];
      Files.createFile(file, owner);
      Files.writeString(
          file, text, StandardCharsets.UTF_8, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
    } catch (FileAlreadyExistsException e) {
      throw Failure.usage(file + " is there already; remove it or name another file");
    } catch (IOException e) {
      throw Failure.unreachable("cannot write " + file + ": " + e);
    }
  }
}
