package dev.snarl.threads;

import dev.snarl.rules.Evidence;
import dev.snarl.rules.Finding;
import dev.snarl.rules.FindingId;
import dev.snarl.rules.Rule;
import dev.snarl.rules.RulePage;
import dev.snarl.rules.Rules;
import dev.snarl.rules.Severity;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** Claims of single dumps, combined over a series: one finding for each, with its history. */
final class Verdicts {
  private static final int MOST = 200;

  /** Of two with equal severity, the one that explains more. */
  private static final List<String> ORDER =
      Stream.of(
              Stream.of(LockClaims.DEADLOCK),
              Rules.ALL.stream().map(Rule::id),
              Stream.of("hot-thread", "stuck-thread"))
          .flatMap(ids -> ids)
          .toList();

  /** Queues, which come and go in every service: of a series, one dump says little. */
  private static final Set<String> QUEUES =
      Set.of(LockClaims.CONTENTION, "connection-pool-exhausted");

  private static final class Entry {
    Claim claim;
    final Instant first;
    Instant last;
    int dumps;

    /** The number of the dump that had it last, and whether two in a row had it. */
    int lastDump;

    boolean lasted;

    Entry(Claim claim, Instant at) {
      this.claim = claim;
      this.first = at;
      this.last = at;
    }
  }

  private final Map<String, Entry> entries = new LinkedHashMap<>();
  private int dumps;

  /** The claims of the next dump. */
  void dump(Collection<Claim> claims, Instant at) {
    dumps++;
    for (Claim claim : claims) {
      Entry entry = entry(claim, at);
      entry.dumps++;
      entry.lasted |= entry.lastDump == dumps - 1 && dumps > 1;
      entry.lastDump = dumps;
    }
  }

  /** The claims of the whole series; left out if another finding already names the place. */
  void series(Collection<Claim> claims, Instant at) {
    List<String> named = new ArrayList<>();
    for (Entry entry : entries.values()) {
      named.add(entry.claim.site());
      named.add(String.valueOf(entry.claim.evidence().map().get("workerSite")));
    }
    for (Claim claim : claims) {
      if (!claim.rule().equals("stuck-thread") || !named.contains(claim.site())) {
        entry(claim, at).dumps = dumps;
      }
    }
  }

  private Entry entry(Claim claim, Instant at) {
    Entry entry =
        entries.computeIfAbsent(claim.rule() + '\n' + claim.key(), key -> new Entry(claim, at));
    entry.claim = claim;
    entry.last = at;
    return entry;
  }

  List<Finding> findings(String application) {
    return entries.values().stream()
        .sorted(
            Comparator.comparing((Entry entry) -> severity(entry))
                .reversed()
                .thenComparing(entry -> ORDER.indexOf(entry.claim.rule()))
                .thenComparing(entry -> -entry.claim.count())
                .thenComparing(entry -> entry.claim.site()))
        .limit(MOST)
        .map(entry -> finding(entry, application))
        .toList();
  }

  private Severity severity(Entry entry) {
    boolean passing = QUEUES.contains(entry.claim.rule()) && dumps > 1 && !entry.lasted;
    return passing ? Severity.INFO : entry.claim.severity();
  }

  private Finding finding(Entry entry, String application) {
    Claim claim = entry.claim;
    Evidence evidence = new Evidence().put("certainty", claim.certainty().label());
    claim.evidence().map().forEach(evidence::put);
    if (dumps > 1) {
      evidence.put("seenInDumps", entry.dumps).put("ofDumps", dumps);
    }
    boolean known = Rules.ALL.stream().anyMatch(rule -> rule.id().equals(claim.rule()));
    return new Finding(
        claim.rule(),
        severity(entry),
        application,
        claim.site(),
        claim.title(),
        entry.first,
        entry.last,
        claim.count(),
        evidence.map(),
        claim.threshold(),
        claim.remedy(),
        known ? RulePage.path(claim.rule()) : "docs/threads.md",
        FindingId.of(claim.rule(), claim.key()),
        false);
  }
}
