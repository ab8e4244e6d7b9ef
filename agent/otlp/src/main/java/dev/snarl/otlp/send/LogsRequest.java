package dev.snarl.otlp.send;

import dev.snarl.chains.ChainTree;
import dev.snarl.chains.Collapsed;
import dev.snarl.chains.End;
import dev.snarl.otlp.News;
import dev.snarl.rules.Finding;
import dev.snarl.rules.Severity;
import io.opentelemetry.proto.collector.logs.v1.ExportLogsServiceRequest;
import io.opentelemetry.proto.common.v1.AnyValue;
import io.opentelemetry.proto.logs.v1.LogRecord;
import io.opentelemetry.proto.logs.v1.ResourceLogs;
import io.opentelemetry.proto.logs.v1.ScopeLogs;
import io.opentelemetry.proto.logs.v1.SeverityNumber;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Findings and chains as log records with an event name. */
final class LogsRequest {
  static final int MOST_CHAINS = 20;
  private static final Pattern SITE = Pattern.compile("([\\w$.<>]+)\\(([^():]+):(\\d+)\\)");
  private static final String IDLE = "[" + End.IDLE.label() + "]";

  private final Origin origin;
  private final long nanos;

  LogsRequest(Origin origin, long nanos) {
    this.origin = origin;
    this.nanos = nanos;
  }

  ExportLogsServiceRequest of(List<LogRecord> records) {
    return ExportLogsServiceRequest.newBuilder()
        .addResourceLogs(
            ResourceLogs.newBuilder()
                .setResource(origin.resource())
                .addScopeLogs(
                    ScopeLogs.newBuilder().setScope(origin.scope()).addAllLogRecords(records)))
        .build();
  }

  /** What a finding has done. One that is resolved is an information, however bad it was. */
  LogRecord finding(News news) {
    Finding finding = news.finding();
    boolean opened = news.state() == News.State.OPENED;
    boolean resolved = news.state() == News.State.RESOLVED;
    String body = finding.rule() + " at " + finding.site() + ": " + finding.title();
    LogRecord.Builder log =
        record("snarl.finding", resolved ? "resolved: " + body : body)
            .setTimeUnixNano(nanos(opened ? finding.firstSeen() : finding.lastSeen()))
            .setSeverityNumber(resolved ? number(Severity.INFO) : number(finding.severity()))
            .setSeverityText(resolved ? "INFO" : finding.severity().name());
    double seconds = Duration.between(finding.firstSeen(), finding.lastSeen()).toMillis() / 1_000.0;
    add(log, "snarl.finding.id", finding.id());
    add(log, "snarl.finding.state", news.state().name().toLowerCase(Locale.ROOT));
    add(log, "snarl.finding.seconds", seconds);
    add(log, "snarl.finding.count", finding.count());
    add(log, "snarl.rule", finding.rule());
    add(log, "snarl.severity", finding.severity().label());
    add(log, "snarl.application", finding.application());
    add(log, "snarl.site", finding.site());
    add(log, "snarl.remedy", finding.remedy());
    add(log, "snarl.doc", finding.doc());
    Matcher site = SITE.matcher(finding.site());
    if (site.find()) {
      add(log, "code.function.name", site.group(1));
      add(log, "code.file.path", site.group(2));
      add(log, "code.line.number", Long.valueOf(site.group(3)));
    }
    finding.evidence().forEach((key, value) -> add(log, "snarl.evidence." + key, value));
    return log.build();
  }

  /** The chains that most threads waited in, without those that are idle by design. */
  List<LogRecord> chains(ChainTree tree) {
    List<Map.Entry<String, Double>> widest =
        new Collapsed(tree)
            .lines().entrySet().stream()
                .filter(chain -> !chain.getKey().endsWith(IDLE))
                .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
                .limit(MOST_CHAINS)
                .toList();
    List<LogRecord> records = new ArrayList<>();
    double observed = tree.observedSeconds();
    for (Map.Entry<String, Double> chain : widest) {
      records.add(chain(chain.getKey(), chain.getValue(), chain.getValue() / observed));
    }
    return records;
  }

  private LogRecord chain(String line, double seconds, double threads) {
    List<String> frames = new ArrayList<>(List.of(line.split(";", -1)));
    String end = frames.remove(frames.size() - 1);
    LogRecord.Builder log =
        record("snarl.chain", String.join(" → ", frames) + " " + end)
            .setTimeUnixNano(nanos)
            .setSeverityNumber(SeverityNumber.SEVERITY_NUMBER_INFO)
            .setSeverityText("INFO");
    add(log, "snarl.chain.frames", frames);
    add(log, "snarl.chain.end", end.substring(1, end.length() - 1));
    add(log, "snarl.chain.thread_seconds", seconds);
    add(log, "snarl.chain.threads", threads);
    return log.build();
  }

  private LogRecord.Builder record(String event, String body) {
    return LogRecord.newBuilder()
        .setEventName(event)
        .setObservedTimeUnixNano(nanos)
        .setBody(AnyValue.newBuilder().setStringValue(Values.text(body)));
  }

  private static void add(LogRecord.Builder log, String key, Object value) {
    log.addAttributes(Values.of(key, value));
  }

  private static SeverityNumber number(Severity severity) {
    return switch (severity) {
      case INFO -> SeverityNumber.SEVERITY_NUMBER_INFO;
      case WARNING -> SeverityNumber.SEVERITY_NUMBER_WARN;
      case CRITICAL -> SeverityNumber.SEVERITY_NUMBER_ERROR;
    };
  }

  private static long nanos(Instant at) {
    return at.getEpochSecond() * 1_000_000_000 + at.getNano();
  }
}
