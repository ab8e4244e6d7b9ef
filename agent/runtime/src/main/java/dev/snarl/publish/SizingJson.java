package dev.snarl.publish;

import com.google.gson.stream.JsonWriter;
import dev.snarl.sizing.PoolSizing;
import dev.snarl.sizing.Work;
import dev.snarl.snapshot.Durations;
import dev.snarl.snapshot.Timeline;
import java.io.IOException;

/** Sizing advice as JSON: what was measured, what follows, and the sentence. */
final class SizingJson {
  private SizingJson() {}

  static void write(JsonWriter json, Timeline timeline) throws IOException {
    json.name("items").beginArray();
    for (PoolSizing sizing : PoolSizing.all(timeline, PoolSizing.DEFAULT_TARGET_SECONDS)) {
      write(json, sizing);
    }
    json.endArray();
  }

  private static void write(JsonWriter json, PoolSizing sizing) throws IOException {
    Work work = sizing.work();
    int now = sizing.pool().size();
    Durations waited = sizing.pool().timing().waitedLately();
    json.beginObject();
    json.name("pool").value(sizing.pool().name());
    json.name("id").value(sizing.pool().id());
    json.name("site").value(sizing.pool().site());
    json.name("threads").value(now);
    json.name("processors").value(sizing.demand().processors());
    number(json, "arrivalsPerSecond", work.perSecond());
    number(json, "completionsPerSecond", sizing.demand().completionsPerSecond());
    number(json, "runSeconds", work.seconds());
    number(json, "runVariation", work.variation());
    number(json, "runCpuSeconds", work.cpuSeconds());
    number(json, "queueWaitP95Seconds", waited.quantileSeconds(PoolSizing.PART));
    json.name("queued");
    count(json, sizing.pool().queued());
    json.name("taskBytes");
    count(json, sizing.pool().taskBytes());
    number(json, "queueBytes", sizing.bytes(Math.max(0, sizing.pool().queued())));
    number(json, "capacityPerSecond", sizing.capacity(now));
    number(json, "queueGrowthPerSecond", sizing.growth(now));
    number(json, "queueGrowthBytesPerSecond", sizing.bytes(sizing.growth(now)));
    number(json, "expectedQueued", sizing.line(now).meanLength());
    number(json, "expectedQueueBytes", sizing.bytes(sizing.line(now).meanLength()));
    number(json, "predictedWaitP95Seconds", sizing.line(now).waitSeconds(PoolSizing.PART));
    number(json, "targetWaitP95Seconds", sizing.targetSeconds());
    json.name("limitedBy").value(sizing.limit().label());
    json.name("waitsFor").value(sizing.waitsFor());
    json.name("advisedThreads");
    if (sizing.advised().isPresent()) {
      int advised = sizing.advised().getAsInt();
      json.value(advised);
      number(json, "advisedCapacityPerSecond", sizing.capacity(advised));
      number(json, "advisedWaitP95Seconds", sizing.line(advised).waitSeconds(PoolSizing.PART));
    } else {
      json.nullValue();
    }
    json.name("advice").value(sizing.advice());
    json.endObject();
  }

  static void number(JsonWriter json, String name, double value) throws IOException {
    json.name(name);
    if (Double.isFinite(value)) {
      json.value(value);
    } else {
      json.nullValue();
    }
  }

  private static void count(JsonWriter json, long value) throws IOException {
    if (value < 0) {
      json.nullValue();
    } else {
      json.value(value);
    }
  }
}
