package dev.snarl.launcher;

import java.io.ByteArrayInputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.lang.ref.WeakReference;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLConnection;
import java.net.URLStreamHandler;
import java.security.ProtectionDomain;
import java.util.Collections;
import java.util.Enumeration;
import java.util.concurrent.ConcurrentHashMap;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;

/**
 * Loads the core and its libraries from {@code snarl/core/} in the agent's jar: nothing of them is
 * visible from the application's class path, and nothing of the application from here. The parent
 * is the platform loader. Closed and collected after a detach. What a policy grants to the agent's
 * jar is granted to all of these classes.
 *
 * <p>The classes of a package are one entry, {@code classes}, as the build's {@code Pack} writes
 * it. The JVM reads the names of all entries before {@code main}, and an entry takes longer to find
 * and open than a class to inflate.
 *
 * <p>Without a security manager they name no file as their source: from 21 on, the JVM would write
 * them into a class list ({@code -XX:DumpLoadedClassList}), from which no archive can then be made
 * since nobody else finds them there.
 */
final class CoreLoader extends ClassLoader implements Closeable {

  static {
    registerAsParallelCapable();
  }

  private static final String FOLDER = "snarl/core/";

  private final File file;
  private final long modified;
  private final JarFile jar;

  /** By package, the entry with its classes: until the next collection. */
  private final ConcurrentHashMap<String, WeakReference<byte[]>> packages =
      new ConcurrentHashMap<>();

  private final ProtectionDomain domain =
      mayBeSecured() ? CoreLoader.class.getProtectionDomain() : null;
  private volatile boolean closed;

  CoreLoader(File file) throws IOException {
    super(ClassLoader.getSystemClassLoader().getParent());
    this.file = file;
    this.modified = file.lastModified();
    this.jar = new JarFile(file, false);
  }

  /** From 18 on a security manager must be allowed at the start: https://openjdk.org/jeps/411. */
  private static boolean mayBeSecured() {
    return Agent.feature(System.getProperty("java.specification.version")) < 18
        || !"disallow".equals(System.getProperty("java.security.manager", "disallow"));
  }

  /** The agent's own classes first: the parent has none, and takes long to say so. */
  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    if (name.startsWith("dev.snarl.")) {
      synchronized (getClassLoadingLock(name)) {
        Class<?> loaded = findLoadedClass(name);
        if (loaded != null) {
          return loaded;
        }
        try {
          return findClass(name);
        } catch (ClassNotFoundException notHere) {
          // Then another agent may have given it to the bootstrap loader.
        }
      }
    }
    return super.loadClass(name, resolve);
  }

  @Override
  protected Class<?> findClass(String name) throws ClassNotFoundException {
    int dot = name.lastIndexOf('.');
    byte[] classes;
    try {
      classes = classes(name.substring(0, Math.max(0, dot)));
    } catch (IOException e) {
      throw new ClassNotFoundException(name, e);
    }
    int entry = entry(classes, name.substring(dot + 1).hashCode());
    if (entry < 0) {
      throw new ClassNotFoundException(name);
    }
    int begin = number(classes, entry + 1);
    return defineClass(name, classes, begin, number(classes, entry + 2), domain);
  }

  /** Empty for a package that has none. */
  private byte[] classes(String of) throws IOException {
    WeakReference<byte[]> known = packages.get(of);
    byte[] classes = known == null ? null : known.get();
    if (classes == null) {
      byte[] read = bytes(FOLDER + of.replace('.', '/') + "/classes");
      classes = read == null ? new byte[Integer.BYTES] : read;
      packages.put(of, new WeakReference<>(classes));
    }
    return classes;
  }

  /**
   * Where the entry of a class begins in that of its package, in ints; negative if there is none.
   */
  private static int entry(byte[] classes, int hash) {
    int low = 0;
    int high = number(classes, 0) - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      int entry = 1 + 3 * middle;
      int at = number(classes, entry);
      if (at == hash) {
        return entry;
      } else if (at < hash) {
        low = middle + 1;
      } else {
        high = middle - 1;
      }
    }
    return -1;
  }

  private static int number(byte[] bytes, int index) {
    int at = Integer.BYTES * index;
    return bytes[at] << 24
        | (bytes[at + 1] & 0xff) << 16
        | (bytes[at + 2] & 0xff) << 8
        | (bytes[at + 3] & 0xff);
  }

  /** The parent would look for it in each module of the JDK. */
  @Override
  public URL getResource(String name) {
    URL own = findResource(name);
    return own == null ? super.getResource(name) : own;
  }

  @Override
  protected URL findResource(String name) {
    // An absolute path leaves the folder: that is how the core reads the bootstrap classes.
    String path = name.startsWith("/") ? name.substring(1) : FOLDER + name;
    if (closed || jar.getJarEntry(path) == null) {
      return null;
    }
    try {
      return new URL(null, "snarl:" + path, new EntryHandler());
    } catch (MalformedURLException e) {
      return null;
    }
  }

  @Override
  protected Enumeration<URL> findResources(String name) {
    URL url = findResource(name);
    return url == null
        ? Collections.<URL>emptyEnumeration()
        : Collections.enumeration(Collections.singletonList(url));
  }

  /** Lets go of the jar, so that its file can be replaced. */
  @Override
  public void close() throws IOException {
    closed = true;
    jar.close();
  }

  /**
   * Also after the end: an event that began before, such as the JVM's notice of a collection, may
   * need one class more, and the JVM prints what a listener throws.
   */
  private byte[] bytes(String path) throws IOException {
    try {
      return bytes(jar, path);
    } catch (IOException | IllegalStateException e) {
      if (!closed || file.lastModified() != modified) {
        throw e instanceof IOException ? (IOException) e : new IOException(e);
      }
      try (JarFile again = new JarFile(file, false)) {
        return bytes(again, path);
      }
    }
  }

  private static byte[] bytes(JarFile jar, String path) throws IOException {
    JarEntry entry = jar.getJarEntry(path);
    if (entry == null) {
      return null;
    }
    try (InputStream in = jar.getInputStream(entry)) {
      byte[] bytes = new byte[(int) entry.getSize()];
      new DataInputStream(in).readFully(bytes);
      return bytes;
    }
  }

  private final class EntryHandler extends URLStreamHandler {
    @Override
    protected URLConnection openConnection(URL url) {
      return new URLConnection(url) {
        @Override
        public void connect() {}

        @Override
        public InputStream getInputStream() throws IOException {
          byte[] bytes = bytes(url.getFile());
          if (bytes == null) {
            throw new IOException("no such entry: " + url);
          }
          return new ByteArrayInputStream(bytes);
        }
      };
    }
  }
}
