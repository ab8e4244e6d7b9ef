package dev.snarl.recordings;

import dev.snarl.snapshot.Pool;
import dev.snarl.snapshot.Pool.BlockedCall;
import dev.snarl.snapshot.Pool.Blocking;
import dev.snarl.snapshot.Profile.SiteWait;
import dev.snarl.snapshot.Profile.WaitKind;
import dev.snarl.snapshot.ThreadRef;
import dev.snarl.threads.View;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Groups of threads by their folded names, with what their threads were blocked in: one sample for
 * each thread and moment. What a recording does not show of a pool (its queue, its limits) is left
 * at values of which no rule speaks.
 */
final class Groups {
  private static final int MOST = 500;
  private static final String OTHER = "other";

  private static final class Group {
    final long id;
    final String name;
    final Map<Blocking, Long> samples = new LinkedHashMap<>();
    List<Long> threads = new ArrayList<>();

    Group(long id, String name) {
      this.id = id;
      this.name = name;
    }
  }

  private record Line(WaitKind kind, String site, String call, String peer) {}

  private final Map<String, Group> groups = new LinkedHashMap<>();
  private final Map<Line, Long> peers = new LinkedHashMap<>();

  private Group group(String name) {
    Group known = groups.get(name);
    return known != null
        ? known
        : groups.computeIfAbsent(
            groups.size() < MOST ? name : OTHER, n -> new Group(groups.size(), n));
  }

  ThreadRef ref(Interval wait) {
    View view = wait.view();
    return new ThreadRef(wait.thread(), view.thread().label(), view.pool(), group(view.pool()).id);
  }

  /**
   * The next moment.
   *
   * @param nanos for which it stands
   */
  void add(Moment moment, Threads threads, long nanos) {
    groups.values().forEach(group -> group.threads = new ArrayList<>());
    for (Interval wait : moment.waits().values()) {
      if (!threads.counts(wait)) {
        continue;
      }
      View view = wait.view();
      Group group = group(view.pool());
      group.threads.add(wait.thread());
      group.samples.merge(
          new Blocking(view.blockedIn(), view.siteText(), wait.input()), 1L, Long::sum);
      if (wait.kind().socket() && !wait.target().isEmpty()) {
        WaitKind kind =
            wait.kind() == Interval.Kind.READ_SOCKET ? WaitKind.SOCKET_READ : WaitKind.SOCKET_WRITE;
        Line line = new Line(kind, view.siteText(), view.call(), wait.target());
        if (peers.containsKey(line) || peers.size() < 4 * MOST) {
          peers.merge(line, nanos, Long::sum);
        }
      }
    }
  }

  List<SiteWait> waits() {
    List<SiteWait> rows = new ArrayList<>();
    peers.forEach(
        (line, nanos) ->
            rows.add(
                new SiteWait(
                    line.kind(), line.site(), line.call(), line.peer(), 1, nanos, nanos, 0)));
    return rows;
  }

  List<Pool> pools() {
    return groups.values().stream().map(Groups::pool).toList();
  }

  private static Pool pool(Group group) {
    List<BlockedCall> calls = new ArrayList<>();
    group.samples.forEach((in, count) -> calls.add(new BlockedCall(in, count)));
    long blocked = group.samples.values().stream().mapToLong(Long::longValue).sum();
    int threads = group.threads.size();
    return new Pool(
        group.id,
        group.name,
        Pool.Kind.THREAD_PER_TASK,
        "",
        null,
        threads,
        threads,
        threads,
        Integer.MAX_VALUE,
        true,
        0,
        Integer.MAX_VALUE,
        "",
        0,
        Pool.Rejections.NONE,
        false,
        0,
        0,
        0,
        -1,
        new Pool.Activity(0, blocked, calls),
        Pool.Timing.NONE,
        group.threads);
  }
}
