package dev.snarl.agent;

import dev.snarl.cloudwatch.CloudWatch;
import dev.snarl.cloudwatch.CloudWatchOptions;
import dev.snarl.metrics.MetricsRegistry;
import dev.snarl.metrics.Reading;
import dev.snarl.observe.live.AgentThread;
import dev.snarl.publish.Board;
import dev.snarl.publish.View;
import dev.snarl.text.Say;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** CloudWatch, wired to the latest view, with a last message when the JVM exits. */
final class MetricsStream implements AutoCloseable {
  private final CloudWatch cloudWatch;
  private final AtExit atExit;

  private MetricsStream(CloudWatch cloudWatch) {
    this.cloudWatch = cloudWatch;
    this.atExit = new AtExit(cloudWatch::flush, "snarl-cloudwatch-exit");
  }

  /** Null, and one line, if it cannot be. */
  static @Nullable MetricsStream open(
      CloudWatchOptions options, String application, Board board, MetricsRegistry metrics) {
    try {
      return new MetricsStream(
          CloudWatch.start(
              options,
              application,
              names -> read(board, metrics, names),
              AgentThread::new,
              Say::raw));
    } catch (IOException | IllegalStateException e) {
      board.lost("cloudwatch", e.getMessage());
      Say.line("no metrics to CloudWatch: " + e.getMessage());
      return null;
    }
  }

  private static List<Reading> read(Board board, MetricsRegistry metrics, Set<String> names) {
    View view = board.view();
    return view == null ? List.of() : metrics.read(view.latest(), view.findings(), names);
  }

  long lost() {
    return cloudWatch.lost();
  }

  @Override
  public void close() {
    atExit.close();
    cloudWatch.close();
  }
}
