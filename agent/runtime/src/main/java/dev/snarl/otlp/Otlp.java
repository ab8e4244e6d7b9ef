package dev.snarl.otlp;

import dev.snarl.delivery.OptionalJar;
import dev.snarl.rules.Ledger;
import dev.snarl.text.Text;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Keeps what findings do until it is sent, and drives the exporter in the optional jar once a
 * second. One daemon thread loads that jar, {@value #FIRST_SECONDS} seconds after the start, and
 * reads and encodes; the exporter's own threads send. None takes a lock that the application can
 * hold.
 */
public final class Otlp implements AutoCloseable {
  static final int MOST_NEWS = 2_000;
  private static final int FIRST_SECONDS = 5;
  private static final String NAME = "snarl-otlp.jar";
  private static final String ENTRY = "dev.snarl.otlp.send.Exporter";
  private static final Duration FAREWELL = Duration.ofSeconds(2);
  private static final int LONGEST_LINE = 300;

  private final OptionalJar jar;
  private final OtlpOptions options;
  private final OtlpSource source;
  private final BiFunction<Runnable, String, Thread> threads;
  private final Consumer<String> lines;
  private final Thread thread;
  private final Deque<News> news = new ArrayDeque<>();
  private final AtomicLong lost = new AtomicLong();
  private final Object one = new Object();
  private volatile @Nullable OtlpExporter exporter;
  private volatile boolean stopped;
  private volatile boolean failed;

  private Otlp(
      OptionalJar jar,
      OtlpOptions options,
      OtlpSource source,
      BiFunction<Runnable, String, Thread> threads,
      Consumer<String> lines) {
    this.jar = jar;
    this.options = options;
    this.source = source;
    this.threads = threads;
    this.lines = lines;
    this.thread = threads.apply(this::run, "snarl-otlp");
  }

  /**
   * Starts its thread.
   *
   * @param threads makes daemon threads
   * @param lines standard error
   * @throws IOException if the optional jar is missing, as one line
   */
  public static Otlp start(
      OtlpOptions options,
      OtlpSource source,
      BiFunction<Runnable, String, Thread> threads,
      Consumer<String> lines)
      throws IOException {
    OptionalJar jar = OptionalJar.find(NAME, options.jar(), "otlp.jar");
    Otlp started = new Otlp(jar, options, source, threads, lines);
    started.thread.start();
    return started;
  }

  /** Takes what findings have done; never blocks longer than an access to the queue. */
  public void changed(Ledger.Changes changes) {
    synchronized (news) {
      for (News each : News.of(changes)) {
        if (news.size() >= MOST_NEWS) {
          news.removeFirst();
          lost.incrementAndGet();
        }
        news.addLast(each);
      }
    }
  }

  /** Data points and log records that nobody received and nobody will. */
  public long lost() {
    OtlpExporter open = exporter;
    return lost.get() + (open == null ? 0 : open.lost());
  }

  private void run() {
    long next = System.nanoTime() + TimeUnit.SECONDS.toNanos(FIRST_SECONDS);
    while (!stopped && !failed) {
      while (!stopped && next - System.nanoTime() > 0) {
        LockSupport.parkNanos(next - System.nanoTime());
      }
      if (!stopped) {
        turn(OtlpExporter::tick);
      }
      next = System.nanoTime() + TimeUnit.SECONDS.toNanos(1);
    }
  }

  private interface Turn {
    void take(OtlpExporter exporter, List<News> news) throws InterruptedException;
  }

  private void turn(Turn turn) {
    synchronized (one) {
      try {
        OtlpExporter open = failed ? null : opened();
        if (open != null) {
          turn.take(open, drain());
        }
      } catch (IOException e) {
        failed = true;
        lines.accept(
            "snarl: " + Text.oneLine("nothing to OpenTelemetry: " + e.getMessage(), LONGEST_LINE));
      } catch (RuntimeException | LinkageError e) {
        lost.incrementAndGet(); // a reading that failed: the next may not
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private OtlpExporter opened() throws IOException {
    OtlpExporter open = exporter;
    if (open == null) {
      String endpoint = options.endpoint() == null ? "" : options.endpoint();
      open = jar.make(OtlpExporter.class, ENTRY, source, endpoint, threads, lines);
      exporter = open;
    }
    return open;
  }

  private List<News> drain() {
    synchronized (news) {
      List<News> all = new ArrayList<>(news);
      news.clear();
      return all;
    }
  }

  /** Sends everything so far, and waits for it while deliveries succeed. */
  public void flush() {
    turn((open, all) -> open.flush(all, FAREWELL));
  }

  /** Ends all threads; what is not delivered within two seconds is lost. */
  @Override
  public void close() {
    stopped = true;
    LockSupport.unpark(thread);
    try {
      thread.join(FAREWELL.toMillis());
      if (exporter != null) {
        flush();
      }
      OtlpExporter open = exporter;
      if (open != null) {
        open.close();
      }
      exporter = null;
      jar.close();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
