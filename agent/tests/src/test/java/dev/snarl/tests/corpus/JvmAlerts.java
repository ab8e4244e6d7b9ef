package dev.snarl.tests.corpus;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The two alerts of Grafana's jvm-mixin over the metrics of jmx_exporter. A program is shorter than
 * the minutes for which their conditions must hold: three scrapes in a row, 2 s apart, stand for
 * them, in the tool's favour. Source of the alerts:
 * https://github.com/grafana/jsonnet-libs/tree/master/jvm-mixin.
 */
record JvmAlerts() implements Tool {
  private static final int IN_A_ROW = 3;
  private static final double HEAP_LIMIT = 0.8;

  @Override
  public String title() {
    return "jmx_exporter, jvm-mixin";
  }

  @Override
  public Set<String> claims() {
    return Set.of("lock-deadlock", "heap-pressure");
  }

  @Override
  public List<Alarm> alarms(Shot shot) {
    return in(shot.scrapes());
  }

  static List<Alarm> in(List<String> scrapes) {
    List<Alarm> alarms = new ArrayList<>();
    if (holds(scrapes, scrape -> value(scrape, "jvm_threads_deadlocked") > 0)) {
      alarms.add(new Alarm(Set.of("lock-deadlock"), Severity.CRITICAL, "JVM deadlock detected."));
    }
    if (holds(
        scrapes,
        scrape ->
            value(scrape, "jvm_memory_used_bytes{area=\"heap\"}")
                > HEAP_LIMIT * value(scrape, "jvm_memory_max_bytes{area=\"heap\"}"))) {
      alarms.add(
          new Alarm(Set.of("heap-pressure"), Severity.WARNING, "JVM heap memory filling up."));
    }
    return alarms;
  }

  private static boolean holds(List<String> scrapes, Predicate<String> condition) {
    int row = 0;
    for (String scrape : scrapes) {
      row = condition.test(scrape) ? row + 1 : 0;
      if (row == IN_A_ROW) {
        return true;
      }
    }
    return false;
  }

  private static double value(String scrape, String series) {
    Matcher line =
        Pattern.compile("^" + Pattern.quote(series) + " (\\S+)$", Pattern.MULTILINE)
            .matcher(scrape);
    return line.find() ? Double.parseDouble(line.group(1)) : Double.NaN;
  }
}
