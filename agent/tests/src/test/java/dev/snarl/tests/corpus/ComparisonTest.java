package dev.snarl.tests.corpus;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** How the answers of other tools are read and counted; {@code scripts/score} asks the tools. */
class ComparisonTest {
  private static final String DUMP =
      """
      Full thread dump OpenJDK 64-Bit Server VM (25+36 mixed mode):

      "writer" #30 [4242] prio=5 os_prio=0 cpu=1.20ms elapsed=4.00s tid=0x1 nid=4242 waiting for monitor entry  [0x7f]
         java.lang.Thread.State: BLOCKED (on object monitor)
      \tat java.util.Hashtable.put(java.base@25/Hashtable.java:470)
      \t- waiting to lock <0x1> (a java.util.Hashtable)
      \tat Orders.write(Orders.java:12)

      "idle" #31 [4243] prio=5 os_prio=0 cpu=0.10ms elapsed=4.00s tid=0x2 nid=4243 waiting on condition  [0x7e]
         java.lang.Thread.State: WAITING (parking)
      \tat Orders.idle(Orders.java:40)

      """;

  @Test
  void theLabelFileIsThatOfTheHeaders() throws IOException {
    assertThat(Files.readString(Corpus.FOLDER.resolve("labels.json")))
        .as("scripts/corpus --labels > examples/corpus/labels.json")
        .isEqualTo(LabelFile.of(Corpus.programs()));
  }

  @Test
  void everyRuleHasANeutralNameAndNoOther() throws IOException {
    try (Stream<Path> pages = Files.list(Path.of("../../docs/findings"))) {
      assertThat(Stream.of(Fault.values()).map(fault -> fault.rule))
          .doesNotHaveDuplicates()
          .containsExactlyInAnyOrderElementsOf(
              pages
                  .map(page -> page.getFileName().toString().replace(".md", ""))
                  .filter(page -> !page.equals("README"))
                  .toList());
    }
  }

  @Test
  void theDocumentHasTheTableOfTheSheet() throws IOException {
    List<Tool> tools = Comparison.columns();
    Sheet sheet = Sheet.of(titles(tools), Files.readAllLines(Comparison.SHEET));
    assertThat(Section.in(Comparison.DOCUMENT).content())
        .endsWith("\n" + new ScoreTable(tools, sheet).markdown());
    assertThat(sheet.text()).isEqualTo(Files.readString(Comparison.SHEET));
  }

  @Test
  void theJvmsOwnDeadlockIsNamedByItsStacks() {
    String output =
        DUMP
            + """
            Found one Java-level deadlock:
            =============================
            "a":
              waiting to lock monitor 0x1, which is held by "b"

            Java stack information for the threads listed above:
            "a":
            \tat Two.other(Two.java:71)
            \tat Two.first(Two.java:7)

            Found 1 deadlock.
            """;
    assertThat(JdkDeadlocks.in(DUMP)).isEmpty();
    assertThat(JdkDeadlocks.in(output)).hasSize(1);
    Expectation there = expectation("lock-deadlock", 7);
    assertThat(Answer.to(there, "Two.java", JdkDeadlocks.in(output))).isEqualTo(Answer.NAMED);
    assertThat(Answer.to(expectation("lock-deadlock", 70), "Two.java", JdkDeadlocks.in(output)))
        .isEqualTo(Answer.NOTICED);
  }

  @Test
  void onlyAThreadBlockedInThreeDumpsInARowIsAnAlarm() {
    String moved = DUMP.replace("Orders.java:12", "Orders.java:13");
    assertThat(BlockedThreads.in(DUMP + DUMP)).isEmpty();
    assertThat(BlockedThreads.in(DUMP + DUMP + moved)).isEmpty();
    assertThat(BlockedThreads.in(moved + DUMP + DUMP + DUMP))
        .singleElement()
        .matches(alarm -> alarm.names(expectation("lock-contention", 12), "Orders.java"))
        .matches(alarm -> !alarm.names(expectation("lock-contention", 1), "Orders.java"));
  }

  @Test
  void anAlertHoldsInThreeScrapesInARow() {
    String well =
        """
        jvm_memory_max_bytes{area="heap"} 1000.0
        jvm_memory_used_bytes{area="heap"} 800.0
        jvm_threads_deadlocked 0.0
        """;
    String full = well.replace("800.0", "8.01E2");
    String stuck = well.replace("deadlocked 0.0", "deadlocked 2.0");
    assertThat(JvmAlerts.in(List.of(well, well, well, well))).isEmpty();
    assertThat(JvmAlerts.in(List.of(full, full, well, full))).isEmpty();
    assertThat(JvmAlerts.in(List.of(full, full, full)))
        .extracting(Alarm::rules)
        .containsExactly(Set.of("heap-pressure"));
    assertThat(JvmAlerts.in(List.of(well, stuck, stuck, stuck)))
        .extracting(Alarm::rules)
        .containsExactly(Set.of("lock-deadlock"));
  }

