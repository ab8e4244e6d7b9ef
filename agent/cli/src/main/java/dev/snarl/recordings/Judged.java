package dev.snarl.recordings;

import dev.snarl.chains.ChainTree;
import dev.snarl.hypotheses.Hypothesis;
import dev.snarl.rules.Finding;
import dev.snarl.rules.Severity;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The diagnosis of a recording.
 *
 * @param findings whatever was true at some time of it, most severe first
 * @param chains where the time went that threads with something to do waited
 * @param hypotheses of its last minute, those that its events can judge
 * @param facts of the recording itself
 * @param notes remarks on what it cannot show, a line each
 */
public record Judged(
    String summary,
    List<Finding> findings,
    ChainTree chains,
    List<Hypothesis> hypotheses,
    Facts facts,
    List<String> notes) {
  public Judged {
    findings = List.copyOf(findings);
    hypotheses = List.copyOf(hypotheses);
    notes = List.copyOf(notes);
  }

  /**
   * What was read.
   *
   * @param jvm version of the JVM, empty if it does not say
   * @param from of its first event, null without any
   * @param waits the number of waits of threads with something to do
   * @param dumps thread dumps in it
   */
  public record Facts(
      String source,
      String jvm,
      @Nullable Instant from,
      double seconds,
      long events,
      long waits,
      int dumps) {}

  /** The highest severity of the findings, null without any. */
  public @Nullable Severity worst() {
    return findings.stream().map(Finding::severity).max(Severity::compareTo).orElse(null);
  }

  /** How to record what is judged. */
  public static final String HOW =
      "To record more: jcmd PID JFR.start settings=profile duration=60s filename=FILE.jfr"
          + " jdk.ThreadPark#threshold=1ms jdk.JavaMonitorEnter#threshold=1ms"
          + " jdk.JavaMonitorWait#threshold=1ms jdk.ThreadSleep#threshold=1ms"
          + " jdk.SocketRead#threshold=1ms jdk.ThreadDump#period=5s (single settings from Java 17"
          + " on; before, a copy of profile.jfc with them)";
}
