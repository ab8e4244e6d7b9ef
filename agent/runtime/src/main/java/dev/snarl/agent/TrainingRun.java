package dev.snarl.agent;

import dev.snarl.metrics.MetricsRegistry;
import dev.snarl.observe.live.AgentThread;
import dev.snarl.observe.live.LiveThreads;
import dev.snarl.publish.Board;
import dev.snarl.publish.HttpApi;
import dev.snarl.text.Say;
import java.lang.instrument.Instrumentation;
import org.jspecify.annotations.Nullable;

/**
 * The agent in a JVM that records its classes for an AOT cache or a CDS archive. Nothing is woven
 * and nothing defined in the bootstrap loader: later runs could not use it from an archive. A JVM
 * of 25, <a href="https://bugs.openjdk.org/browse/JDK-8356693">the first that lets agents in</a>
 * where it records an AOT cache, ends with a SIGSEGV in {@code ArchiveBuilder::get_buffered_addr}.
 * Only HTTP runs, on its own thread, and reports why.
 */
final class TrainingRun implements Runnable {

  private static final String WHY =
      "this JVM records an AOT cache or a CDS archive: nothing is woven in it";

  private final Settings settings;
  private final long begin;
  private final AgentProperties properties;
  private final MetricsRegistry metrics;
  private final Board board = new Board();
  private final AgentThread thread;
  private volatile @Nullable HttpApi http;

  TrainingRun(Settings settings, Instrumentation instrumentation, long begin) {
    this.settings = settings;
    this.begin = begin;
    this.properties = new AgentProperties(instrumentation);
    this.metrics = new MetricsRegistry(settings.application(), LiveThreads::byState);
    this.thread = new AgentThread(this, "snarl-start");
  }

  /** Reports why, and opens HTTP in parallel with {@code main}; the result ends it. */
  Runnable start() {
    Say.line(WHY + "; runs that use the result are watched, see docs/aot.md");
    board.lost("weave", WHY);
    if (Session.cameLater()) {
      properties.state(""); // the attaching process waits for the ready line
    }
    thread.start();
    return new Runnable() {
      @Override
      public void run() {
        stop();
      }
    };
  }

  @Override
  public void run() {
    String address = settings.port() == Settings.NO_PORT ? null : open();
    String ready = ReadyLine.of(begin, address, 0, 0);
    Say.raw(ready);
    properties.state(ready);
  }

  private @Nullable String open() {
    HttpApi opened =
        new HttpApi(settings.endpoint(), board, metrics, Publisher::httpThread, Say::raw);
    http = opened;
    return opened.start();
  }

  private void stop() {
    try {
      thread.join(5_000);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    HttpApi open = http;
    if (open != null) {
      open.close();
    }
    metrics.close();
    properties.state(null);
    Say.line("detached");
  }
}
