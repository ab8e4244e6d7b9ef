package dev.snarl.publish;

import dev.snarl.rules.Finding;
import dev.snarl.snapshot.Snapshot;
import java.util.List;

/**
 * What can be read over HTTP at one moment. Nothing else is rendered.
 *
 * @param application name of the application
 * @param latest the latest snapshot
 * @param findings what the rules hold true with it
 */
public record View(String application, Snapshot latest, List<Finding> findings) {
  public View {
    findings = List.copyOf(findings);
  }
}
