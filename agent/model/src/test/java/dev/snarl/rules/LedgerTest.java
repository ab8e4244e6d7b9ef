package dev.snarl.rules;

import static dev.snarl.rules.Snapshots.at;
import static dev.snarl.rules.Snapshots.blocked;
import static dev.snarl.rules.Snapshots.queued;
import static org.assertj.core.api.Assertions.assertThat;

import dev.snarl.snapshot.Request;
import dev.snarl.snapshot.Timeline;
import dev.snarl.snapshot.Wait;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class LedgerTest {
  private List<Verdict> truth = List.of();
  private Ledger.Setting setting = Ledger.Setting.DEFAULT;
  private List<String> chain = List.of();
  private final Map<String, @Nullable String> library = new HashMap<>();
  private final Ledger ledger = ledger(() -> truth, Duration.ofSeconds(10));

  private Ledger ledger(Supplier<List<Verdict>> verdicts, Duration grace) {
    Rule rule =
        new Rule() {
          @Override
          public Declaration declaration() {
            return new Declaration(
                "some-rule",
                Family.LIMITS,
                "x",
                Cost.number("x", "xs", 1),
                Map.of("limit", 3.0),
                List.of(Severity.WARNING),
                grace);
          }

          @Override
          public List<Verdict> judge(Timeline timeline, Thresholds thresholds) {
            assertThat(thresholds.values()).containsOnlyKeys("limit");
            return verdicts.get();
          }
        };
    return new Ledger("shop", List.of(rule), id -> setting, library::get, site -> chain);
  }

  private static Verdict verdict(String key, Severity severity, String title, long count) {
    return new Verdict(key, severity, "A.java:1", title, Map.of("windowSeconds", 10.0), count, "x");
  }

  private Ledger.Changes update(double second) {
    return ledger.update(at(second).alone());
  }

  @Test
  void aFindingOpensOnceAndIsUpdatedSilently() {
    truth = List.of(verdict("k", Severity.WARNING, "7 threads, 1,200 jobs", 100));
    assertThat(update(0).opened()).hasSize(1);
    truth = List.of(verdict("k", Severity.WARNING, "9 threads, 3.5 jobs", 100));
    assertThat(update(5)).isEqualTo(new Ledger.Changes(List.of(), List.of(), List.of()));
    Finding finding = ledger.open().get(0);
    assertThat(finding.title()).isEqualTo("9 threads, 3.5 jobs");
    assertThat(finding.firstSeen()).isEqualTo(Snapshots.START);
    assertThat(finding.lastSeen()).isEqualTo(Snapshots.START.plusSeconds(5));
    assertThat(finding.doc()).isEqualTo("docs/findings/some-rule.md");
    assertThat(finding.application()).isEqualTo("shop");
  }

  @Test
  void theEndpointIsNamedAndItsChangeIsNone() {
    String site = String.valueOf(blocked(1, queued(1)).site());
    truth = List.of(new Verdict("k", Severity.WARNING, site, "t", Map.of(), 1, "x"));
    Wait look = blocked(1, queued(1)).of(new Request("GET /look", "4bf92f3577b34da6"));
    Wait run = blocked(2, queued(1)).of(new Request("GET /run", null));
    assertThat(ledger.update(at(0).waiting(look).alone()).opened().get(0).title())
        .isEqualTo("GET /look: t");
    assertThat(ledger.open().get(0).evidence())
        .isEqualTo(Map.of("route", "GET /look", "traceIds", List.of("4bf92f3577b34da6")));
    assertThat(ledger.update(at(90).waiting(run).alone()))
        .isEqualTo(new Ledger.Changes(List.of(), List.of(), List.of()));
    assertThat(ledger.open().get(0).title()).isEqualTo("GET /run: t");
  }

  @Test
  void theChainIsTheFirstThatWasSeenSoonAfterItOpened() {
    truth = List.of(verdict("k", Severity.WARNING, "t", 1));
    assertThat(update(0).opened().get(0).evidence()).doesNotContainKey("chain");
    chain = List.of("a", "b [sleep]");
    update(1);
    chain = List.of("c");
    update(2);
    assertThat(ledger.open().get(0).evidence()).containsEntry("chain", List.of("a", "b [sleep]"));
    truth = List.of(verdict("later", Severity.WARNING, "t", 1));
    chain = List.of();
    update(3);
    chain = List.of("d");
    update(13);
    assertThat(ledger.open())
        .filteredOn(finding -> finding.firstSeen().isAfter(Snapshots.START))
        .allSatisfy(finding -> assertThat(finding.evidence()).doesNotContainKey("chain"));
  }

  @Test
  void theEvidenceNamesTheLibraryWhereNoLineOfTheApplicationIsKnown() {
    truth = List.of(verdict("k", Severity.WARNING, "t", 1));
    update(0);
    assertThat(ledger.open().get(0).evidence()).containsOnlyKeys("windowSeconds");
    library.put("A.java:1", "org.apache.ignite");
    update(1);
    assertThat(ledger.open().get(0).evidence()).containsEntry("inLibrary", "org.apache.ignite");
  }

  @Test
  void overlappingWindowsCountAnEventOnce() {
    truth = List.of(verdict("k", Severity.WARNING, "t", 100));
    for (double second = 0; second <= 20; second += 0.5) {
      update(second);
    }
    assertThat(ledger.open().get(0).count()).as("10 a second for 30 s").isEqualTo(300);
  }

  @Test
  void oneEventThatStaysInTheWindowIsCountedOnce() {
    truth = List.of(verdict("k", Severity.WARNING, "t", 1));
    for (double second = 0; second < 10; second += 0.5) {
      update(second);
    }
    assertThat(ledger.open().get(0).count()).isEqualTo(1);
  }

  @Test
  void severityOrWordsMakeAChange() {
    truth = List.of(verdict("k", Severity.INFO, "never grows", 1));
    update(0);
    truth = List.of(verdict("k", Severity.WARNING, "never grows", 1));
    assertThat(update(1).changed()).extracting(Finding::severity).containsExactly(Severity.WARNING);
    truth = List.of(verdict("k", Severity.WARNING, "grows", 1));
    assertThat(update(2).changed()).hasSize(1);
  }

  @Test
  void aFindingResolvesAfterItsGraceOnly() {
    truth = List.of(verdict("k", Severity.WARNING, "t", 1));
    update(0);
    truth = List.of();
    assertThat(update(9.5).resolved()).isEmpty();
    List<Finding> resolved = update(10).resolved();
    assertThat(resolved).extracting(Finding::resolved).containsExactly(true);
    assertThat(resolved.get(0).lastSeen()).isEqualTo(Snapshots.START);
    assertThat(ledger.open()).isEmpty();
    assertThat(update(11).resolved()).isEmpty();
  }

  @Test
  void withoutGraceItResolvesAtOnce() {
    Ledger strict = ledger(() -> truth, Duration.ZERO);
    truth = List.of(verdict("k", Severity.CRITICAL, "t", 1));
    strict.update(at(0).alone());
    truth = List.of();
    assertThat(strict.update(at(0.5).alone()).resolved()).hasSize(1);
  }

  @Test
  void idsAreTheSameInEveryRunAndTellKeysApart() {
    assertThat(FindingId.of("some-rule", "k")).isEqualTo(FindingId.of("some-rule", "k"));
    assertThat(FindingId.of("some-rule", "k"))
        .hasSize(16)
        .isNotEqualTo(FindingId.of("some-rule", "l"))
        .isNotEqualTo(FindingId.of("other-rule", "k"));
    truth = List.of(verdict("k", Severity.INFO, "t", 1));
    assertThat(update(0).opened().get(0).id()).isEqualTo(FindingId.of("some-rule", "k"));
  }

  @Test
  void aRuleThatIsSwitchedOffResolvesItsFindingsAtOnce() {
    truth = List.of(verdict("k", Severity.WARNING, "t", 1));
    update(0);
    setting = new Ledger.Setting(false, Map.of());
    assertThat(update(1).resolved()).hasSize(1);
  }

  @Test
  void findingsCarryTheThresholdsInForce() {
    setting = new Ledger.Setting(true, Map.of("limit", 5.0, "unknown", 1.0));
    truth = List.of(verdict("k", Severity.WARNING, "t", 1));
    assertThat(update(0).opened().get(0).threshold()).isEqualTo(Map.of("limit", 5.0));
  }

  @Test
  void atMostAThousandAreOpenAndTheRestIsCounted() {
    List<Verdict> many = new ArrayList<>();
    for (int i = 0; i < Ledger.MAX_OPEN + 5; i++) {
      many.add(verdict("k" + i, Severity.INFO, "t", 1));
    }
    truth = many;
    update(0);
    assertThat(ledger.open()).hasSize(Ledger.MAX_OPEN);
    assertThat(ledger.dropped()).isEqualTo(5);
  }

  @Test
  void aRuleThatFailsIsCountedAndHarmsNobody() {
    Ledger broken =
        ledger(
            () -> {
              throw new IllegalStateException("defect");
            },
            Duration.ZERO);
    broken.update(at(0).alone());
    assertThat(broken.failures()).isEqualTo(Map.of("some-rule", 1L));
  }

  private static List<Verdict> stuck(double seconds) {
    return List.of(
        new Verdict(
            "k",
            Severity.CRITICAL,
            "A.java:1",
            "Deadlock",
            Map.of("stuckSeconds", seconds),
            2,
            "x"));
  }

  @Test
  void aProofThatTimeHasRefutedIsBelievedOnlyAfterTwiceAsLong() {
    Ledger proofs = ledger(() -> truth, Duration.ZERO);
    truth = stuck(0.3);
    assertThat(proofs.update(at(1).alone()).opened()).hasSize(1);
    truth = stuck(4.0);
    assertThat(proofs.update(at(5).alone()).resolved()).isEmpty();
    truth = List.of();
    assertThat(proofs.update(at(6).alone()).resolved()).hasSize(1);
    truth = stuck(7.9);
    assertThat(proofs.update(at(20).alone()).opened()).isEmpty();
    assertThat(proofs.open()).isEmpty();
    truth = stuck(8.1);
    assertThat(proofs.update(at(21).alone()).opened()).hasSize(1);
    truth = stuck(500.0);
    proofs.update(at(22).alone());
    truth = List.of();
    proofs.update(at(23).alone());
    truth = stuck(60.0);
    assertThat(proofs.update(at(90).alone()).opened()).as("a minute at most").hasSize(1);
  }
}
