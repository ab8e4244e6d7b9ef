package dev.snarl.metrics;

import static dev.snarl.rules.Snapshots.blocked;
import static dev.snarl.rules.Snapshots.queued;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import dev.snarl.chains.ChainWindows;
import dev.snarl.metrics.MetricsRegistry.Format;
import dev.snarl.publish.Sample;
import dev.snarl.rules.Finding;
import dev.snarl.rules.Severity;
import dev.snarl.rules.Snapshots;
import dev.snarl.snapshot.BlockedSite;
import dev.snarl.snapshot.Pool;
import dev.snarl.snapshot.Request;
import dev.snarl.snapshot.Snapshot;
import dev.snarl.snapshot.Wait;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MetricsRegistryTest {
  private static final List<Finding> FINDINGS =
      List.of(
          withEvidence(
              Sample.finding("pool-deadlock", Severity.CRITICAL, 1, false),
              Map.of("pools", 2, "cycle", List.of("a", "b"), "stuckSeconds", 5.25)),
          Sample.finding("fan-out-wait", Severity.INFO, 1, true));
  private static MetricsRegistry metrics;

  @BeforeAll
  static void start() {
    ChainWindows chains = new ChainWindows();
    for (int second = 0; second < 2; second++) {
      chains.add(Snapshots.at(second).waiting(blocked(1, queued(2))).build());
    }
    metrics = new MetricsRegistry("runner", Map::of, chains);
  }

  @AfterAll
  static void stop() {
    metrics.close();
  }

  private static Finding withEvidence(Finding finding, Map<String, Object> evidence) {
    return new Finding(
        finding.rule(),
        finding.severity(),
        finding.application(),
        finding.site(),
        finding.title(),
        finding.firstSeen(),
        finding.lastSeen(),
        finding.count(),
        evidence,
        finding.threshold(),
        finding.remedy(),
        finding.doc(),
        finding.id(),
        finding.resolved());
  }

  private static String scrape(Format format) {
    return new String(metrics.scrape(Sample.snapshot(), FINDINGS, format), StandardCharsets.UTF_8);
  }

  @Test
  void everyNumberOfTheSnapshotHasItsSeries() {
    assertThat(scrape(Format.PROMETHEUS))
        .contains(
            "executor_active_threads{application=\"runner\",name=\"fcm-turbo-#\"} 2.0",
            "executor_completed_tasks_total{application=\"runner\",name=\"fcm-turbo-#\"} 40.0",
            "executor_queue_remaining_tasks{application=\"runner\",name=\"fcm-turbo-#\"} 2.147483645E9",
            "snarl_pool_deadlocks{application=\"runner\"} 1.0",
            "key=\"stuckSeconds\",rule=\"pool-deadlock\",site=\"" + Sample.SITE + "\"} 5.25",
            "kind=\"future-task\",site=\"" + Sample.SITE + "\",waiter=\"http-#\"} 3.5",
            "worker_site=\"com.acme.Exec.go(Exec.java:31)\"} 2.0",
            "snarl_executor_rejected_total{application=\"runner\",name=\"fcm-turbo-#\"} 1.0",
            "snarl_agent_dropped_total{application=\"runner\",table=\"sites\"} 2.0",
            "hikaricp_connections_pending{application=\"runner\",pool=\"HikariPool-1\"} 4.0",
            "hikaricp_connections_timeout_total{application=\"runner\",pool=\"HikariPool-1\"} 6.0",
            "jdbc_connections_active{application=\"runner\",name=\"HikariPool-1\"} 9.0",
            "tomcat_threads_busy_threads{application=\"runner\",name=\"http-nio-8080\"} 3.0",
            "snarl_cgroup_cpu_throttled_seconds_total{application=\"runner\",cgroup=\"/\"} 2.5",
            "snarl_tcp_outgoing_connections{application=\"runner\",peer=\"10.0.0.7:5432\",state="
                + "\"close-wait\"} 2.0",
            "snarl_agent_self_seconds_total{application=\"runner\"} 1.5")
        .doesNotContain("fan-out-wait", "key=\"cycle\"");
  }

  @Test
  void whatTheCatalogueNamesIsScrapedAndNothingElse() {
    Set<String> scraped = new TreeSet<>();
    scrape(Format.PROMETHEUS)
        .lines()
        .filter(line -> line.startsWith("# TYPE "))
        .forEach(line -> scraped.add(line.substring(7, line.lastIndexOf(' '))));
    Set<String> own = new TreeSet<>();
    Catalogue.own().forEach(entry -> own.add(entry.metric().name()));
    Set<String> all = new TreeSet<>();
    Catalogue.all().forEach(metric -> all.add(metric.name()));

    assertThat(scraped).containsAll(own).isSubsetOf(all);
    assertThat(metrics.missing()).isEmpty();
  }

  @Test
  void aPoolThatIsGoneLeavesTheNextScrape() {
    assertThat(scrape(Format.PROMETHEUS)).contains("fcm-turbo-#");
    byte[] later = metrics.scrape(Sample.snapshot(List.of()), List.of(), Format.PROMETHEUS);
    assertThat(new String(later, StandardCharsets.UTF_8)).doesNotContain("name=\"fcm-turbo-#\"");
  }

  @Test
  void moreSeriesThanFitAreAddedUpAsOther() {
    List<Pool> pools = new ArrayList<>();
    for (int i = 0; i < Series.MOST + 5; i++) {
      pools.add(Sample.pool(i, "pool " + i));
    }
    byte[] page = metrics.scrape(Sample.snapshot(pools), List.of(), Format.PROMETHEUS);
    assertThat(new String(page, StandardCharsets.UTF_8))
        .contains("executor_active_threads{application=\"runner\",name=\"other\"} 10.0");
  }

  @Test
  void aQueueInFrontOfAPoolHasTasksAndNoThreads() {
    List<Pool> pools =
        List.of(Sample.pool(1, "workers"), Sample.pool(2, "calls", Pool.Kind.LIMITER));
    byte[] page = metrics.scrape(Sample.snapshot(pools), List.of(), Format.PROMETHEUS);
    assertThat(new String(page, StandardCharsets.UTF_8).lines())
        .filteredOn(line -> line.contains("name=\"calls\""))
        .anyMatch(line -> line.startsWith("executor_queued_tasks{"))
        .noneMatch(line -> line.contains("_threads{"));
  }

  @Test
  void bothFormatsHoldTheSame() {
    String open = scrape(Format.OPEN_METRICS);
    assertThat(open)
        .endsWith("# EOF\n")
        .contains("# TYPE snarl_blocked_seconds counter", "snarl_blocked_seconds_total{");
  }

  @Test
  void theTraceOfAWaitIsTheExampleOfThoseAtItsLine() {
    Wait wait = blocked(1, queued(2));
    String site = String.valueOf(wait.site());
    String traceId = "4bf92f3577b34da6a3ce929d0e0e4736";
    Snapshot snapshot =
        Snapshots.at(3)
            .waiting(wait.of(new Request("GET /run", traceId)))
            .blockedSites(
                new BlockedSite(site, wait.thread().group(), "future-task", 1, 2_500_000_000L),
                new BlockedSite(site, "others", "future-task", 1, 1_500_000_000L))
            .build();
    String open =
        new String(
            metrics.scrape(snapshot, List.of(), Format.OPEN_METRICS), StandardCharsets.UTF_8);
    assertThat(open.lines().filter(line -> line.contains("trace_id")))
        .singleElement(STRING)
        .startsWith("snarl_blocked_seconds_total{")
        .contains("waiter=\"t-#\"")
        .endsWith(" 2.5 # {trace_id=\"" + traceId + "\"} 1.0 " + at(snapshot));
    String plain =
        new String(metrics.scrape(snapshot, List.of(), Format.PROMETHEUS), StandardCharsets.UTF_8);
    assertThat(plain).contains("snarl_blocked_seconds_total{").doesNotContain(traceId);
  }

  private static String at(Snapshot snapshot) {
    return snapshot.at().getEpochSecond() + ".000";
  }

  @Test
  void aUnitStandsBesideEachNameThatEndsInIt() {
    String open = scrape(Format.OPEN_METRICS);
    for (Metric metric : Catalogue.all()) {
      String type = "# TYPE " + metric.stem() + ' ';
      String unit = "# UNIT " + metric.stem() + ' ' + metric.unit() + '\n';
      if (open.contains(type)) {
        assertThat(open.contains(unit))
            .as(metric.name())
            .isEqualTo(metric.stem().endsWith('_' + metric.unit()));
      }
    }
    assertThat(open)
        .contains("# UNIT jvm_memory_used_bytes bytes\n", "# UNIT snarl_blocked_seconds seconds\n");
    assertThat(scrape(Format.PROMETHEUS)).doesNotContain("# UNIT");
  }

  @Test
  void theFormatIsTheOneThatTheClientLikesBetter() {
    Map.of(
            "application/openmetrics-text;version=1.0.0,text/plain;q=0.5", Format.OPEN_METRICS,
            "application/openmetrics-text; version=1.0.0; q=0.5, text/plain", Format.PROMETHEUS,
            "text/plain;version=0.0.4;q=0.3,Application/OpenMetrics-Text;q=0.6",
                Format.OPEN_METRICS,
            "application/openmetrics-text;q=0", Format.PROMETHEUS,
            "application/openmetrics-text;q=much", Format.PROMETHEUS,
            "*/*", Format.PROMETHEUS,
            "", Format.PROMETHEUS,
            ";;,,;q=1", Format.PROMETHEUS)
        .forEach((accept, format) -> assertThat(Format.of(accept)).as(accept).isEqualTo(format));
    assertThat(Format.of(null)).isEqualTo(Format.PROMETHEUS);
    assertThat(Format.OPEN_METRICS.contentType())
        .isEqualTo("application/openmetrics-text; version=1.0.0; charset=utf-8");
  }

  @Test
  void promtoolFindsNothing(@TempDir Path folder) throws IOException, InterruptedException {
    Path promtool = Path.of("/usr/bin/promtool");
    if (!Files.isExecutable(promtool)) {
      System.err.println("SKIPPED: promtool is not installed (Debian package prometheus)");
      return;
    }
    Path page = Files.writeString(folder.resolve("page"), scrape(Format.PROMETHEUS));
    Path said = folder.resolve("said");
    Process check =
        new ProcessBuilder(promtool.toString(), "check", "metrics")
            .redirectInput(page.toFile())
            .redirectErrorStream(true)
            .redirectOutput(said.toFile())
            .start();
    assertThat(check.waitFor()).as(Files.readString(said)).isZero();
    assertThat(said).isEmptyFile();
  }

  @Test
  void theDocsListTheCatalogue() throws IOException {
    List<String> rows =
        Files.readAllLines(Path.of("../../docs/metrics.md")).stream()
            .takeWhile(line -> !line.startsWith("## "))
            .filter(line -> line.startsWith("| `"))
            .toList();
    assertThat(rows).containsExactlyElementsOf(Catalogue.all().stream().map(Metric::row).toList());
  }
}
