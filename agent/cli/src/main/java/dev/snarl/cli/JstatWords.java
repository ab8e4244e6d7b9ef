package dev.snarl.cli;

import dev.snarl.jvm.Reading;
import dev.snarl.snapshot.Jstat;
import dev.snarl.snapshot.Jstat.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Words the meaning of a jstat table in one line. A pure function. Two readings describe what
 * happened between them; a single reading describes the time since the JVM started, if that is
 * known.
 */
final class JstatWords {
  private static final double FULL = 85;
  private static final double KB = 1024;
  private static final double OFTEN = 3;
  private static final double MUCH = 0.15;

  private final Reading now;
  private final @Nullable Reading before;
  private final List<String> clauses = new ArrayList<>();

  private JstatWords(Reading now, @Nullable Reading before) {
    this.now = now;
    this.before = before;
  }

  static String of(Table table, Reading now, @Nullable Reading before) {
    JstatWords words = new JstatWords(now, before);
    return switch (table) {
      case GC, GCUTIL, GCCAUSE -> words.collections();
      case CLASS -> words.classes();
      case COMPILER -> words.compiler();
    };
  }

  private String collections() {
    Shape shape = Shape.of(now.jstat());
    double old = shape.spaces ? value(Table.GCUTIL, "O") : Double.NaN;
    double share = perSecond(Table.GC, "GCT");
    double fullPerMinute = shape.full ? 60 * perSecond(Table.GC, "FGC") : Double.NaN;
    boolean full = shape.full && value(Table.GC, "FGC") > 0;
    boolean after = full && Boolean.TRUE.equals(now.afterFull());
    if (!Double.isNaN(old)) {
      clauses.add(
          "%s %s full%s"
              .formatted(
                  shape.place, percent(old), old >= FULL && after ? " after collection" : ""));
    }
    if (full) {
      clauses.add(fullCollections(fullPerMinute));
    } else if (shape.full) {
      clauses.add("no full collection so far");
    }
    if (!Double.isNaN(share)) {
      clauses.add(
          share < 0.005
              ? "hardly any time goes to collections"
              : "the application stands still for collections %s of the time"
                  .formatted(percent(100 * share)));
    }
    String conclusion = conclusion(old, after, full, fullPerMinute, share);
    StringBuilder line = new StringBuilder(String.join(", ", clauses));
    if (!conclusion.isEmpty()) {
      line.append(line.isEmpty() ? "" : ": ").append(conclusion);
    }
    String metaspace = metaspace();
    if (!metaspace.isEmpty()) {
      line.append(line.isEmpty() ? "" : "; ").append(metaspace);
    }
    return line.toString();
  }

  private String fullCollections(double perMinute) {
    double count = value(Table.GC, "FGC");
    double seconds = value(Table.GC, "FGCT");
    double all = value(Table.GC, "GCT");
    StringBuilder said = new StringBuilder();
    if (Double.isNaN(perMinute)) {
      said.append(number(count)).append(count == 1 ? " full GC" : " full GCs");
    } else {
      said.append("full GC ").append(number(perMinute)).append("/min");
    }
    said.append(" of ").append(time(seconds / count));
    if (all > 0) {
      said.append(" (").append(percent(100 * seconds / all)).append(" of all collection time)");
    }
    return said.toString();
  }

  /** It claims nothing that a single row cannot prove. */
  private static String conclusion(
      double old, boolean after, boolean full, double fullPerMinute, double share) {
    boolean costly = fullPerMinute >= OFTEN || share >= MUCH;
    boolean unknown = Double.isNaN(fullPerMinute) && Double.isNaN(share);
    if (old >= FULL && full && (after || costly || unknown)) {
      return after || costly
          ? "the heap is too small for what is kept alive"
          : "if it is as full right after a full GC, the heap is too small for what is kept alive";
    }
    if (costly) {
      return "collections cost too much";
    }
    return old >= FULL && !after ? "before a collection that alone is normal" : "";
  }

