package dev.snarl.cloudwatch;

import dev.snarl.delivery.Delivery;
import dev.snarl.delivery.Outbox;
import dev.snarl.delivery.Size;
import dev.snarl.metrics.Reading;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Sends the default set of metrics to CloudWatch, once a minute. One daemon thread samples six
 * times in a period; another delivers, so that a receiver that hangs delays no sample. Neither
 * takes a lock that the application can hold. Costs a few readings of the latest snapshot per
 * minute.
 */
public final class CloudWatch implements AutoCloseable {
  private static final int SAMPLES = 6;

  /** An hour of minutes, each of at most 20 metrics. */
  private static final Size<List<Datum>> SIZE =
      new Size<>(List::size, data -> 0, 60, Long.MAX_VALUE);

  private static final Path HOST_NAME = Path.of("/proc/sys/kernel/hostname");
  private static final Duration FAREWELL = Duration.ofSeconds(2);

  private final int seconds;
  private final String application;
  private final Function<Set<String>, List<Reading>> source;
  private final Outbox<List<Datum>> outbox;
  private final Thread sampling;
  private final Thread sending;
  private final Growth growth = new Growth();
  private final AtomicLong unfit = new AtomicLong();
  private final Object one = new Object();
  private Period period;
  private volatile boolean stopped;

  private CloudWatch(
      CloudWatchOptions options,
      String application,
      Function<Set<String>, List<Reading>> source,
      Delivery<List<Datum>> delivery,
      BiFunction<Runnable, String, Thread> threads,
      Consumer<String> lines) {
    this.seconds = options.seconds();
    this.application = application;
    this.source = source;
    this.period = new Period(Chosen.ALL, application, growth);
    String name = options.to() + (options.to().way() == Destination.Way.PUT ? " (CloudWatch)" : "");
    this.outbox =
        new Outbox<>(delivery, SIZE, new Outbox.Route("metrics", "CloudWatch", name), lines);
    this.sampling = threads.apply(this::sample, "snarl-cloudwatch");
    this.sending = threads.apply(outbox, "snarl-cloudwatch-send");
  }

  /**
   * Starts both threads.
   *
   * @param source reads metrics by their names; empty before the first snapshot
   * @param threads makes daemon threads
   * @param lines standard error
   * @throws IOException if what the option requires is missing, as one line
   */
  public static CloudWatch start(
      CloudWatchOptions options,
      String application,
      Function<Set<String>, List<Reading>> source,
      BiFunction<Runnable, String, Thread> threads,
      Consumer<String> lines)
      throws IOException {
    Delivery<List<Datum>> delivery =
        options.to().way() == Destination.Way.PUT
            ? PutJar.find(options)
            : new EmfDelivery(options, instance(), EmfDelivery.wire(options.to()));
    CloudWatch started = new CloudWatch(options, application, source, delivery, threads, lines);
    started.sending.start();
    started.sampling.start();
    return started;
  }

  /**
   * Host and process, to find the source of a line. Nothing is looked up: the first look-up would
   * fix the JVM's DNS cache times before the application has set them.
   */
  private static String instance() {
    String host;
    try {
      host = Files.readString(HOST_NAME).strip();
    } catch (IOException | RuntimeException e) {
      host = "localhost";
    }
    return host.replaceAll("[:*]", "_") + "/" + ProcessHandle.current().pid();
  }

  /** Data that CloudWatch did not receive and will not receive. */
  public long lost() {
    return unfit.get() + outbox.lost();
  }

  private void sample() {
    long step = seconds * 1_000_000_000L / SAMPLES;
    long next = System.nanoTime();
    int samples = 0;
    while (!stopped) {
      next += step;
      while (!stopped && next - System.nanoTime() > 0) {
        LockSupport.parkNanos(next - System.nanoTime());
      }
      if (stopped) {
        return;
      }
      samples++;
      try {
        turn(samples % SAMPLES == 0);
      } catch (RuntimeException | LinkageError e) {
        unfit.incrementAndGet(); // a reading that failed: the next may not
      }
      if (next - System.nanoTime() < -seconds * 1_000_000_000L) {
        next = System.nanoTime(); // the machine slept: do not catch up
      }
    }
  }

  private void turn(boolean last) {
    List<Reading> readings = source.apply(Chosen.names());
    synchronized (one) {
      if (readings.isEmpty()) {
        return;
      }
      period.sample(readings);
      if (last) {
        period.close(readings);
        List<Datum> data = period.data();
        unfit.addAndGet(period.lost());
        period = new Period(Chosen.ALL, application, growth);
        outbox.offer(data);
      }
    }
  }

  /** Sends the current period's data so far, and waits for it while deliveries succeed. */
  public void flush() {
    try {
      turn(true);
      outbox.drained(FAREWELL);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException | LinkageError e) {
      unfit.incrementAndGet();
    }
  }

  /** Ends both threads; what is not delivered within two seconds is lost. */
  @Override
  public void close() {
    stopped = true;
    LockSupport.unpark(sampling);
    try {
      sampling.join(FAREWELL.toMillis());
      flush();
      outbox.close();
      sending.interrupt();
      sending.join(FAREWELL.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