  @Test
  void aBlockingCallIsNamedByItsStack() {
    String output =
        """
        Exception in thread "DefaultDispatcher-worker-1" reactor.blockhound.BlockingOperationError: Blocking call! java.lang.Thread.sleep0
        \tat java.base/java.lang.Thread.sleep0(Thread.java)
        \tat LoopKt$main$1.invokeSuspend(Loop.kt:9)
        next line
        """;
    Expectation there = expectation("blocking-in-coroutine", 9);
    assertThat(Answer.to(there, "Loop.kt", BlockHound.in(output))).isEqualTo(Answer.NAMED);
    assertThat(BlockHound.in("Blocking call!")).isEmpty();
  }

  @Test
  void aReportIsReadLineByLine() {
    String report =
        """
        M M SWL_SLEEP_WITH_LOCK_HELD SWL: Held.a() calls Thread.sleep() with a lock held  At Held.java:[line 5]
        M M IS2_INCONSISTENT_SYNC IS: Inconsistent synchronization of Held.b  Unsynchronized access at Held.java:[line 6]
        M M NN_NAKED_NOTIFY NN: Naked notify in Other.c()  At Other.java:[line 7]
        """;
    Pattern line = Pattern.compile("M M (\\w+) .* At (\\S+):\\[line (\\d+)]");
    assertThat(
            Alarm.of(
                report,
                line,
                Map.of(
                    "SWL_SLEEP_WITH_LOCK_HELD", Set.of("lock-contention"),
                    "NN_NAKED_NOTIFY", Set.of("lost-wait")),
                "Held.java"))
        .containsExactly(new Alarm(Set.of("lock-contention"), Severity.WARNING, "Held.java:5"));
  }

  @Test
  void whatIsExpectedOrAllowedIsNoFalseAlarm() {
    Program program =
        Corpus.programs().stream()
            .filter(each -> each.name().equals("BenignBreathingBulkhead"))
            .findFirst()
            .orElseThrow();
    Alarm allowed = new Alarm(Set.of("pool-saturated"), Severity.WARNING, "");
    Alarm worse = new Alarm(Set.of("pool-saturated"), Severity.CRITICAL, "");
    Alarm note = new Alarm(Set.of("lock-contention"), Severity.INFO, "");
    Alarm wrong = new Alarm(Set.of("lock-contention"), Severity.WARNING, "");
    assertThat(Answer.falseAlarms(program, 25, List.of(allowed, worse, note, wrong)))
        .containsExactly(worse, wrong);
  }

  @Test
  void theTableCountsWhatTheSheetSays() {
    List<Tool> tools = Comparison.columns();
    String silent = ",silent".repeat(tools.size() - 2) + "\n";
    String none = ",0".repeat(tools.size() - 2) + "\n";
    String lines =
        "program,jdk,day,fault\n"
            + ("a/A,25,2026-11-27,lock-convoy,named,noticed" + silent)
            + ("a/A,25,2026-11-27,false alarms,0,1" + none)
            + ("a/B,25,2026-11-27,lock-convoy,named,named" + silent)
            + ("a/B,25,2026-11-27,false alarms,0,0" + none)
            + ("a/Benign,25,2026-11-27,false alarms,0,3" + none);
    String table =
        new ScoreTable(tools, Sheet.of(titles(tools), lines.lines().toList())).markdown();
    assertThat(table)
        .contains("| `lock-convoy` | 2 | 2 | 1 + 1 | 0 |")
        .contains("| of those it claims to see |  | 2 of 2 | 2 of 2 | 0 of 2 |")
        .contains("| false alarm, in programs without a fault | 1 | 0 | 1 | 0 |")
        .contains("| false alarm, in programs with another fault | 2 | 0 | 1 | 0 |");
  }

  @Test
  void aLaterRunReplacesTheAnswersAboutItsPrograms() {
    List<String> tool = List.of("T");
    Sheet before =
        Sheet.of(
            tool,
            List.of(
                "",
                "a/A,25,d1,false alarms,0",
                "a/B,25,d1,fault,named",
                "a/B,25,d1,false alarms,1",
                "a/Gone,25,d1,false alarms,0"));
    Sheet later = Sheet.of(tool, List.of("", "a/B,25,d2,false alarms,0"));
    assertThat(later.with(before, Set.of("a/A", "a/B")).rows())
        .extracting(Sheet.Row::line)
        .containsExactly("a/A,25,d1,false alarms,0", "a/B,25,d2,false alarms,0");
  }

  private static List<String> titles(List<Tool> tools) {
    return tools.stream().map(Tool::title).toList();
  }

  private static Expectation expectation(String rule, int line) {
    return new Expectation(JdkRange.ALL, rule, Severity.WARNING, List.of(line), "");
  }
}
