package dev.snarl.chains;

import dev.snarl.snapshot.BlockedSite;
import dev.snarl.snapshot.Ender;
import dev.snarl.snapshot.Snapshot;
import dev.snarl.snapshot.Wait;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The lines at which threads wait. The stack of a short wait is not read; its time is divided over
 * the lines at which waits for futures of its thread group ended since the snapshot before, or ever
 * if none has, by the time that these took.
 */
final class Lines {
  /** Waits that took less on average are short. */
  private static final double SHORT_NANOS = 1e6;

  /**
   * A line, the call there, and the part of a wait's time that belongs to it.
   *
   * @param brief whether the waits there took less than a millisecond, on average
   */
  record Line(@Nullable String site, String call, double part, boolean brief) {}

  /** The waits at a line of the threads of a group, or of all where that is null. */
  private record Waits(@Nullable String site, @Nullable String group) {}

  private record Key(String site, String waiter, String kind) {}

  private final Snapshot before;
  private final Snapshot now;
  private final Earlier told;

  private final Map<Waits, Ender> enders = new HashMap<>();

  /** By thread group, each with one line at least; null until a wait without a line is met. */
  private @Nullable Map<String, List<Line>> ended;

  Lines(Snapshot before, Snapshot now, Earlier told) {
    this.before = before;
    this.now = now;
    this.told = told;
    for (Wait wait : now.waits()) {
      if (wait.site() != null) {
        told.call(wait.site(), wait.call());
      }
    }
    now.crowds()
        .enders()
        .forEach(ender -> enders.put(new Waits(ender.site(), ender.waiters()), ender));
  }

  /** Who usually ends the waits of that group's threads there; null if that is not known. */
  @Nullable Ender ender(@Nullable String site, String group) {
    Ender all = enders.get(new Waits(site, null));
    return all == null ? enders.get(new Waits(site, group)) : all;
  }

  /** Whether that group's waits for futures there took less than a millisecond, on average. */
  boolean brief(@Nullable String site, String group) {
    return ended().getOrDefault(group, List.of()).stream()
        .anyMatch(line -> line.brief() && Objects.equals(line.site(), site));
  }

  private Map<String, List<Line>> ended() {
    Map<String, List<Line>> known = ended;
    if (known != null) {
      return known;
    }
    Map<String, List<Line>> groups = ended(List.of());
    groups.putAll(ended(before.blocked()));
    ended = groups;
    return groups;
  }

  /** Since those totals; by thread group. */
  private Map<String, List<Line>> ended(List<BlockedSite> before) {
    Map<Key, BlockedSite> earlier = new HashMap<>();
    before.forEach(row -> earlier.put(key(row), row));
    Map<String, List<Line>> groups = new HashMap<>();
    for (BlockedSite row : now.blocked()) {
      BlockedSite old = earlier.get(key(row));
      long waits = row.waits() - (old == null ? 0 : old.waits());
      double nanos = row.nanos() - (old == null ? 0.0 : old.nanos());
      if (waits > 0 && nanos > 0) {
        String call = told.call(row.site());
        groups
            .computeIfAbsent(row.waiter(), g -> new ArrayList<>())
            .add(new Line(row.site(), call, nanos, nanos / waits < SHORT_NANOS));
      }
    }
    groups.replaceAll((group, lines) -> shares(lines));
    return groups;
  }

  private static Key key(BlockedSite row) {
    return new Key(row.site(), row.waiter(), row.kind());
  }

  private static List<Line> shares(List<Line> lines) {
    lines.sort(Comparator.comparingDouble(Line::part).reversed());
    List<Line> most = lines.subList(0, Math.min(Sample.BRANCHES, lines.size()));
    double sum = most.stream().mapToDouble(Line::part).sum();
    return most.stream()
        .map(line -> new Line(line.site, line.call, line.part / sum, line.brief))
        .toList();
  }

  /** Where it is. */
  List<Line> of(Wait wait) {
    List<Line> known = wait.site() == null ? ended().get(wait.thread().group()) : null;
    return known == null ? List.of(new Line(wait.site(), wait.call(), 1, false)) : known;
  }
}
