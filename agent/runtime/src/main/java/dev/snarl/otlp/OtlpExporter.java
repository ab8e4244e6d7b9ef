package dev.snarl.otlp;

import java.time.Duration;
import java.util.List;

/** The part in the optional jar. Called on one thread at a time; blocks for encoding only. */
public interface OtlpExporter extends AutoCloseable {

  /** Sends news now, and metrics and chains if their period is over. */
  void tick(List<News> news);

  /** Sends all of it now, and waits for it while deliveries succeed. */
  void flush(List<News> news, Duration atMost) throws InterruptedException;

  /** Data points and log records that the receiver did not get and will not get. */
  long lost();

  /** Ends all threads; what waits is lost. */
  @Override
  void close();
}
