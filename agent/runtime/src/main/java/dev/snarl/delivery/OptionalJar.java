package dev.snarl.delivery;

import java.io.File;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * A jar beside the agent's own that holds the client of one outlet. Its classes live in a loader
 * below the agent's, which the thread that opens it gets as its context loader, and are released
 * when it is closed: the application sees nothing of them.
 */
public final class OptionalJar implements AutoCloseable {
  private static final String LAUNCHER = "dev.snarl.launcher.Agent";

  private final Path path;
  private @Nullable URLClassLoader loader;

  private OptionalJar(Path path) {
    this.path = path;
  }

  /**
   * Looks for the jar.
   *
   * @param name its file name, as {@code snarl-cloudwatch.jar}
   * @param given the user's path, null to look beside the agent's
   * @param option that names another path
   * @throws IOException if it is missing; the message has the place searched
   */
  public static OptionalJar find(String name, @Nullable String given, String option)
      throws IOException {
    Path path = given == null ? besideTheAgent(name) : Path.of(given);
    if (!Files.isReadable(path)) {
      throw new IOException(
          "there is no " + path + "; put " + name + " there or name it with " + option);
    }
    return new OptionalJar(path);
  }

  private static Path besideTheAgent(String name) {
    try {
      Class<?> launcher = Class.forName(LAUNCHER, false, ClassLoader.getSystemClassLoader());
      URL agent = launcher.getProtectionDomain().getCodeSource().getLocation();
      Path folder = new File(agent.toURI()).toPath().toAbsolutePath().getParent();
      return folder == null ? Path.of(name) : folder.resolve(name);
    } catch (ReflectiveOperationException | java.net.URISyntaxException | RuntimeException e) {
      return Path.of(name);
    }
  }

  /**
   * Makes an object of a class in the jar, with its only constructor.
   *
   * @throws IOException if that fails, also for reasons of the constructor
   */
  public <T> T make(Class<T> type, String entry, Object... arguments) throws IOException {
    URLClassLoader below =
        new URLClassLoader(
            "snarl-optional", new URL[] {path.toUri().toURL()}, type.getClassLoader());
    try {
      Thread.currentThread().setContextClassLoader(below);
      Class<?> found = Class.forName(entry, true, below);
      T made = type.cast(found.getConstructors()[0].newInstance(arguments));
      loader = below;
      return made;
    } catch (InvocationTargetException e) {
      below.close();
      if (e.getCause() instanceof IOException reason) {
        throw reason;
      }
      throw new IOException(String.valueOf(e.getCause()), e);
    } catch (ReflectiveOperationException | ClassCastException | IllegalArgumentException e) {
      below.close();
      throw new IOException(path + " is not the jar of this version: " + e, e);
    }
  }

  /** The classes made from it are garbage when nothing refers to them. */
  @Override
  public void close() {
    URLClassLoader open = loader;
    if (open != null) {
      try {
        open.close();
      } catch (IOException e) {
        loader = null; // the file stays open until the loader is garbage
      }
    }
    Thread.currentThread().setContextClassLoader(null);
  }
}
