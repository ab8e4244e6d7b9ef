package dev.snarl.cloudwatch;

import dev.snarl.metrics.Reading;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * One metric of the default set. CloudWatch charges for each metric and set of dimension values, so
 * labels that are no dimension are dropped: their samples become one distribution, which keeps
 * maximum and sum.
 *
 * @param metric full name, as on {@code /metrics}
 * @param label the label to filter by, empty for none
 * @param among its values that count, separated by {@code |}
 * @param dimensions labels kept, besides {@code application}
 * @param unit CloudWatch's name of it
 * @param statistic the recommended one
 * @param meaning for the docs
 */
record Chosen(
    String metric,
    String label,
    String among,
    List<String> dimensions,
    String unit,
    String statistic,
    String meaning) {

  static final String FINDINGS = "snarl_findings";

  /** The maximum number of kinds of findings sent at a time, most severe first. */
  static final int MOST_FINDINGS = 8;

  private static final String SECONDS = "Seconds";
  private static final String COUNT = "Count";
  private static final String NONE = "None";
  private static final String SUM = "Sum";
  private static final String MAXIMUM = "Maximum";

  /** Twelve that are always sent, and one for open findings, at most eight times. */
  static final List<Chosen> ALL =
      List.of(
          new Chosen(
              FINDINGS,
              "severity",
              "warning|critical",
              List.of("rule", "severity"),
              COUNT,
              MAXIMUM,
              "1 while a finding of that rule and severity is true; not sent otherwise, at most"
                  + " eight at a time"),
          all("snarl_pool_deadlocks", COUNT, MAXIMUM, "pool deadlocks; also the sign of life"),
          all("snarl_double_blocked_seconds_total", SECONDS, SUM, "two threads held for one job"),
          all(
              "snarl_blocked_seconds_total",
              SECONDS,
              SUM,
              "threads waiting for futures, locks, other threads, latches, permits and the like"),
          all("snarl_thread_starts_total", COUNT, SUM, "platform threads started"),
          all("executor_queued_tasks", COUNT, MAXIMUM, "the longest queue of an executor"),
          all("executor_active_threads", COUNT, MAXIMUM, "the busiest executor"),
          all(
              "snarl_executor_queue_wait_seconds",
              SECONDS,
              "p99",
              "how long tasks waited, with percentiles; not by way of the CloudWatch agent's"
                  + " Prometheus scraping, which drops histograms"),
          all("process_cpu_usage", NONE, "Average", "CPU of the process, 1 is the whole machine"),
          all("jvm_gc_pause_seconds_sum", SECONDS, SUM, "time for which collections stopped it"),
          new Chosen(
              "snarl_gc_occupancy_ratio",
              "space",
              "old",
              List.of("space"),
              NONE,
              MAXIMUM,
              "how full the old generation is of what it has committed"),
          all("snarl_agent_errors_total", COUNT, SUM, "errors of the agent itself"),
          all("snarl_agent_dropped_total", COUNT, SUM, "what found no room in the agent"));

  Chosen {
    dimensions = List.copyOf(dimensions);
  }

  private static Chosen all(String metric, String unit, String statistic, String meaning) {
    return new Chosen(metric, "", "", List.of(), unit, statistic, meaning);
  }

  static Set<String> names() {
    Set<String> names = new TreeSet<>();
    ALL.forEach(chosen -> names.add(chosen.metric()));
    return Collections.unmodifiableSet(names);
  }

  boolean takes(Reading reading) {
    return metric.equals(reading.metric())
        && (label.isEmpty() || takes(reading.labels().getOrDefault(label, "")));
  }

  private boolean takes(String value) {
    return List.of(among.split("[|]")).contains(value);
  }

  /** A queue whose length cannot be read without a lock: its number may be missing. */
  boolean mayBeUnknown() {
    return metric.equals("executor_queued_tasks");
  }

  /** The row of {@code docs/cloudwatch.md}. */
  String row() {
    List<String> kept = new ArrayList<>(List.of("application"));
    kept.addAll(dimensions);
    String where = label.isEmpty() ? "" : label + "=" + among.replace('|', ' ');
    return "| `%s` | %s | %s | %s | %s | %s |"
        .formatted(metric, String.join(", ", kept), where, unit, statistic, meaning);
  }

  /** The dimensions of a sample, all but {@code application}. */
  Map<String, String> kept(Reading reading) {
    Map<String, String> kept = new TreeMap<>();
    for (String name : dimensions) {
      kept.put(name, reading.labels().getOrDefault(name, ""));
    }
    return kept;
  }
}