  private String metaspace() {
    List<String> said = new ArrayList<>();
    double used = value(Table.GC, "MU") * KB;
    double classUsed = value(Table.GC, "CCSU") * KB;
    boolean near = now.metaspaceLimit() > 0 && used >= 0.9 * now.metaspaceLimit();
    boolean classNear = now.classLimit() > 0 && classUsed >= 0.9 * now.classLimit();
    if (near) {
      said.add(
          "metaspace is at %s of MaxMetaspaceSize"
              .formatted(percent(100 * used / now.metaspaceLimit())));
    }
    if (classNear) {
      said.add(
          "class space is at %s of CompressedClassSpaceSize"
              .formatted(percent(100 * classUsed / now.classLimit())));
    }
    List<String> normal = new ArrayList<>();
    if (!near && value(Table.GCUTIL, "M") >= 90) {
      normal.add("MU/MC " + percent(value(Table.GCUTIL, "M")));
    }
    if (!classNear && value(Table.GCUTIL, "CCS") >= 90) {
      normal.add("CCSU/CCSC " + percent(value(Table.GCUTIL, "CCS")));
    }
    if (!normal.isEmpty()) {
      said.add(
          String.join(", ", normal)
              + (now.metaspaceLimit() < 0
                  ? ": normal, no limit is set"
                  : ": normal, MaxMetaspaceSize is far"));
    }
    return String.join("; ", said);
  }

  private String classes() {
    double loaded = value(Table.CLASS, "Loaded");
    double unloaded = value(Table.CLASS, "Unloaded");
    clauses.add("%s classes are loaded now".formatted(number(loaded - unloaded)));
    double rate = before == null ? Double.NaN : perSecond(Table.CLASS, "Loaded");
    if (rate >= 1) {
      clauses.add(
          "%s more each second: a program past its start should load few".formatted(number(rate)));
    }
    return String.join(", ", clauses);
  }

  private String compiler() {
    double share = perSecond(Table.COMPILER, "Time");
    double failed = value(Table.COMPILER, "Failed");
    if (!Double.isNaN(share)) {
      clauses.add("compiling takes %s of one processor".formatted(percent(100 * share)));
    }
    clauses.add(
        failed > 0
            ? "%s methods could not be compiled and stay interpreted".formatted(number(failed))
            : "no compilation failed");
    return String.join(", ", clauses);
  }

  /** NaN for a value that the table lacks. */
  private double value(Table table, String column) {
    Double value = now.jstat().number(table, column);
    return value == null ? Double.NaN : value;
  }

  private double perSecond(Table table, String column) {
    if (before == null) {
      return now.uptimeSeconds() > 0 ? value(table, column) / now.uptimeSeconds() : Double.NaN;
    }
    Double earlier = before.jstat().number(table, column);
    double seconds = (now.atMillis() - before.atMillis()) / 1e3;
    return earlier == null || seconds <= 0
        ? Double.NaN
        : (value(table, column) - earlier) / seconds;
  }

  private static String percent(double percent) {
    return Math.round(percent) + " %";
  }

  private static String number(double value) {
    return Math.abs(value) < 10 && value != Math.rint(value)
        ? String.format(Locale.ROOT, "%.1f", value)
        : String.format(Locale.ROOT, "%,d", Math.round(value));
  }

  private static String time(double seconds) {
    return seconds < 1 ? Math.round(seconds * 1000) + " ms" : number(seconds) + " s";
  }

  /** The meaning of the columns with this collector, derived from the missing ones. */
  private enum Shape {
    GENERATIONS("old generation", true, true),
    /** Shenandoah: FGC counts the pauses of its concurrent cycles. */
    ONE_SPACE("heap", true, false),
    /** ZGC with generations: its old generation is always full up to its committed size. */
    GROWING("old generation", false, false);

    final String place;
    final boolean spaces;
    final boolean full;

    Shape(String place, boolean spaces, boolean full) {
      this.place = place;
      this.spaces = spaces;
      this.full = full;
    }

    static Shape of(Jstat jstat) {
      if (jstat.number(Table.GC, "EC") == null) {
        return ONE_SPACE;
      }
      return jstat.number(Table.GC, "FGC") == null ? GROWING : GENERATIONS;
    }
  }
}
