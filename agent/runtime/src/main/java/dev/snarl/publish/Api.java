package dev.snarl.publish;

import com.google.gson.stream.JsonWriter;
import dev.snarl.rules.Finding;
import dev.snarl.rules.FindingJson;
import dev.snarl.snapshot.BlockedSite;
import dev.snarl.snapshot.Durations;
import dev.snarl.snapshot.Pool;
import dev.snarl.snapshot.StartSite;
import dev.snarl.snapshot.VirtualCrowd;
import dev.snarl.text.Figures;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The addresses under {@code /api}: each renders one list of a view as a JSON object. */
enum Api {
  FINDINGS("/api/findings") {
    @Override
    void write(JsonWriter json, View view) throws IOException {
      json.name("items").beginArray();
      for (Finding finding : view.findings()) {
        FindingJson.write(json, finding);
      }
      json.endArray();
    }
  },
  EXECUTORS("/api/executors") {
    @Override
    void write(JsonWriter json, View view) throws IOException {
      json.name("items").beginArray();
      for (Pool pool : view.latest().pools()) {
        executor(json, pool);
      }
      json.endArray();
    }
  },
  WAITS("/api/waits") {
    @Override
    void write(JsonWriter json, View view) throws IOException {
      new GraphJson(view.latest()).write(json);
    }
  },
  TANGLE("/api/tangle") {
    @Override
    void write(JsonWriter json, View view) throws IOException {
      new Tangle(view.timeline()).write(json);
    }
  },
  ENVIRONMENT("/api/environment") {
    @Override
    void write(JsonWriter json, View view) throws IOException {
      EnvironmentJson.write(json, view.latest());
    }
  },
  HYPOTHESES("/api/hypotheses") {
    @Override
    void write(JsonWriter json, View view) throws IOException {
      HypothesesJson.write(json, view);
    }
  },
  SIZING("/api/sizing") {
    @Override
    void write(JsonWriter json, View view) throws IOException {
      SizingJson.write(json, view.timeline());
    }
  },
  THREADS("/api/threads") {
    @Override
    void write(JsonWriter json, View view) throws IOException {
      json.name("items").beginArray();
      for (StartSite start : view.latest().starts()) {
        start(json, start);
      }
      json.endArray();
      json.name("blocked").beginArray();
      for (BlockedSite site : view.latest().blocked()) {
        blocked(json, site);
      }
      json.endArray();
      VirtualCrowd virtual = view.latest().crowds().virtual();
      json.name("virtual").beginObject();
      json.name("live").value(virtual.live()).name("waiting").value(virtual.waiting());
      json.name("waitingIn");
      calls(json, virtual.waitingIn());
      json.endObject();
    }
  },
  GC("/api/gc") {
    @Override
    void write(JsonWriter json, View view) throws IOException {
      MemoryJson.write(json, view.latest());
    }
  },
  PROFILE("/api/profile") {
    @Override
    void write(JsonWriter json, View view) throws IOException {
      new ProfileJson(json).write(view.latest().vitals().profile());
    }
  },
  HOST("/api/host") {
    @Override
    void write(JsonWriter json, View view) throws IOException {
      new HostJson(json).write(view.latest().vitals().host());
    }
  };

  private final String path;

  Api(String path) {
    this.path = path;
  }

  static @Nullable Api at(String path) {
    for (Api api : values()) {
      if (api.path.equals(path)) {
        return api;
      }
    }
    return null;
  }

  abstract void write(JsonWriter json, View view) throws IOException;

  String render(View view) {
    return object(view, json -> write(json, view));
  }

  /** What is written into an open object. */
  interface Body {
    void write(JsonWriter json) throws IOException;
  }

