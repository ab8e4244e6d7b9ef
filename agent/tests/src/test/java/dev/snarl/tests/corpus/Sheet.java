package dev.snarl.tests.corpus;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * All answers as a table of text, {@code examples/corpus/score.csv}: a row for each fault of a
 * program with {@code named}, {@code noticed} or {@code silent} for each tool, and a row for the
 * program with the number of false alarms of each.
 */
record Sheet(List<String> tools, List<Row> rows) {
  private static final String FALSE_ALARMS = "false alarms";
  private static final List<String> FIRST = List.of("program", "jdk", "day", "fault");

  /** The fault is empty in the row of false alarms. */
  record Row(String program, int jdk, String day, String fault, List<String> cells) {
    String line() {
      String what = fault.isEmpty() ? FALSE_ALARMS : fault;
      return Stream.concat(Stream.of(program, "" + jdk, day, what), cells.stream())
          .collect(Collectors.joining(","));
    }

    static Row of(String line) {
      List<String> words = Arrays.asList(line.split(",", -1));
      String fault = words.get(3).equals(FALSE_ALARMS) ? "" : words.get(3);
      return new Row(
          words.get(0),
          Integer.parseInt(words.get(1)),
          words.get(2),
          fault,
          List.copyOf(words.subList(FIRST.size(), words.size())));
    }

    boolean anAlarm(int tool) {
      return fault.isEmpty() && !cells.get(tool).equals("0");
    }
  }

  String text() {
    List<String> lines = new ArrayList<>();
    lines.add(
        Stream.concat(FIRST.stream(), tools.stream())
            .map(name -> name.contains(",") ? "\"" + name + "\"" : name)
            .collect(Collectors.joining(",")));
    rows.forEach(row -> lines.add(row.line()));
    return String.join("\n", lines) + "\n";
  }

  /** The tools' names are those of the columns, whatever the first line says. */
  static Sheet of(List<String> tools, List<String> lines) {
    return new Sheet(tools, lines.stream().skip(1).map(Row::of).toList());
  }

  /** With the rows of those programs that these rows do not have but are still there. */
  Sheet with(Sheet earlier, Set<String> programs) {
    Set<String> run = rows.stream().map(Row::program).collect(Collectors.toSet());
    List<Row> all = new ArrayList<>(rows);
    for (Row row : earlier.rows) {
      if (!run.contains(row.program()) && programs.contains(row.program())) {
        all.add(row);
      }
    }
    all.sort(Comparator.comparing(Row::program)); // stable: the rows of one stay in order
    return new Sheet(tools, all);
  }
}
