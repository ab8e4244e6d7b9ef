package dev.snarl.lost;

import dev.snarl.rules.Severity;
import dev.snarl.snapshot.Certainty;
import dev.snarl.text.Figures;
import dev.snarl.text.Text;
import dev.snarl.text.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A report for a terminal. */
public final class Screen {
  private static final int WIDTH = 118;
  private static final int GROUPS = 12;
  private static final int PATH = 5;
  private static final int NAMES = 5;

  private Screen() {}

  /** Its lines; what does not fit is in the JSON. */
  public static List<String> of(LostReport report) {
    List<String> lines = new ArrayList<>();
    if (report.refused() != null) {
      lines.add("Nothing can be said: " + report.refused() + ".");
    } else {
      lines.add(summary(report));
    }
    report.groups().stream().limit(GROUPS).forEach(group -> group(group, lines));
    if (report.groups().size() > GROUPS) {
      lines.add("");
      lines.add("… and " + (report.groups().size() - GROUPS) + " more groups: --json shows all");
    }
    return lines.stream().map(line -> Text.oneLine(line, WIDTH * 2)).toList();
  }

  private static String summary(LostReport report) {
    long lost = count(report, false);
    long unlessMain = count(report, true);
    String of = " of " + Figures.plural(report.threads(), "thread");
    String main = unlessMain == 0 ? "" : " " + unlessMain + of + " go on only if main lets them.";
    String innocent =
        report.worst() == Severity.INFO ? " No work is known to be lost with them." : "";
    return lost > 0
        ? lost
            + of
            + " can never go on, short of an interrupt, shutdownNow or a resize."
            + innocent
            + main
        : "No thread is known to be lost: each"
            + of
            + " runs, or what it waits for may still come."
            + main;
  }

  private static long count(LostReport report, boolean unlessMain) {
    return report.groups().stream()
        .filter(group -> (group.certainty() == Certainty.UNKNOWN) == unlessMain)
        .mapToLong(LostReport.Group::count)
        .sum();
  }

  private static void group(LostReport.Group group, List<String> lines) {
    lines.add("");
    lines.add(
        "%-8s %s, %s %s %s"
            .formatted(
                group.severity().label().toUpperCase(Locale.ROOT),
                group.certainty().label(),
                Figures.plural(group.count(), "thread"),
                group.count() == 1 ? "waits for" : "wait for",
                group.what()));
    if (!group.site().isEmpty()) {
      String call = group.call().isEmpty() ? "" : "in " + Words.method(group.call()) + " ";
      lines.add("         " + call + "at " + group.site()); // to enter a monitor is no call
    }
    lines.add("         " + group.why());
    if (!group.work().isEmpty()) {
      lines.add("         lost with it: " + group.work());
    }
    int from = Math.max(0, group.path().size() - PATH);
    if (!group.path().isEmpty()) {
      lines.add(
          "         held by "
              + (from > 0 ? "… → " : "")
              + String.join(" → ", group.path().subList(from, group.path().size()))
              + " @ 0x"
              + Long.toHexString(group.address()));
    }
    lines.add(
        "         threads: "
            + String.join(", ", group.names().subList(0, Math.min(NAMES, group.count())))
            + (group.count() > NAMES ? ", …" : ""));
    group.doubts().forEach(doubt -> lines.add("         not proved: " + doubt));
  }
}
