package dev.snarl.observe.live;

import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/**
 * Class files as the loader of a class has them. Reads and loads nothing. A loader that is not the
 * JDK's is asked as for fields, on a thread of its own. The observer's thread only.
 */
public final class ClassFiles {
  private static final byte[] NONE = {};

  private ClassFiles() {}

  /**
   * Null where the loader has no such file, or takes too long.
   *
   * @param name with slashes
   */
  public static byte @Nullable [] read(Class<?> near, String name) {
    ClassLoader loader = near.getClassLoader();
    byte[] bytes = loader == null ? null : FieldLists.ask(near, () -> read(loader, name));
    return bytes == null || bytes.length == 0 ? null : bytes;
  }

  private static byte[] read(ClassLoader loader, String name) {
    try (InputStream in = loader.getResourceAsStream(name + ".class")) {
      return in == null ? NONE : in.readAllBytes();
    } catch (IOException | RuntimeException | LinkageError unreadable) {
      return NONE; // as of classes that are made while the application runs
    }
  }
}
