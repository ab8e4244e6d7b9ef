package dev.snarl.threads;

import dev.snarl.rules.Finding;
import dev.snarl.rules.Severity;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The diagnosis of a series of dumps.
 *
 * @param summary one sentence to act on
 * @param findings most severe first; {@code evidence.certainty} is {@code proved} or {@code likely}
 * @param groups equal stacks of the last dump, largest first
 * @param pools pools of the last dump, largest first
 * @param dumps the dumps, in order
 * @param notes remarks on the input, a line each
 */
public record Diagnosis(
    String summary,
    List<Finding> findings,
    List<StackGroup> groups,
    List<PoolRow> pools,
    List<DumpFacts> dumps,
    List<String> notes) {
  public Diagnosis {
    findings = List.copyOf(findings);
    groups = List.copyOf(groups);
    pools = List.copyOf(pools);
    dumps = List.copyOf(dumps);
    notes = List.copyOf(notes);
  }

  /** The highest severity of the findings, null without any. */
  public @Nullable Severity worst() {
    return findings.stream().map(Finding::severity).max(Severity::compareTo).orElse(null);
  }
}
