package dev.snarl.cloudwatch;

import java.io.File;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The optional jar that holds the client for PutMetricData. Loaded on the sending thread, in a
 * loader below the agent's own, and released when closed: the application sees nothing of it.
 */
final class PutJar implements Delivery {
  static final String NAME = "snarl-cloudwatch.jar";
  private static final String ENTRY = "dev.snarl.cloudwatch.put.PutMetricData";
  private static final String LAUNCHER = "dev.snarl.launcher.Agent";

  private final Path jar;
  private final String namespace;
  private @Nullable URLClassLoader loader;
  private @Nullable Delivery inner;

  private PutJar(Path jar, String namespace) {
    this.jar = jar;
    this.namespace = namespace;
  }

  /**
   * Looks for the jar.
   *
   * @throws IOException if it is missing; the message has the places searched
   */
  static PutJar find(CloudWatchOptions options) throws IOException {
    String given = options.jar();
    Path path = given == null ? besideTheAgent() : Path.of(given);
    if (!Files.isReadable(path)) {
      throw new IOException(
          "there is no " + path + "; put " + NAME + " there or name it with cloudwatch.jar");
    }
    return new PutJar(path, options.namespace());
  }

  private static Path besideTheAgent() {
    try {
      Class<?> launcher = Class.forName(LAUNCHER, false, ClassLoader.getSystemClassLoader());
      URL agent = launcher.getProtectionDomain().getCodeSource().getLocation();
      Path folder = new File(agent.toURI()).toPath().toAbsolutePath().getParent();
      return folder == null ? Path.of(NAME) : folder.resolve(NAME);
    } catch (ReflectiveOperationException | java.net.URISyntaxException | RuntimeException e) {
      return Path.of(NAME);
    }
  }

  @Override
  public void deliver(List<Datum> data, Instant at) throws IOException {
    Delivery open = inner;
    if (open == null) {
      open = open();
      inner = open;
    }
    open.deliver(data, at);
  }

  private Delivery open() throws IOException {
    URLClassLoader below =
        new URLClassLoader(
            "snarl-cloudwatch", new URL[] {jar.toUri().toURL()}, PutJar.class.getClassLoader());
    try {
      Thread.currentThread().setContextClassLoader(below);
      Object entry =
          Class.forName(ENTRY, true, below).getConstructor(String.class).newInstance(namespace);
      loader = below;
      return (Delivery) entry;
    } catch (InvocationTargetException e) {
      below.close();
      throw new IOException(String.valueOf(e.getCause()), e);
    } catch (ReflectiveOperationException | ClassCastException e) {
      below.close();
      throw new IOException(jar + " is not the jar of this version: " + e, e);
    }
  }

  @Override
  public void close() {
    if (inner != null) {
      inner.close();
    }
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
