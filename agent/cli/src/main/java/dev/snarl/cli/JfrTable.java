package dev.snarl.cli;

import dev.snarl.hypotheses.Hypothesis;
import dev.snarl.recordings.Judged;
import dev.snarl.rules.Finding;
import dev.snarl.rules.RulePage;
import dev.snarl.text.Figures;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The diagnosis of a recording on one screen of a terminal. */
final class JfrTable {
  private static final int FINDINGS = 5;

  private final Here here;

  JfrTable(Here here) {
    this.here = here;
  }

  void print(Judged judged) {
    here.say(judged.summary());
    here.out().println();
    here.say(
        ChainsAnswer.total(
            judged.chains(), Figures.time(judged.facts().seconds()) + " of the recording"));
    new ChainLines(here).print(judged.chains());
    findings(judged.findings());
    if (!judged.hypotheses().isEmpty()) {
      here.out().println();
    }
    for (Hypothesis each : judged.hypotheses()) {
      here.say("%-8s  %-14s  %s".formatted(each.answer().label(), each.id(), each.number()));
    }
    here.out().println();
    here.say(input(judged.facts()));
    judged.notes().forEach(note -> here.say("Note: " + note));
    if (!judged.notes().isEmpty()) {
      here.say(Judged.HOW);
    }
  }

  private void findings(List<Finding> findings) {
    if (findings.isEmpty()) {
      return;
    }
    here.out().println();
    for (Finding finding : findings.subList(0, Math.min(FINDINGS, findings.size()))) {
      here.say(
          "%-8s %s%s: %s"
              .formatted(
                  finding.severity().label().toUpperCase(Locale.ROOT),
                  finding.rule(),
                  certainty(finding.evidence()),
                  finding.title()));
      here.say("         at " + finding.site());
    }
    if (findings.size() > FINDINGS) {
      here.say("         … and " + (findings.size() - FINDINGS) + " more: --json shows all");
    }
    here.say("-> " + findings.get(0).remedy());
    here.say("   " + RulePage.reference(findings.get(0).doc()));
  }

  private static String certainty(Map<String, Object> evidence) {
    Object certainty = evidence.get("certainty");
    return certainty == null ? "" : ", " + certainty;
  }

  private static String input(Judged.Facts facts) {
    return "%s: %s in %s from %s, %s of threads with something to do, %s%s"
        .formatted(
            facts.source(),
            Figures.plural(facts.events(), "event"),
            Figures.time(facts.seconds()),
            facts.from(),
            Figures.plural(facts.waits(), "wait"),
            Figures.plural(facts.dumps(), "thread dump"),
            facts.jvm().isEmpty() ? "" : ", " + facts.jvm());
  }
}
