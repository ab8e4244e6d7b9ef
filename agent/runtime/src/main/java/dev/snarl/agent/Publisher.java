package dev.snarl.agent;

import dev.snarl.chains.ChainTree;
import dev.snarl.chains.ChainWindows;
import dev.snarl.chains.HeaviestChain;
import dev.snarl.cloudwatch.CloudWatchOptions;
import dev.snarl.metrics.MetricsRegistry;
import dev.snarl.observe.Observer;
import dev.snarl.observe.live.AgentThread;
import dev.snarl.observe.live.LiveThreads;
import dev.snarl.otlp.OtlpOptions;
import dev.snarl.publish.Board;
import dev.snarl.publish.FindingLog;
import dev.snarl.publish.HttpApi;
import dev.snarl.publish.StderrLines;
import dev.snarl.publish.Traces;
import dev.snarl.publish.View;
import dev.snarl.rules.Finding;
import dev.snarl.rules.Ledger;
import dev.snarl.rules.Rules;
import dev.snarl.snapshot.History;
import dev.snarl.snapshot.Snapshot;
import dev.snarl.snapshot.Timeline;
import dev.snarl.stacks.Frames;
import dev.snarl.text.Say;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Judges each snapshot and passes the result to stderr, the file and HTTP. */
final class Publisher implements AutoCloseable {

  private final Settings settings;
  private final History history = new History();
  private final Ledger ledger;
  private final Board board = new Board();
  private final StderrLines stderr = new StderrLines(Say::raw);
  private final @Nullable FindingLog log;
  private final @Nullable ExitReport atExit;
  private final Emission emission;
  private @Nullable MetricsRegistry metrics;
  private @Nullable HttpApi http;
  private @Nullable MetricsStream cloudWatch;
  private @Nullable OtlpStream otlp;
  private @Nullable ChainTree lastMinute;

  Publisher(Settings settings, Traces traces) {
    board.traces(traces);
    this.settings = settings;
    Frames frames = Observer.frames(settings.app());
    this.emission = new Emission(settings);
    this.ledger =
        new Ledger(settings.application(), this::setting, frames::libraryAt, this::chainAt);
    String file = settings.findings();
    String report = settings.report();
    this.atExit = report == null ? null : new ExitReport(board, report);
    this.log = file == null ? null : new FindingLog(file, Say::raw);
  }

  /** The chain of the last minute that begins at a line; those of a publication share its sum. */
  private List<String> chainAt(String site) {
    ChainTree minute = lastMinute;
    if (minute == null) {
      minute = board.chains().of(ChainWindows.Window.MINUTE);
      lastMinute = minute;
    }
    return HeaviestChain.from(minute, site);
  }

  private Ledger.Setting setting(String rule) {
    Settings.RuleSetting setting = settings.rule(rule);
    return new Ledger.Setting(setting.on(), setting.thresholds());
  }

  /** Publishes the state of each hook. */
  void hooks(Map<String, String> states) {
    board.hooks(states);
  }

  /** A part that does not work, and why; null when it works again. */
  void lost(String part, @Nullable String reason) {
    board.lost(part, reason);
  }

  /** The number of enabled rules. */
  int rules() {
    return (int) Rules.ALL.stream().filter(rule -> settings.rule(rule.id()).on()).count();
  }

  /** Opens HTTP; the address, or null without. */
  @Nullable String open() {
    CloudWatchOptions options = settings.cloudWatch();
    boolean serving = settings.port() != Settings.NO_PORT;
    OtlpOptions otlpOptions = settings.otlp();
    if (!serving && options == null && otlpOptions == null) {
      return null;
    }
    MetricsRegistry registry =
        new MetricsRegistry(settings.application(), LiveThreads::byState, board.chains());
    metrics = registry;
    if (options != null) {
      cloudWatch = MetricsStream.open(options, settings.application(), board, registry);
    }
    if (otlpOptions != null) {
      otlp = OtlpStream.open(otlpOptions, settings.application(), board, registry);
    }
    return serving ? serve(registry) : null;
  }

  private @Nullable String serve(MetricsRegistry registry) {
    board.stacks(new LiveStacks());
    http = new HttpApi(settings.endpoint(), board, registry, Publisher::httpThread, Say::raw);
    return http.start();
  }

  static Thread httpThread(Runnable loop) {
    return new AgentThread(loop, "snarl-http");
  }

  /** Loads what a scrape needs while there is still memory for it. */
  void prepareSoon() {
    if (http != null) {
      http.prepareSoon();
    }
  }

  /** Data that did not reach CloudWatch, since the start; negative without it. */
  long lostToCloudWatch() {
    return cloudWatch == null ? -1 : cloudWatch.lost();
  }

  /** Data that no receiver of OpenTelemetry got, since the start; negative without one. */
  long lostToOtlp() {
    return otlp == null ? -1 : otlp.lost();
  }

  void publish(Snapshot snapshot) {
    Timeline timeline = history.add(snapshot);
    if (atExit != null || log != null || metrics != null || emission.chains()) {
      board.chains().add(snapshot);
    }
    lastMinute = null;
    Ledger.Changes changes = ledger.update(timeline);
    List<Finding> open = ledger.open();
    if (atExit != null || (http != null && settings.console())) {
      board.hour().add(snapshot, open);
    }
    board.post(new View(settings.application(), timeline, open));
    List<Finding> news = new ArrayList<>(changes.opened());
    news.addAll(changes.changed());
    news.addAll(changes.resolved());
    // The file first, so that a reader of the line on stderr finds the evidence in the file.
    if (log != null) {
      log.write(news, snapshot.nanos());
      lost("findings", log.failure());
    }
    stderr.show(news, snapshot.nanos());
    emission.publish(snapshot, changes, open, board.chains());
    lost("jfr events", emission.failure());
    if (otlp != null) {
      otlp.changed(changes);
    }
  }

  @Override
  public void close() {
    emission.close();
    if (atExit != null) {
      atExit.close();
    }
    if (http != null) {
      http.close();
    }
    if (cloudWatch != null) {
      cloudWatch.close();
    }
    if (otlp != null) {
      otlp.close();
    }
    if (metrics != null) {
      metrics.close();
    }
  }
}
