package dev.snarl.publish;

import com.google.gson.stream.JsonWriter;
import dev.snarl.rules.Finding;
import dev.snarl.sizing.Demand;
import dev.snarl.sizing.PoolSizing;
import dev.snarl.sizing.Waits;
import dev.snarl.sizing.WhatIf;
import dev.snarl.sizing.WhatIf.Asked;
import dev.snarl.sizing.WhatIf.Point;
import dev.snarl.snapshot.Pool;
import dev.snarl.snapshot.Trace;
import java.io.IOException;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The waits of one pool at other sizes and rates as JSON. Simulated on the HTTP thread, up to a
 * tenth of a second, each time somebody asks.
 */
final class WhatIfJson {
  private static final Set<String> STUCK = Set.of("pool-deadlock", "pool-starvation");

  private final View view;
  private final Traces traces;

  WhatIfJson(View view, Traces traces) {
    this.view = view;
    this.traces = traces;
  }

  void write(JsonWriter json, long id, Asked asked) throws IOException {
    Pool pool = view.latest().pools().stream().filter(p -> p.id() == id).findAny().orElse(null);
    json.name("id").value(id);
    json.name("pool").value(pool == null ? null : pool.name());
    WhatIf answer = pool == null ? WhatIf.none("there is no such pool") : of(pool, asked);
    json.name("why").value(answer.why());
    Trace trace = answer.trace();
    if (trace != null) {
      recorded(json, answer, trace);
    }
    json.name("points").beginArray();
    for (Point point : answer.points()) {
      write(json, point);
    }
    json.endArray();
  }

  private WhatIf of(Pool pool, Asked asked) {
    String rule = stuck(pool);
    return rule != null
        ? WhatIf.none(
            "its threads wait for tasks of their own queue (" + rule + "): no size tells how long")
        : WhatIf.of(
            pool, PoolSizing.of(Demand.of(pool, view.timeline())), traces.of(pool.id()), asked);
  }

  /** The rule by which its threads wait for its own queue; null if they do not. */
  private @Nullable String stuck(Pool pool) {
    for (Finding finding : view.findings()) {
      if (STUCK.contains(finding.rule())
          && finding.evidence().get("pools") instanceof Iterable<?> rows) {
        for (Object row : rows) {
          if (row instanceof Map<?, ?> map && pool.name().equals(map.get("pool"))) {
            return finding.rule();
          }
        }
      }
    }
    return null;
  }

  private static void recorded(JsonWriter json, WhatIf answer, Trace trace) throws IOException {
    json.name("threads").value(answer.threads());
    json.name("fixed").value(answer.fixed());
    json.name("processors").value(answer.processors());
    json.name("cpuShare").value(answer.cpuShare());
    json.name("recorded").beginObject();
    json.name("tasks").value(trace.tasks());
    json.name("seconds").value(trace.seconds());
    json.name("arrivalsPerSecond").value(trace.perSecond());
    json.name("runs").value(trace.ran().size());
    SizingJson.number(json, "runSeconds", trace.ran().mean());
    SizingJson.number(json, "waitP50Seconds", trace.waited().quantile(0.5));
    SizingJson.number(json, "waitP95Seconds", trace.waited().quantile(PoolSizing.PART));
    SizingJson.number(json, "waitP99Seconds", trace.waited().quantile(0.99));
    json.endObject();
  }

  private static void write(JsonWriter json, Point point) throws IOException {
    json.beginObject();
    json.name("threads").value(point.threads());
    json.name("rate").value(point.rate());
    json.name("arrivalsPerSecond").value(point.perSecond());
    json.name("utilisation").value(point.utilisation());
    json.name("unstable").value(point.unstable());
    json.name("sharesProcessors").value(point.sharesProcessors());
    Waits waits = point.waits();
    if (waits != null) {
      SizingJson.number(json, "waitMeanSeconds", waits.mean());
      SizingJson.number(json, "waitP50Seconds", waits.p50());
      SizingJson.number(json, "waitP95Seconds", waits.p95());
      SizingJson.number(json, "waitP99Seconds", waits.p99());
      SizingJson.number(json, "waitP95LowSeconds", waits.p95Low());
      SizingJson.number(json, "waitP95HighSeconds", waits.p95High());
      SizingJson.number(json, "refusedShare", waits.refusedShare());
      SizingJson.number(json, "allBusyShare", waits.busyShare());
    }
    json.endObject();
  }
}
