package dev.snarl.publish;

import com.google.gson.stream.JsonWriter;
import dev.snarl.graph.Circles;
import dev.snarl.graph.Edge;
import dev.snarl.snapshot.Odds;
import dev.snarl.snapshot.Pool;
import dev.snarl.snapshot.Request;
import dev.snarl.snapshot.Snapshot;
import dev.snarl.snapshot.StuckRun;
import dev.snarl.snapshot.ThreadRef;
import dev.snarl.snapshot.Wait;
import dev.snarl.text.Figures;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The wait-for graph of one snapshot as nodes, edges and cycles. Nodes are threads ({@code t12})
 * and pools ({@code p3}). Linear in waits and threads; cycles are bounded.
 */
final class GraphJson {
  private final Map<String, ThreadRef> threads = new LinkedHashMap<>();
  private final Map<String, Pool> pools = new LinkedHashMap<>();
  private final List<Edge> edges = new ArrayList<>();
  private final List<StuckRun> runs;
  private final Circles circles;

  GraphJson(Snapshot snapshot) {
    Map<Long, Pool> known = new HashMap<>();
    snapshot.queues().forEach(pool -> known.put(pool.id(), pool));
    Edge.of(snapshot.waits()).forEach(edge -> add(edge, known));
    runs = snapshot.stuckRuns();
    circles = new Circles(snapshot);
  }

  private void add(Edge edge, Map<Long, Pool> known) {
    threads.putIfAbsent(edge.from(), edge.cause().thread());
    String to = edge.to();
    ThreadRef thread = edge.step().thread();
    Long queue = edge.step().queue();
    Pool pool = queue == null ? null : known.get(queue);
    if (to != null && thread != null) {
      threads.putIfAbsent(to, thread);
      edges.add(edge);
    } else if (to != null && pool != null) {
      pools.putIfAbsent(to, pool);
      edges.add(edge);
    }
  }

  void write(JsonWriter json) throws IOException {
    json.name("nodes").beginArray();
    for (Map.Entry<String, ThreadRef> thread : threads.entrySet()) {
      json.beginObject();
      json.name("id").value(thread.getKey());
      json.name("kind").value("thread");
      json.name("name").value(thread.getValue().name());
      json.name("group").value(thread.getValue().group());
      Long pool = thread.getValue().pool();
      json.name("pool").value(pool == null ? null : "p" + pool);
      json.endObject();
    }
    for (Map.Entry<String, Pool> pool : pools.entrySet()) {
      json.beginObject();
      json.name("id").value(pool.getKey());
      json.name("kind").value("pool");
      json.name("name").value(pool.getValue().name());
      json.name("site").value(pool.getValue().site());
      json.endObject();
    }
    json.endArray();
    json.name("edges").beginArray();
    for (Edge edge : edges) {
      write(json, edge);
    }
    json.endArray();
    writeRuns(json);
    write(json, "cycles", circles.forGood());
    write(json, "timedCycles", circles.untilDeadline());
  }

  /** Tasks that wait where earlier ones went on. */
  private void writeRuns(JsonWriter json) throws IOException {
    json.name("runs").beginArray();
    for (StuckRun run : runs) {
      json.beginObject();
      json.name("thread").value(run.thread().name());
      json.name("task").value(run.task());
      json.name("kind").value(run.kind());
      json.name("call").value(run.blockedIn());
      json.name("site").value(run.site());
      json.name("blockedSeconds").value(run.waitNanos() / Figures.NANOS);
      json.endObject();
    }
    json.endArray();
  }

  private static void write(JsonWriter json, String name, List<List<String>> cycles)
      throws IOException {
    json.name(name).beginArray();
    for (List<String> cycle : cycles) {
      json.beginArray();
      for (String id : cycle) {
        json.value(id);
      }
      json.endArray();
    }
    json.endArray();
  }

  /** How often it was so before, where only that makes an edge likely; else null. */
  static void write(JsonWriter json, @Nullable Odds odds) throws IOException {
    json.name("wakes").value(odds == null ? null : odds.times());
    json.name("wakesSeen").value(odds == null ? null : odds.of());
  }

  private static void write(JsonWriter json, Edge edge) throws IOException {
    Wait wait = edge.cause();
    json.beginObject();
    json.name("from").value(edge.from());
    json.name("to").value(edge.to());
    json.name("kind").value(edge.kind());
    json.name("task").value(edge.step().task());
    json.name("site").value(wait.site());
    json.name("call").value(wait.call());
    json.name("futureType").value(wait.futureType());
    json.name("timed").value(wait.timed());
    json.name("blockedSeconds").value(wait.blockedNanos() / Figures.NANOS);
    json.name("certainty").value(edge.step().certainty().label());
    write(json, edge.step().odds());
    Request request = wait.request();
    json.name("route").value(request == null ? null : request.route());
    json.name("traceId").value(request == null ? null : request.traceId());
    json.endObject();
  }
}
