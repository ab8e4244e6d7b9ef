package dev.snarl.host;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import org.jspecify.annotations.Nullable;

/**
 * Reads small files of the kernel below a root, which is the machine's own except in tests. A read
 * returns null or -1 if there is nothing to read. One thread only: it has one buffer.
 */
final class Root {

  static final int MOST = 1 << 16;

  private final Path root;
  private final String prefix;
  private final byte[] buffer = new byte[MOST];

  Root(Path root) {
    this.root = root;
    this.prefix = root.getNameCount() == 0 ? "" : root.toString();
  }

  Path at(String path) {
    return root.resolve(path.substring(1));
  }

  /** The beginning of a file, up to {@link #MOST} bytes. */
  @Nullable String text(String path) {
    try (InputStream in = open(path)) {
      int length = 0;
      while (length < MOST) {
        int read = in.read(buffer, length, MOST - length);
        if (read < 0) {
          break;
        }
        length += read;
      }
      return new String(buffer, 0, length, StandardCharsets.ISO_8859_1);
    } catch (IOException | RuntimeException e) {
      return null;
    }
  }

  InputStream open(String path) throws IOException {
    return new FileInputStream(prefix + path);
  }

  /** The first number in a file. */
  long number(String path) {
    String text = text(path);
    return text == null ? -1 : Lines.number(text.strip());
  }

  boolean isFolder(String path) {
    return Files.isDirectory(at(path));
  }

  /** Names in a folder, null if it cannot be read. */
  String @Nullable [] names(String path) {
    try {
      return new File(at(path).toString()).list();
    } catch (RuntimeException e) {
      return null;
    }
  }

  /** The folder's size as the kernel reports it; 0 for ordinary folders. */
  long size(String path) {
    try {
      return root.getNameCount() == 0 ? Files.size(at(path)) : 0;
    } catch (IOException | RuntimeException e) {
      return -1;
    }
  }

  /** Whether a descriptor is open for reading: the rights of its link tell. */
  boolean readable(String descriptor) {
    try {
      return Files.getPosixFilePermissions(at(descriptor), LinkOption.NOFOLLOW_LINKS)
          .contains(PosixFilePermission.OWNER_READ);
    } catch (IOException | RuntimeException e) {
      return false;
    }
  }

  @Nullable String link(String path) {
    try {
      return Files.readSymbolicLink(at(path)).toString();
    } catch (IOException | RuntimeException e) {
      return null;
    }
  }
}
