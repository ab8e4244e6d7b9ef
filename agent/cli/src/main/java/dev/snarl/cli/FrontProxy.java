package dev.snarl.cli;

import com.google.gson.JsonObject;
import dev.snarl.hypotheses.Answer;
import dev.snarl.nginx.Configuration;
import dev.snarl.nginx.ErrorLog;
import dev.snarl.nginx.ErrorLog.Complaint;
import dev.snarl.text.Figures;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The evidence in nginx's own files for the hypothesis that a proxy in front is the limit; the JVM
 * alone cannot prove it.
 *
 * @param log its error log, null if not given
 * @param configuration its configuration, null if not given
 */
record FrontProxy(@Nullable ErrorLog log, @Nullable Configuration configuration) {
  static final String ID = "front-proxy-limit";

  /** Older lines belong to an earlier problem. */
  private static final Duration RECENT = Duration.ofMinutes(10);

  static FrontProxy read(@Nullable Path log, @Nullable Path configuration) throws Failure {
    return new FrontProxy(
        log == null ? null : log(log), configuration == null ? null : configuration(configuration));
  }

  private static ErrorLog log(Path file) throws Failure {
    try {
      return ErrorLog.read(file);
    } catch (IOException e) {
      throw Failure.unreachable("cannot read the log " + file + ": " + e.getMessage());
    }
  }

  private static Configuration configuration(Path file) throws Failure {
    try {
      return Configuration.read(file);
    } catch (IOException e) {
      throw Failure.unreachable("cannot read the configuration " + file + ": " + e.getMessage());
    }
  }

  /** Rewrites the verdict of that hypothesis only. */
  void decide(JsonObject hypothesis, LocalDateTime now) {
    if (log == null && configuration == null) {
      return;
    }
    List<String> parts = new ArrayList<>();
    Answer answer = log == null ? Answer.NOT_SEEN : judge(log, now, parts);
    // Below that level nginx drops waiting connections without a line: a clean log refutes nothing.
    if (answer == Answer.FALSE && (configuration == null || !configuration.warns())) {
      answer = Answer.NOT_SEEN;
      parts.add("without error_log … warn, nginx drops waiting connections and does not say so");
    }
    if (configuration != null) {
      parts.add(limits(configuration));
    }
    parts.add(Json.text(hypothesis, "number"));
    hypothesis.addProperty("verdict", answer.label());
    hypothesis.addProperty("number", String.join("; ", parts));
    if (answer == Answer.TRUE) {
      hypothesis.addProperty("look", "worker_connections and worker_rlimit_nofile in nginx.conf");
    }
  }

  private static Answer judge(ErrorLog log, LocalDateTime now, List<String> parts) {
    Answer answer = Answer.FALSE;
    for (Complaint complaint : List.of(Complaint.CONNECTIONS, Complaint.FILES)) {
      long count = log.count(complaint);
      if (count == 0) {
        continue;
      }
      boolean recent = log.fresh(complaint, now, RECENT);
      parts.add(
          "%s \"%s\", last %s%s"
              .formatted(
                  Figures.plural(count, "line"),
                  complaint == Complaint.FILES
                      ? "24: Too many open files"
                      : (log.connections() < 0 ? "" : log.connections() + " ")
                          + "worker_connections are not enough",
                  log.last().get(complaint),
                  recent ? "" : ", not of late"));
      answer = recent ? Answer.TRUE : answer == Answer.TRUE ? answer : Answer.NOT_SEEN;
    }
    if (parts.isEmpty()) {
      parts.add(
          "no line of worker_connections or open files in the log (%s read)"
              .formatted(Figures.plural(log.lines(), "line")));
    }
    long upstream =
        log.count(Complaint.UPSTREAM_SLOW)
            + log.count(Complaint.UPSTREAM_REFUSED)
            + log.count(Complaint.UPSTREAM_GONE);
    if (upstream > 0) {
      parts.add("%s of a slow or absent upstream".formatted(Figures.plural(upstream, "line")));
    }
    return answer;
  }

  private static String limits(Configuration configuration) {
    int processors = Runtime.getRuntime().availableProcessors();
    String text =
        "nginx.conf: %s × %s connections, so at most %s requests at once"
            .formatted(
                configuration.workers() == 0
                    ? "one worker a processor"
                    : Figures.plural(configuration.workers(), "worker"),
                Figures.number(configuration.connections()),
                Figures.number(configuration.proxied(processors)));
    if (configuration.files() >= 0 && configuration.files() < configuration.connections()) {
      text += ", and worker_rlimit_nofile " + Figures.number(configuration.files()) + " is less";
    }
    return configuration.unread().isEmpty()
        ? text
        : text + " (not read: " + String.join(", ", configuration.unread()) + ")";
  }
}
