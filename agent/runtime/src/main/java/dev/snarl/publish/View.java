package dev.snarl.publish;

import dev.snarl.rules.Finding;
import dev.snarl.snapshot.Snapshot;
import dev.snarl.snapshot.Timeline;
import java.util.List;

/**
 * What can be read over HTTP at one moment. Nothing else is rendered.
 *
 * @param application name of the application
 * @param timeline the latest snapshot and those before it
 * @param findings the findings of the rules at that moment, the worst first
 */
public record View(String application, Timeline timeline, List<Finding> findings) {
  public View {
    findings = findings.stream().sorted(Finding.WORST_FIRST).toList();
  }

  /** A view of one snapshot. */
  public View(String application, Snapshot only, List<Finding> findings) {
    this(application, new Timeline(List.of(only)), findings);
  }

  public Snapshot latest() {
    return timeline.latest();
  }
}
