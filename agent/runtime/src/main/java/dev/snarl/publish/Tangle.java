package dev.snarl.publish;

import com.google.gson.stream.JsonWriter;
import dev.snarl.graph.Circles;
import dev.snarl.graph.Edge;
import dev.snarl.snapshot.Doing;
import dev.snarl.snapshot.DoubleHeld;
import dev.snarl.snapshot.Need;
import dev.snarl.snapshot.Odds;
import dev.snarl.snapshot.Pool;
import dev.snarl.snapshot.Snapshot;
import dev.snarl.snapshot.ThreadRef;
import dev.snarl.snapshot.Timeline;
import dev.snarl.snapshot.Wait;
import dev.snarl.text.Figures;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The wait-for graph of one snapshot with equal waits combined: who waits where, for what kind of
 * future, which pool or thread must complete it, and what blocks that. Thousands of waits are a few
 * rows. Linear in waits.
 */
final class Tangle {
  private static final int MOST_ROWS = 400;
  private static final int MOST_NAMES = 8;
  private static final Duration LATELY = Duration.ofSeconds(60);

  /** What equal waits have in common. */
  private record Key(
      String site,
      String waiter,
      @Nullable String pool,
      String call,
      String future,
      String state,
      @Nullable String target,
      @Nullable String blockedIn,
      @Nullable String blockedAt,
      @Nullable String next) {}

  private static final class Row {
    private long waits;
    private long nanos;
    private long longest;
    private boolean timed = true;
    private boolean closed;
    private boolean untilDeadline;
    private @Nullable Odds odds;
    private final List<String> threads = new ArrayList<>();
    private final List<Long> ids = new ArrayList<>();
  }

  private final Timeline timeline;
  private final Map<Long, Pool> pools = new HashMap<>();
  private final Map<Long, Wait> waiting = new HashMap<>();
  private final Circles circles;
  private final Map<Key, Row> rows = new LinkedHashMap<>();

  Tangle(Timeline timeline) {
    this.timeline = timeline;
    Snapshot snapshot = timeline.latest();
    snapshot.queues().forEach(pool -> pools.put(pool.id(), pool));
    snapshot.waits().forEach(wait -> waiting.put(wait.thread().id(), wait));
    circles = new Circles(snapshot);
    Edge.of(snapshot.waits()).forEach(this::add);
  }

  private void add(Edge edge) {
    Need.Step step = edge.step();
    ThreadRef thread = step.thread();
    Wait next = thread == null ? null : waiting.get(thread.id());
    Doing doing = next == null ? step.doing() : null;
    Wait wait = edge.cause();
    Key key =
        new Key(
            wait.site() == null ? "" : wait.site(),
            wait.thread().group(),
            pool(wait.thread()),
            wait.call(),
            wait.futureType(),
            step.kind(),
            target(step),
            doing == null ? null : doing.blockedIn(),
            doing == null ? null : doing.site(),
            next == null ? null : waiter(next));
    Row row = rows.computeIfAbsent(key, k -> new Row());
    row.waits++;
    row.nanos += wait.blockedNanos();
    row.longest = Math.max(row.longest, wait.blockedNanos());
    row.timed &= wait.timed();
    row.odds = step.odds();
    row.closed |= circles.forGood(edge);
    row.untilDeadline |= circles.untilDeadline(edge);
    if (row.threads.size() < MOST_NAMES) {
      row.threads.add(wait.thread().name());
      row.ids.add(wait.thread().id());
    }
  }

  private @Nullable String target(Need.Step step) {
    if (step instanceof Need.Gone gone) {
      return gone.who();
    }
    ThreadRef thread = step.thread();
    return thread == null ? name(step.queue()) : poolOrGroup(thread);
  }

  private String poolOrGroup(ThreadRef thread) {
    String pool = pool(thread);
    return pool == null ? thread.group() : pool;
  }

  private @Nullable String pool(ThreadRef thread) {
    return name(thread.pool());
  }

  private @Nullable String name(@Nullable Long id) {
    Pool pool = id == null ? null : pools.get(id);
    return pool == null ? null : pool.name();
  }

  private static String waiter(Wait wait) {
    return (wait.site() == null ? "" : wait.site()) + '|' + wait.thread().group();
  }

  void write(JsonWriter json) throws IOException {
    json.name("waits").value(timeline.latest().waits().size());
    json.name("rows").value(rows.size());
    json.name("items").beginArray();
    List<Map.Entry<Key, Row>> largest = new ArrayList<>(rows.entrySet());
    largest.sort(
        Comparator.comparing((Map.Entry<Key, Row> e) -> !e.getValue().closed)
            .thenComparing(e -> !e.getValue().untilDeadline)
            .thenComparing(e -> -e.getValue().nanos));
    for (Map.Entry<Key, Row> row : largest.subList(0, Math.min(MOST_ROWS, largest.size()))) {
      write(json, row.getKey(), row.getValue());
    }
    json.endArray();
    json.name("pairs").beginArray();
    pairs(json);
    json.endArray();
  }

  private static void write(JsonWriter json, Key key, Row row) throws IOException {
    json.beginObject();
    json.name("site").value(key.site());
    json.name("waiter").value(key.waiter());
    json.name("pool").value(key.pool());
    json.name("call").value(key.call());
    json.name("futureType").value(key.future());
    json.name("state").value(key.state());
    json.name("target").value(key.target());
    json.name("blockedIn").value(key.blockedIn());
    json.name("blockedAt").value(key.blockedAt());
    json.name("next").value(key.next());
    json.name("waits").value(row.waits);
    json.name("seconds").value(row.nanos / Figures.NANOS);
    json.name("longestSeconds").value(row.longest / Figures.NANOS);
    json.name("timed").value(row.timed);
    json.name("closed").value(row.closed);
    json.name("untilDeadline").value(row.untilDeadline);
    GraphJson.write(json, row.odds);
    json.name("threads").beginArray();
    for (String thread : row.threads) {
      json.value(thread);
    }
    json.endArray();
    json.name("threadIds").beginArray();
    for (Long id : row.ids) {
      json.value(id);
    }
    json.endArray();
    json.endObject();
  }

  /** Two threads held for one job, in the last minute. */
  private void pairs(JsonWriter json) throws IOException {
    Map<List<String>, DoubleHeld> before = new HashMap<>();
    timeline.since(LATELY).pairs().forEach(pair -> before.put(sites(pair), pair));
    for (DoubleHeld pair : timeline.latest().pairs()) {
      DoubleHeld old = before.get(sites(pair));
      long nanos = pair.heldNanos() - (old == null ? 0 : old.heldNanos());
      if (nanos <= 0) {
        continue;
      }
      json.beginObject();
      json.name("site").value(pair.waiterSite());
      json.name("waiter").value(pair.waiterPool());
      json.name("call").value(pair.call());
      json.name("target").value(pair.workerPool());
      json.name("blockedIn").value(pair.blockedIn());
      json.name("blockedAt").value(pair.workerSite());
      json.name("waits").value(pair.waits() - (old == null ? 0 : old.waits()));
      json.name("seconds").value(nanos / Figures.NANOS);
      json.endObject();
    }
  }

  private static List<String> sites(DoubleHeld pair) {
    return List.of(
        pair.waiterSite(), pair.workerSite(), pair.waiterPool(), pair.workerPool(), pair.call());
  }
}
