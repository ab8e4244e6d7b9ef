package dev.snarl.publish;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.snarl.rules.Finding;
import dev.snarl.rules.Severity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FindingLogTest {
  private static final long SECOND = 1_000_000_000L;

  private final List<String> lines = new ArrayList<>();
  private final Path folder;

  FindingLogTest(@TempDir Path folder) {
    this.folder = folder;
  }

  private static List<Finding> one(Severity severity, long count, boolean resolved) {
    return List.of(Sample.finding("pool-deadlock", severity, count, resolved));
  }

  @Test
  void aFindingIsOneLineWithTheNamesOfTheContract() throws IOException {
    Path file = folder.resolve("findings.jsonl");
    new FindingLog(file.toString(), lines::add).write(one(Severity.CRITICAL, 1, false), 0);

    List<String> written = Files.readAllLines(file);
    assertThat(written).hasSize(1);
    JsonObject json = JsonParser.parseString(written.get(0)).getAsJsonObject();
    assertThat(json.keySet())
        .containsExactly(
            "rule",
            "severity",
            "application",
            "site",
            "title",
            "firstSeen",
            "lastSeen",
            "count",
            "evidence",
            "threshold",
            "remedy",
            "doc",
            "id");
    assertThat(json.get("severity").getAsString()).isEqualTo("critical");
    assertThat(json.get("lastSeen").getAsString()).isEqualTo("2026-11-21T03:00:41Z");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    assertThat(lines).isEmpty();
  }

  @Test
  void onlyChangesAreWrittenAndTheResolutionOnce() throws IOException {
    Path file = folder.resolve("f");
    FindingLog log = new FindingLog(file.toString(), lines::add);
    log.write(one(Severity.WARNING, 1, false), 0);
    log.write(one(Severity.WARNING, 2, false), SECOND);
    log.write(one(Severity.CRITICAL, 3, false), 2 * SECOND);
    log.write(one(Severity.CRITICAL, 3, false), 100 * SECOND);
    log.write(one(Severity.CRITICAL, 4, false), 101 * SECOND);
    log.write(one(Severity.CRITICAL, 4, true), 102 * SECOND);
    log.write(one(Severity.CRITICAL, 4, true), 103 * SECOND);

    assertThat(Files.readAllLines(file))
        .hasSize(4)
        .last()
        .asString()
        .endsWith("\"resolved\":true}");
  }

  @Test
  void nothingIsWrittenThroughASymbolicLink() throws IOException {
    Path victim = Files.createFile(folder.resolve("victim"));
    Path link = Files.createSymbolicLink(folder.resolve("link"), victim);
    Path dangling = Files.createSymbolicLink(folder.resolve("d"), folder.resolve("new"));
    for (Path path : List.of(link, dangling)) {
      FindingLog log = new FindingLog(path.toString(), lines::add);
      log.write(one(Severity.WARNING, 1, false), 0);
    }
    assertThat(victim).isEmptyFile();
    assertThat(folder.resolve("new")).doesNotExist();
    assertThat(lines).hasSize(2).allMatch(line -> line.endsWith("it is a symbolic link"));
  }

  @Test
  void anUnwritableFileIsOneLine() {
    for (String target : List.of(folder.toString(), folder + "/no/such/folder", "a\0b")) {
      lines.clear();
      FindingLog log = new FindingLog(target, lines::add);
      log.write(one(Severity.WARNING, 1, false), 0);
      log.write(one(Severity.CRITICAL, 1, false), 0);
      assertThat(lines).singleElement().asString().startsWith("snarl: findings are not written");
    }
  }

  @Test
  void aDashIsStderr() {
    new FindingLog("-", lines::add).write(one(Severity.WARNING, 1, false), 0);
    assertThat(lines).singleElement().asString().startsWith("{\"rule\":\"pool-deadlock\"");
  }

  @Test
  void aWarningIsOneLineWithItsPageOnceForARuleAndADeadlockHasItsCycle() {
    StderrLines stderr = new StderrLines(lines::add);
    stderr.show(
        List.of(
            Sample.finding("fan-out-wait", Severity.INFO, 1, false),
            Sample.finding("async-blocking-pair", Severity.WARNING, 1, false),
            Sample.finding("pool-deadlock", Severity.CRITICAL, 1, false)),
        0);
    stderr.show(one(Severity.CRITICAL, 2, false), SECOND);

    assertThat(lines)
        .containsExactly(
            "snarl: WARNING async-blocking-pair at "
                + Sample.SITE
                + ": 2 threads held\\u000afor 1 job"
                + page("async-blocking-pair"),
            "snarl: CRITICAL pool-deadlock at "
                + Sample.SITE
                + ": 2 threads held\\u000afor 1 job"
                + page("pool-deadlock"),
            "snarl:   fcm-turbo-1 waits",
            "snarl:   fcm-turbo-2 waits\\u001b[31m");
  }

  @Test
  void theLineSaysThatItsSiteIsInALibrary() {
    Map<String, Object> evidence = Map.of("inLibrary", "org.apache.ignite");
    new StderrLines(lines::add)
        .show(List.of(Sample.finding("tasks-rejected", Severity.WARNING, 1, false, evidence)), 0);
    assertThat(lines)
        .singleElement()
        .asString()
        .contains(" at " + Sample.SITE + " in library org.apache.ignite: 2 threads");
  }

  private static String page(String rule) {
    return "; see java -jar snarl.jar explain %s (docs/findings/%s.md)".formatted(rule, rule);
  }
}
