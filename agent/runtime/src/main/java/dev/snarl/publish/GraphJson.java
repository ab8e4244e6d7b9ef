package dev.snarl.publish;

import com.google.gson.stream.JsonWriter;
import dev.snarl.graph.Criteria;
import dev.snarl.graph.Member;
import dev.snarl.graph.WaitGraph;
import dev.snarl.snapshot.Need;
import dev.snarl.snapshot.Pool;
import dev.snarl.snapshot.Snapshot;
import dev.snarl.snapshot.ThreadRef;
import dev.snarl.snapshot.Wait;
import dev.snarl.text.Figures;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The wait-for graph of one snapshot as nodes, edges and cycles. Nodes are threads ({@code t12})
 * and pools ({@code p3}). A thread has an edge to each thread that runs what it waits for, and to
 * each pool that queues it. Cycles are searched only among what the rules consider stuck, in two
 * groups: a cycle is a deadlock, a timed cycle ends when one of its waits reaches its deadline.
 * Linear in waits and threads; cycles are bounded.
 */
final class GraphJson {

  private record Edge(String from, String to, String kind, String task, Wait cause) {}

  private final Map<String, ThreadRef> threads = new LinkedHashMap<>();
  private final Map<String, Pool> pools = new LinkedHashMap<>();
  private final List<Edge> edges = new ArrayList<>();
  private final List<List<String>> cycles;
  private final List<List<String>> timedCycles;

  GraphJson(Snapshot snapshot) {
    Map<Long, Pool> known = new HashMap<>();
    snapshot.pools().forEach(pool -> known.put(pool.id(), pool));
    for (Wait wait : snapshot.waits()) {
      String from = node(wait.thread());
      add(from, wait, wait.need(), "", known);
    }
    WaitGraph forGood = new WaitGraph(snapshot, Criteria.proof());
    WaitGraph untilDeadlines = new WaitGraph(snapshot, Criteria.untilDeadlines());
    cycles = named(forGood.cycles(null));
    timedCycles = named(untilDeadlines.cycles(forGood));
  }

  private static List<List<String>> named(List<List<Member>> cycles) {
    return cycles.stream()
        .map(cycle -> cycle.stream().map(each -> (each.pool() ? "p" : "t") + each.id()).toList())
        .toList();
  }

  private String node(ThreadRef thread) {
    String id = "t" + thread.id();
    threads.putIfAbsent(id, thread);
    return id;
  }

  private void add(String from, Wait wait, Need need, String group, Map<Long, Pool> known) {
    if (need instanceof Need.Running running) {
      edges.add(new Edge(from, node(running.thread()), group + "running", running.task(), wait));
    } else if (need instanceof Need.Queued queued) {
      Pool pool = known.get(queued.pool());
      if (pool != null) {
        pools.putIfAbsent("p" + pool.id(), pool);
        edges.add(new Edge(from, "p" + pool.id(), group + "queued", queued.task(), wait));
      }
    } else if (need instanceof Need.All all) {
      all.needs().forEach(part -> add(from, wait, part, group + "all-", known));
    } else if (need instanceof Need.Any any) {
      any.needs().forEach(part -> add(from, wait, part, group + "any-", known));
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
    write(json, "cycles", cycles);
    write(json, "timedCycles", timedCycles);
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

  /** Cycles that nothing known will ever break. */
  List<List<String>> cycles() {
    return cycles;
  }

  /** Cycles that a deadline breaks. */
  List<List<String>> timedCycles() {
    return timedCycles;
  }

  private static void write(JsonWriter json, Edge edge) throws IOException {
    Wait wait = edge.cause();
    json.beginObject();
    json.name("from").value(edge.from());
    json.name("to").value(edge.to());
    json.name("kind").value(edge.kind());
    json.name("task").value(edge.task());
    json.name("site").value(wait.site());
    json.name("call").value(wait.call());
    json.name("futureType").value(wait.futureType());
    json.name("timed").value(wait.timed());
    json.name("blockedSeconds").value(wait.blockedNanos() / Figures.NANOS);
    json.endObject();
  }
}
