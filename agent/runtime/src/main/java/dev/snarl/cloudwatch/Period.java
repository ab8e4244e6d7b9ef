package dev.snarl.cloudwatch;

import dev.snarl.metrics.Reading;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Collects the chosen metrics of one period. Lives on the sampling thread. Holds at most one
 * distribution for each metric and each kind of finding.
 */
final class Period {
  private static final int LONGEST_NAME = 255;
  private static final int LONGEST_VALUE = 250;
  private static final String SITE = "site";

  private final List<Chosen> set;
  private final String application;
  private final Growth growth;
  private final Map<Key, Content> seen = new LinkedHashMap<>();
  private long lost;

  private record Key(Chosen chosen, Map<String, String> dimensions) {}

  private record Content(Distribution values, Map<String, String> notes) {}

  /**
   * An empty period.
   *
   * @param growth shared by the periods, one after the other
   */
  Period(List<Chosen> set, String application, Growth growth) {
    this.set = set;
    this.application = application;
    this.growth = growth;
  }

  /** Adds the current values. */
  void sample(List<Reading> readings) {
    for (Reading reading : readings) {
      if (!reading.grows()) {
        add(reading, reading.value());
      }
    }
  }

  /** Adds the growth since the last period; called once, at the end. */
  void close(List<Reading> readings) {
    for (Reading reading : readings) {
      if (reading.grows()) {
        var durations = reading.durations();
        if (durations == null) {
          add(reading, growth.since(reading));
        } else {
          var grown = growth.since(reading, durations);
          content(reading).forEach(content -> content.values().add(grown));
        }
      }
    }
    growth.turn();
  }

  private void add(Reading reading, double value) {
    boolean unknown =
        Double.isNaN(value) && set.stream().anyMatch(c -> c.mayBeUnknown() && c.takes(reading));
    if (unknown) {
      return;
    }
    for (Content content : content(reading)) {
      if (!content.values().add(value, 1)) {
        lost++;
      }
    }
  }

  private List<Content> content(Reading reading) {
    List<Content> contents = new ArrayList<>();
    for (Chosen chosen : set) {
      if (chosen.takes(reading)) {
        Content content =
            seen.computeIfAbsent(
                new Key(chosen, chosen.kept(reading)),
                key -> new Content(new Distribution(), new TreeMap<>()));
        String site = reading.labels().get(SITE);
        if (site != null && chosen.metric().equals(Chosen.FINDINGS)) {
          content.notes().putIfAbsent(SITE, site);
        }
        contents.add(content);
      }
    }
    return contents;
  }

  /** Everything of this period that CloudWatch accepts. */
  List<Datum> data() {
    List<Datum> data = new ArrayList<>();
    List<Datum> findings = new ArrayList<>();
    seen.forEach(
        (key, content) -> {
          String metric = key.chosen().metric();
          if (content.values().isEmpty()) {
            return;
          }
          if (metric.length() > LONGEST_NAME || !metric.equals(plain(metric))) {
            lost++;
            return;
          }
          (metric.equals(Chosen.FINDINGS) ? findings : data).add(datum(key, content));
        });
    findings.sort(Comparator.comparing(datum -> datum.dimensions().getOrDefault("severity", "")));
    lost += Math.max(0, findings.size() - Chosen.MOST_FINDINGS);
    data.addAll(findings.subList(0, Math.min(findings.size(), Chosen.MOST_FINDINGS)));
    return data;
  }

  private Datum datum(Key key, Content content) {
    Map<String, String> dimensions = new TreeMap<>();
    dimensions.put("application", value(application));
    key.dimensions().forEach((name, text) -> dimensions.put(name, value(text)));
    List<Double> values = content.values().values();
    return new Datum(
        key.chosen().metric(),
        key.chosen().unit(),
        dimensions,
        values,
        content.values().counts(),
        content.notes());
  }

  /** Values that CloudWatch does not accept, or that did not fit. */
  long lost() {
    return lost;
  }

  /** CloudWatch accepts printable ASCII, not beginning with a colon, and not empty. */
  private static String plain(String text) {
    StringBuilder plain = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      plain.append(c < ' ' || c > '~' || (i == 0 && c == ':') ? '_' : c);
    }
    return plain.toString();
  }

  private static String value(String text) {
    String plain = plain(text.substring(0, Math.min(text.length(), LONGEST_VALUE)));
    return plain.isBlank() ? "none" : plain;
  }
}
