package dev.snarl.tests.corpus;

import dev.snarl.tests.Folders;
import dev.snarl.tests.ForkedJvm;
import dev.snarl.tests.Jdk;
import dev.snarl.tests.Usage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * {@code scripts/score}: every program of the corpus under Snarl and under other tools. Exit
 * status: 0 when all tools answered, 1 if one failed on a program, 2 for a bad option.
 */
final class Comparison {
  static final Path DOCUMENT = ForkedJvm.ROOT.resolve("docs/score.md");
  static final Path SHEET = Corpus.FOLDER.resolve("score.csv");
  private static final String USAGE =
      """
      usage: scripts/score [--jdk 17|21|25|all]… [--only NAME]… [--jobs N] [--write]

      Runs the labelled programs of examples/corpus, each on the newest JDK that can run it, and compares what Snarl and
      other tools say with the labels.

        --jdk    only on this JDK (default: the newest of 25, 21, 17 that is found and can run the program)
        --only   programs or folders whose name contains this; may be repeated
        --jobs   programs that run at the same time (default 8)
        --write  put the answers into examples/corpus/score.csv, which keeps those about other programs, and make the table
                 of docs/score.md from it\
      """;

  private static final int SHOWN = 3;

  private final List<String> failures = Collections.synchronizedList(new ArrayList<>());

  private Comparison() {}

  public static void main(String[] words) throws Exception {
    List<String> plain = new ArrayList<>(List.of(words));
    boolean write = plain.remove("--write");
    Options options;
    try {
      options = Options.parse(plain.toArray(String[]::new));
    } catch (IllegalArgumentException e) {
      Usage.end(USAGE + "\n\n" + e.getMessage(), words);
      return;
    }
    System.exit(new Comparison().run(options, write) ? 0 : 1);
  }

  /** The columns, of tools that have judged nothing yet. */
  static List<Tool> columns() {
    return tools(new BlockHound(List.of()), new SpotBugs(""), new Detekt(""));
  }

  private static List<Tool> tools(BlockHound blockHound, SpotBugs spotBugs, Detekt detekt) {
    return List.of(
        new SnarlAgent(),
        SnarlCommand.JFR,
        SnarlCommand.THREADS,
        new MissionControl(),
        new JdkDeadlocks(),
        new BlockedThreads(),
        new JvmAlerts(),
        blockHound,
        spotBugs,
        detekt);
  }

  private boolean run(Options options, boolean write) throws Exception {
    List<Program> programs = Corpus.programs().stream().filter(options::wants).toList();
    List<Jdk> jdks =
        options.jdks().stream().sorted(Comparator.reverseOrder()).map(Jdk::of).toList();
    Path folder = Files.createTempDirectory("snarl-score-");
    try {
      Compiler compiler = new Compiler(folder.resolve("classes"));
      compiler.compile(programs);
      List<Tool> tools =
          tools(
              BlockHound.fetched(),
              SpotBugs.over(compiler),
              Detekt.over(programs, compiler, folder));
      Path exporter = ToolProcess.jar("io.prometheus.jmx", "jmx_prometheus_javaagent");
      AtomicInteger done = new AtomicInteger();
      List<List<Sheet.Row>> rows =
          new WatchedRuns(compiler, exporter)
              .of(
                  programs,
                  jdks,
                  true,
                  options.jobs(),
                  shot -> {
                    List<Sheet.Row> answers = answers(tools, shot);
                    System.out.printf(
                        "%d of %d: %s on %s%n",
                        done.incrementAndGet(), programs.size(), shot.program().name(), shot.jdk());
                    return answers;
                  });
      List<String> titles = tools.stream().map(Tool::title).toList();
      Sheet sheet = new Sheet(titles, rows.stream().flatMap(List::stream).toList());
      System.out.print(sheet.text() + "\n" + new ScoreTable(tools, sheet).markdown());
      if (write && failures.isEmpty()) {
        write(tools, sheet);
      }
      failures.forEach(System.out::println);
      return failures.isEmpty();
    } finally {
      Folders.delete(folder);
    }
  }

  private static void write(List<Tool> tools, Sheet sheet) throws IOException {
    Set<String> programs = Corpus.programs().stream().map(Program::id).collect(Collectors.toSet());
    List<String> before = Files.exists(SHEET) ? Files.readAllLines(SHEET) : List.of();
    Sheet all = sheet.with(Sheet.of(sheet.tools(), before), programs);
    Files.writeString(SHEET, all.text());
    String table = new ScoreTable(tools, all).markdown();
    Files.writeString(DOCUMENT, Section.in(DOCUMENT).with(header(all) + "\n" + table));
  }

  private List<Sheet.Row> answers(List<Tool> tools, Shot shot) throws InterruptedException {
    Program program = shot.program();
    int jdk = shot.jdk().feature();
    List<List<Alarm>> said = new ArrayList<>();
    for (Tool tool : tools) {
      try {
        said.add(tool.alarms(shot));
      } catch (IOException | RuntimeException e) {
        failures.add("FAILED " + tool.title() + " on " + program.name() + ": " + e);
        said.add(List.of());
      }
    }
    String day = LocalDate.now(ZoneOffset.UTC).toString();
    List<Sheet.Row> rows = new ArrayList<>();
    for (Expectation expected : program.faults(jdk)) {
      rows.add(
          new Sheet.Row(
              program.id(),
              jdk,
              day,
              Fault.of(expected.rule()).toString(),
              said.stream()
                  .map(alarms -> Answer.to(expected, program.file(), alarms).toString())
                  .toList()));
    }
    List<String> falseAlarms = new ArrayList<>();
    for (int i = 0; i < tools.size(); i++) {
      List<Alarm> wrong = Answer.falseAlarms(program, jdk, said.get(i));
      falseAlarms.add("" + wrong.size());
      String tool = tools.get(i).title();
      wrong.stream()
          .map(alarm -> alarm.rules() + " " + alarm.firstLine())
          .distinct()
          .limit(SHOWN)
          .forEach(
              text -> System.out.printf("false alarm of %s on %s: %s%n", tool, program.id(), text));
    }
    rows.add(new Sheet.Row(program.id(), jdk, day, "", falseAlarms));
    return rows;
  }

  private static String header(Sheet sheet) {
    List<Sheet.Row> programs = sheet.rows().stream().filter(row -> row.fault().isEmpty()).toList();
    Map<Integer, Long> jdks =
        programs.stream()
            .collect(Collectors.groupingBy(Sheet.Row::jdk, TreeMap::new, Collectors.counting()));
    Set<String> days =
        programs.stream().map(Sheet.Row::day).collect(Collectors.toCollection(TreeSet::new));
    return "Made by `scripts/score --write` on %s: %s. Versions: %s.%n"
        .formatted(
            String.join(", ", days),
            jdks.entrySet().stream()
                .map(each -> each.getValue() + " programs on " + each.getKey())
                .collect(Collectors.joining(", ")),
            Stream.of("jmx_prometheus_javaagent", "blockhound", "spotbugs", "detekt-cli")
                .map(each -> each + " " + ToolProcess.version(each))
                .collect(Collectors.joining(", ")));
  }
}
