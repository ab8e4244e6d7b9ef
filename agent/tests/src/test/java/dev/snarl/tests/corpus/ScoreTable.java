package dev.snarl.tests.corpus;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The table of {@code docs/score.md}: by fault and tool, how many were named and noticed. */
record ScoreTable(List<Tool> tools, Sheet sheet) {

  String markdown() {
    List<String> lines = new ArrayList<>();
    lines.add(row("fault", "", i -> tools.get(i).title()));
    lines.add("|---|--:|" + "--:|".repeat(tools.size()));
    for (Fault fault : Fault.values()) {
      List<Sheet.Row> rows = of(fault);
      if (!rows.isEmpty()) {
        lines.add(
            row(
                "`" + fault + "`",
                "" + rows.size(),
                i ->
                    tools.get(i).claims().contains(fault.rule) || said(rows, i) > 0
                        ? cell(rows, i)
                        : "·"));
      }
    }
    List<Sheet.Row> all = Stream.of(Fault.values()).flatMap(fault -> of(fault).stream()).toList();
    lines.add(row("**all**", "" + all.size(), i -> "**" + cell(all, i) + "**"));
    lines.add(row("of those it claims to see", "", this::claimed));
    Set<String> faulty = all.stream().map(Sheet.Row::program).collect(Collectors.toSet());
    lines.add(alarms("false alarm, in programs without a fault", faulty, false));
    lines.add(alarms("false alarm, in programs with another fault", faulty, true));
    return String.join("\n", lines) + "\n";
  }

  private interface Cell {
    String of(int tool);
  }

  private String row(String first, String second, Cell cell) {
    return IntStream.range(0, tools.size())
        .mapToObj(cell::of)
        .collect(Collectors.joining(" | ", "| " + first + " | " + second + " | ", " |"));
  }

  private List<Sheet.Row> of(Fault fault) {
    return sheet.rows().stream().filter(row -> row.fault().equals(fault.toString())).toList();
  }

  private static long count(List<Sheet.Row> rows, int tool, Answer answer) {
    return rows.stream().filter(row -> row.cells().get(tool).equals(answer.toString())).count();
  }

  private static long said(List<Sheet.Row> rows, int tool) {
    return count(rows, tool, Answer.NAMED) + count(rows, tool, Answer.NOTICED);
  }

  private static String cell(List<Sheet.Row> rows, int tool) {
    long noticed = count(rows, tool, Answer.NOTICED);
    return count(rows, tool, Answer.NAMED) + (noticed == 0 ? "" : " + " + noticed);
  }

  private String claimed(int tool) {
    List<Sheet.Row> rows =
        Stream.of(Fault.values())
            .filter(fault -> tools.get(tool).claims().contains(fault.rule))
            .flatMap(fault -> of(fault).stream())
            .toList();
    return said(rows, tool) + " of " + rows.size();
  }

  private String alarms(String what, Set<String> faulty, boolean among) {
    List<Sheet.Row> rows =
        sheet.rows().stream()
            .filter(row -> row.fault().isEmpty() && faulty.contains(row.program()) == among)
            .toList();
    return row(
        what, "" + rows.size(), i -> "" + rows.stream().filter(row -> row.anAlarm(i)).count());
  }
}
