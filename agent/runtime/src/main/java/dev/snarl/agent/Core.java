package dev.snarl.agent;

import dev.snarl.instrument.Weaver;
import dev.snarl.libraries.HooksFile;
import dev.snarl.libraries.KnownLibraries;
import dev.snarl.rules.Rules;
import dev.snarl.text.Say;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.lang.instrument.Instrumentation;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The entry point of the launcher in the agent's own loader, on the main thread before {@code
 * main}. It does only what must precede the application: options, the bootstrap classes, the
 * weaving. Everything else starts later, on the agent's own thread. Must not mention a bootstrap
 * class in a signature: they are not defined yet.
 */
public final class Core implements BiFunction<String, Instrumentation, @Nullable Runnable> {

  private static final int NEWEST = 25;

  private static final Runnable NOTHING =
      new Runnable() {
        @Override
        public void run() {}
      };

  /** Loading all rules takes as long as all else that is done for the options. */
  private static final class KnownRules implements Supplier<Map<String, Map<String, Double>>> {
    @Override
    public Map<String, Map<String, Double>> get() {
      return Rules.thresholds();
    }
  }

  /** Prints its lines on this stream. */
  public Core(PrintStream standardError) {
    Say.on(standardError);
  }

  /** Detaches the agent; null if nothing was started, so that the launcher releases the loader. */
  @Override
  public @Nullable Runnable apply(String arguments, Instrumentation instrumentation) {
    long begin = System.nanoTime();
    Settings settings = Settings.here(arguments, new KnownRules());
    for (String complaint : settings.complaints()) {
      Say.line(complaint);
    }
    if (!settings.enabled()) {
      return null;
    }
    String hooks = settings.hooks();
    if (hooks != null) {
      for (String problem : HooksFile.declare(hooks)) {
        Say.line(problem);
      }
    }
    int feature = feature();
    if (feature > NEWEST) {
      Say.line(
          "Java "
              + feature
              + " is newer than "
              + NEWEST
              + ", the newest this version was tested on;"
              + " going on with the hooks that the self-test proves");
    }
    Ahead<Weaver> weaver =
        Ahead.of(
            new Supplier<Weaver>() {
              @Override
              public Weaver get() {
                return weaver(instrumentation);
              }
            });
    try {
      if (writesClassesDown(instrumentation)) {
        return new TrainingRun(settings, instrumentation, begin).start();
      }
      if (!BootClasses.define()) {
        Say.line("another version of Snarl was attached to this JVM before; restart it to change");
        return null;
      }
      return Session.start(settings, instrumentation, begin, weaver);
    } catch (Exception | LinkageError e) {
      Say.line("could not weave into this JVM, the application goes on without it: " + e);
      return NOTHING;
    }
  }

  private static Weaver weaver(Instrumentation instrumentation) {
    try {
      Weaver.rehearse(BootClasses.bytes("SnarlWake"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new Weaver(instrumentation, KnownLibraries.all(), KnownLibraries.declared());
  }

  private static boolean writesClassesDown(Instrumentation instrumentation) {
    try {
      BootClasses.open(instrumentation);
      return CdsDump.isUnderWay();
    } catch (UnsupportedOperationException closed) {
      // From 23 on, no module can be changed under java -Xshare:dump.
      return true;
    }
  }

  private static int feature() {
    try {
      return Integer.parseInt(System.getProperty("java.specification.version", ""));
    } catch (NumberFormatException changed) {
      return Runtime.version().feature();
    }
  }
}