  /** The object of every address, with its own part. */
  static String object(View view, Body body) {
    StringWriter text = new StringWriter(4_096);
    try (JsonWriter json = new JsonWriter(text)) {
      json.beginObject();
      json.name("application").value(view.application());
      json.name("at").value(view.latest().at().toString());
      body.write(json);
      json.endObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.append('\n').toString();
  }

  private static void executor(JsonWriter json, Pool pool) throws IOException {
    json.beginObject();
    json.name("id").value(pool.id());
    json.name("name").value(pool.name());
    json.name("kind").value(label(pool.kind()));
    json.name("type").value(pool.type());
    json.name("site").value(pool.site());
    json.name("size").value(pool.size());
    json.name("active").value(pool.active());
    json.name("core").value(pool.core());
    json.name("max");
    orNull(json, pool.max() == Integer.MAX_VALUE ? -1 : pool.max());
    json.name("canGrow").value(pool.canGrow());
    json.name("queued");
    orNull(json, pool.queued());
    json.name("queueCapacity");
    orNull(json, pool.unboundedQueue() ? -1 : pool.queueCapacity());
    json.name("queueType").value(pool.queueType());
    json.name("completed").value(pool.completed());
    json.name("rejected").value(pool.rejections().count());
    json.name("rejectionPolicy").value(pool.rejections().policy());
    json.name("rejectedState").value(pool.rejections().state());
    json.name("rejectedSites");
    counts(json, pool.rejections().sites());
    json.name("shutdown").value(pool.shutdown());
    json.name("saturatedSeconds").value(pool.saturatedNanos() / Figures.NANOS);
    json.name("stuckSeconds").value(pool.stuckNanos() / Figures.NANOS);
    json.name("oldestQueuedSeconds").value(pool.oldestQueuedNanos() / Figures.NANOS);
    json.name("taskBytes");
    orNull(json, pool.taskBytes());
    json.name("samplesOnCpu").value(pool.activity().onCpu());
    json.name("samplesBlocked").value(pool.activity().blocked());
    json.name("blockedIn");
    calls(json, pool.activity().blockedIn());
    json.name("queueWait");
    durations(json, pool.timing().waited(), pool.timing().waitedLately());
    json.name("runTime");
    durations(json, pool.timing().ran(), pool.timing().ranLately());
    json.name("timedOneIn").value(pool.timing().every());
    json.endObject();
  }

  private static void calls(JsonWriter json, List<Pool.BlockedCall> rows) throws IOException {
    counts(
        json, rows.stream().map(row -> new Pool.SiteCount(row.in().text(), row.count())).toList());
  }

  /** Seconds; the quantiles and the mean of about the last ten seconds, null if there are none. */
  private static void durations(JsonWriter json, Durations all, Durations lately)
      throws IOException {
    json.beginObject();
    json.name("count").value(all.count());
    json.name("sum").value(all.sumSeconds());
    json.name("mean");
    numberOrNull(json, lately.meanSeconds());
    json.name("p50");
    numberOrNull(json, lately.quantileSeconds(0.5));
    json.name("p95");
    numberOrNull(json, lately.quantileSeconds(0.95));
    json.name("p99");
    numberOrNull(json, lately.quantileSeconds(0.99));
    json.endObject();
  }

  private static void numberOrNull(JsonWriter json, double value) throws IOException {
    if (Double.isNaN(value)) {
      json.nullValue();
    } else {
      json.value(value);
    }
  }

  private static void start(JsonWriter json, StartSite start) throws IOException {
    json.beginObject();
    json.name("site").value(start.site());
    json.name("factory").value(label(start.factory()));
    json.name("threadGroup").value(start.threadGroup());
    json.name("pool").value(start.pool());
    json.name("started").value(start.started());
    json.name("endedYoung").value(start.endedYoung());
    json.name("youngLifeSeconds").value(start.youngLifeNanos() / Figures.NANOS);
    json.name("live").value(start.live());
    json.endObject();
  }

  private static void blocked(JsonWriter json, BlockedSite site) throws IOException {
    json.beginObject();
    json.name("site").value(site.site());
    json.name("waiter").value(site.waiter());
    json.name("kind").value(site.kind());
    json.name("waits").value(site.waits());
    json.name("seconds").value(site.nanos() / Figures.NANOS);
    json.endObject();
  }

  private static void counts(JsonWriter json, List<Pool.SiteCount> counts) throws IOException {
    json.beginArray();
    for (Pool.SiteCount count : counts) {
      json.beginObject();
      json.name("site").value(count.site());
      json.name("count").value(count.count());
      json.endObject();
    }
    json.endArray();
  }

  /** Snapshots have -1 for a value that is unknown or unlimited; JSON has null. */
  private static void orNull(JsonWriter json, long value) throws IOException {
    if (value < 0) {
      json.nullValue();
    } else {
      json.value(value);
    }
  }

  private static String label(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
