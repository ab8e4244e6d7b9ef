package dev.snarl.heap.report;

import dev.snarl.heap.triage.Report;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The growth from an earlier dump to a later one.
 *
 * @param before the earlier file
 * @param bytes total growth, negative for less
 * @param classes that grew, most first
 * @param queues that grew, most first
 * @param places fields with the collections that grew and the class in them, most first
 */
public record Growth(
    String before, long bytes, List<Line> classes, List<Line> queues, List<Line> places) {

  private static final String LAMBDA = "$$Lambda";

  /** One class or queue: objects or tasks, and bytes. */
  public record Line(String name, long countBefore, long count, long bytesBefore, long bytes) {
    public long grown() {
      return bytes - bytesBefore;
    }
  }

  /** Compares two reports. */
  public static Growth of(Report before, Report after, int most) {
    Map<String, Line> classes = new HashMap<>();
    before.histogram().forEach(r -> add(classes, old(r)));
    after.histogram().forEach(r -> add(classes, now(r)));
    Map<String, Line> queues = new HashMap<>();
    before.executors().forEach(e -> add(queues, line(e, 0, 0, e.queued(), e.queueRetained())));
    after.executors().forEach(e -> add(queues, line(e, e.queued(), e.queueRetained(), 0, 0)));
    Map<String, Line> places = new HashMap<>();
    before.containers().forEach(in -> places(in, false, places));
    after.containers().forEach(in -> places(in, true, places));
    return new Growth(
        before.file(),
        after.totals().usedBytes() - before.totals().usedBytes(),
        grown(classes, most),
        grown(queues, most),
        grown(places, most));
  }

  private static void add(Map<String, Line> lines, Line line) {
    lines.merge(line.name(), line, Growth::sum);
  }

  private static void places(Report.Container in, boolean now, Map<String, Line> places) {
    for (Report.Tasks each : in.elements()) {
      String name = in.place() + ", " + each.type();
      Line line =
          now
              ? new Line(name, 0, each.count(), 0, each.retained())
              : new Line(name, each.count(), 0, each.retained(), 0);
      add(places, line);
    }
  }

  /** The class; its lambdas as one, since each run of a program names them otherwise. */
  static String name(Report.Row row) {
    int lambda = row.type().indexOf(LAMBDA);
    return lambda < 0 ? row.type() : row.type().substring(0, lambda + LAMBDA.length());
  }

  private static Line old(Report.Row row) {
    return new Line(name(row), row.objects(), 0, row.shallow(), 0);
  }

  private static Line now(Report.Row row) {
    return new Line(name(row), 0, row.objects(), 0, row.shallow());
  }

  private static String key(Report.Executor pool) {
    return pool.name() + " (" + pool.type() + ")";
  }

  private static Line line(
      Report.Executor pool, long queued, long bytes, long queuedBefore, long bytesBefore) {
    return new Line(key(pool), queuedBefore, queued, bytesBefore, bytes);
  }

  private static Line sum(Line a, Line b) {
    return new Line(
        a.name(),
        a.countBefore() + b.countBefore(),
        a.count() + b.count(),
        a.bytesBefore() + b.bytesBefore(),
        a.bytes() + b.bytes());
  }

  private static List<Line> grown(Map<String, Line> lines, int most) {
    List<Line> grown = new ArrayList<>(lines.values());
    grown.removeIf(line -> line.grown() <= 0 && line.count() <= line.countBefore());
    grown.sort(Comparator.comparingLong(Line::grown).reversed());
    return List.copyOf(grown.subList(0, Math.min(most, grown.size())));
  }
}
