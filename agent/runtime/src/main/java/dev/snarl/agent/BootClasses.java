package dev.snarl.agent;

import java.io.IOException;
import java.io.InputStream;
import java.lang.instrument.Instrumentation;
import java.lang.invoke.MethodHandles;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Defines the 16 inert classes of the bootstrap loader through a private lookup. Opens packages of
 * java.base only to the unnamed module of the agent's own loader: opened to the system loader's,
 * the application could suddenly reflect into {@code java.util.concurrent}.
 */
final class BootClasses {

  private static final String PACKAGE = "java.util.concurrent.";
  static final List<String> NAMES =
      List.of(
          "SnarlSlot",
          "SnarlSink",
          "SnarlProbe",
          "SnarlWaits",
          "SnarlTasks",
          "SnarlClients",
          "SnarlCoroutines",
          "SnarlQueueTimes",
          "SnarlPool",
          "SnarlExecutors",
          "SnarlLens",
          "SnarlDeclared",
          "SnarlWake",
          "SnarlFutureLens",
          "SnarlPoolLens",
          "SnarlQueueLens");

  /** So many are the last, which load classes of pools and futures that are woven. */
  private static final int LENSES = 3;

  private static final int VERSION = 4;

  private BootClasses() {}

  /** Opens what {@link #define} and {@link CdsDump} need. */
  static void open(Instrumentation instrumentation) {
    Module ours = BootClasses.class.getModule();
    instrumentation.redefineModule(
        Object.class.getModule(),
        Set.of(),
        Map.of("jdk.internal.misc", Set.of(ours)),
        Map.of(
            "java.util.concurrent", Set.of(ours),
            "java.lang", Set.of(ours),
            "jdk.internal.vm", Set.of(ours)),
        Set.of(),
        Map.of());
  }

  /** Returns false if another version's classes are there already: they cannot be replaced. */
  static boolean define() throws IOException, ReflectiveOperationException {
    try {
      Class<?> probe = Class.forName(PACKAGE + "SnarlProbe", false, null);
      return probe.getField("VERSION").getInt(null) == VERSION;
    } catch (ClassNotFoundException firstTime) {
      // The lookup class is not initialised by this.
      MethodHandles.Lookup lookup =
          MethodHandles.privateLookupIn(ConcurrentHashMap.class, MethodHandles.lookup());
      for (String name : NAMES) {
        lookup.defineClass(bytes(name));
      }
      initialize(NAMES.subList(0, NAMES.size() - LENSES));
      return true;
    }
  }

  /**
   * Initialises what {@link #define} leaves. If the weaver is installed first, the classes of the
   * JDK that these load are woven as they are loaded, and not parsed a second time.
   */
  static void initializeLenses() {
    initialize(NAMES.subList(NAMES.size() - LENSES, NAMES.size()));
  }

  /** Or the first hook would do it, on the application's thread. */
  private static void initialize(List<String> names) {
    for (String name : names) {
      try {
        Class.forName(PACKAGE + name, true, null);
      } catch (ClassNotFoundException e) {
        throw new IllegalStateException(e); // it was defined before
      }
    }
  }

  static byte[] bytes(String name) throws IOException {
    String path = "/snarl/boot/java/util/concurrent/" + name + ".classdata";
    ClassLoader loader = BootClasses.class.getClassLoader();
    InputStream in = loader == null ? null : loader.getResourceAsStream(path);
    if (in == null) {
      throw new IOException("the agent's jar has no " + path);
    }
    try (in) {
      return in.readAllBytes();
    }
  }
}
