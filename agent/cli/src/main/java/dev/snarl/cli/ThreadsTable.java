package dev.snarl.cli;

import dev.snarl.rules.Finding;
import dev.snarl.rules.RulePage;
import dev.snarl.text.Figures;
import dev.snarl.text.Text;
import dev.snarl.threads.Diagnosis;
import dev.snarl.threads.DumpFacts;
import dev.snarl.threads.PoolRow;
import dev.snarl.threads.StackGroup;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;
import java.util.TreeMap;

/** The analysis of thread dumps on one screen of a terminal. */
final class ThreadsTable {
  private static final int FINDINGS = 3;
  private static final int POOLS = 5;
  private static final int GROUPS = 3;
  private static final int NAME = 34;

  private final Here here;

  ThreadsTable(Here here) {
    this.here = here;
  }

  void print(Diagnosis diagnosis) {
    here.say(diagnosis.summary());
    List<Finding> findings = diagnosis.findings();
    if (!findings.isEmpty()) {
      here.out().println();
    }
    for (Finding finding : findings.subList(0, Math.min(FINDINGS, findings.size()))) {
      here.say(
          "%-8s %s, %s%s%s"
              .formatted(
                  finding.severity().label().toUpperCase(Locale.ROOT),
                  finding.rule(),
                  finding.evidence().get("certainty"),
                  seen(finding),
                  finding.equals(findings.get(0)) ? "" : ": " + finding.title()));
      here.say("         at " + finding.site());
    }
    if (findings.size() > FINDINGS) {
      here.say("         … and " + (findings.size() - FINDINGS) + " more: --json shows all");
    }
    if (!findings.isEmpty()) {
      here.say("-> " + findings.get(0).remedy());
      here.say("   " + RulePage.reference(findings.get(0).doc()));
    }
    pools(diagnosis.pools());
    groups(diagnosis.groups());
    here.out().println();
    here.say(input(diagnosis.dumps()));
    for (String note : diagnosis.notes()) {
      here.say("Note: " + note);
    }
  }

  private static String seen(Finding finding) {
    Object seen = finding.evidence().get("seenInDumps");
    return seen == null
        ? ""
        : ", in %s of %s dumps".formatted(seen, finding.evidence().get("ofDumps"));
  }

  private void pools(List<PoolRow> pools) {
    if (pools.isEmpty()) {
      return;
    }
    here.out().println();
    here.say("%-34s %7s  %s".formatted("pool", "threads", "doing"));
    for (PoolRow pool : pools.subList(0, Math.min(POOLS, pools.size()))) {
      here.say(
          "%-34s %7d  %s%s"
              .formatted(
                  cut(pool.pattern()),
                  pool.threads(),
                  doing(pool.doing()),
                  pool.site().isEmpty() ? "" : ", most at " + pool.site()));
    }
    if (pools.size() > POOLS) {
      here.say("… and " + (pools.size() - POOLS) + " more");
    }
  }

  private static String doing(Map<String, Integer> doing) {
    StringJoiner words = new StringJoiner(", ");
    new TreeMap<>(doing).forEach((label, count) -> words.add(count + " " + label));
    return words.toString();
  }

  private void groups(List<StackGroup> groups) {
    List<StackGroup> busy = groups.stream().filter(each -> !each.doing().equals("idle")).toList();
    if (busy.isEmpty()) {
      return;
    }
    here.out().println();
    here.say("Equal stacks, idle ones left out");
    for (StackGroup group : busy.subList(0, Math.min(GROUPS, busy.size()))) {
      here.say(
          "%5d × %s, %s at %s"
              .formatted(
                  group.count(),
                  cut(group.count() == 1 ? group.names().get(0) : group.pool()),
                  group.blockedIn().isEmpty() ? group.doing() : "in " + group.blockedIn(),
                  group.site()));
    }
  }

  private static String input(List<DumpFacts> dumps) {
    DumpFacts last = dumps.get(dumps.size() - 1);
    return "%s read, the last of %s with %s%s"
        .formatted(
            Figures.plural(dumps.size(), "dump"),
            last.at() == null ? "an unknown time" : last.at(),
            Figures.plural(last.threads(), "thread"),
            last.vm().isEmpty() ? "" : ", " + last.vm());
  }

  private static String cut(String name) {
    return Text.oneLine(name, NAME - 1);
  }
}
