package dev.snarl.agent;

import dev.snarl.chains.ChainTree;
import dev.snarl.chains.ChainWindows;
import dev.snarl.metrics.MetricsRegistry;
import dev.snarl.observe.live.AgentThread;
import dev.snarl.otlp.Otlp;
import dev.snarl.otlp.OtlpOptions;
import dev.snarl.otlp.OtlpSource;
import dev.snarl.publish.Board;
import dev.snarl.publish.View;
import dev.snarl.rules.Ledger;
import dev.snarl.text.Say;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** OpenTelemetry, wired to the latest view, with a last message when the JVM exits. */
final class OtlpStream implements AutoCloseable {
  private final Otlp otlp;
  private final AtExit atExit;

  private OtlpStream(Otlp otlp) {
    this.otlp = otlp;
    this.atExit = new AtExit(otlp::flush, "snarl-otlp-exit");
  }

  private record Source(String application, Board board, MetricsRegistry registry)
      implements OtlpSource {
    @Override
    public MetricSnapshots metrics() {
      View view = board.view();
      return view == null
          ? new MetricSnapshots()
          : registry.snapshots(view.latest(), view.findings());
    }

    @Override
    public ChainTree chains() {
      return board.chains().of(ChainWindows.Window.MINUTE);
    }
  }

  /** Null, and one line, if it cannot be. */
  static @Nullable OtlpStream open(
      OtlpOptions options, String application, Board board, MetricsRegistry registry) {
    try {
      Source source = new Source(application, board, registry);
      return new OtlpStream(Otlp.start(options, source, AgentThread::new, Say::raw));
    } catch (IOException | IllegalStateException e) {
      board.lost("otlp", e.getMessage());
      Say.line("nothing to OpenTelemetry: " + e.getMessage());
      return null;
    }
  }

  void changed(Ledger.Changes changes) {
    otlp.changed(changes);
  }

  long lost() {
    return otlp.lost();
  }

  @Override
  public void close() {
    atExit.close();
    otlp.close();
  }
}
