package dev.snarl.heap.report;

import dev.snarl.heap.mat.Verdict;
import dev.snarl.heap.triage.Report;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Everything that is shown.
 *
 * @param growth null if nothing is compared
 * @param mat null if Eclipse MAT was not run
 * @param waits who waits for whom, as lines
 * @param top entries of each list
 */
public record Shown(
    Report report, @Nullable Growth growth, @Nullable Verdict mat, List<String> waits, int top) {

  /** Eclipse MAT's result, and whether it agrees; nothing if it was not run. */
  List<String> opinion() {
    if (mat == null) {
      return List.of();
    }
    if (mat.suspects().isEmpty()) {
      return List.of("Eclipse MAT names no suspect.");
    }
    String lead =
        mat.names(ours()) ? "Eclipse MAT names the same: " : "Eclipse MAT names something else: ";
    List<String> lines = new ArrayList<>();
    lines.add(lead + mat.suspects().get(0));
    mat.suspects().stream().skip(1).limit(2).forEach(s -> lines.add("and: " + s));
    return lines;
  }

  /** The classes of the first suspect. */
  private List<String> ours() {
    List<String> types = new ArrayList<>();
    report.dominators().stream().limit(1).forEach(d -> types.add(d.type()));
    for (Report.Suspect suspect : report.suspects().stream().limit(1).toList()) {
      if (suspect.accumulates() != null) {
        types.add(suspect.accumulates().type());
      }
    }
    return types;
  }
}
