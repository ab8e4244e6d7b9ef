package dev.snarl.publish;

import com.google.gson.stream.JsonWriter;
import dev.snarl.snapshot.Jstat;
import dev.snarl.snapshot.Memory;
import dev.snarl.snapshot.Snapshot;
import dev.snarl.text.Figures;
import java.io.IOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Renders {@code /api/gc}: the tables of jstat under its names and in its units, {@code columns}
 * those of {@code -gc}, and in addition what jstat does not have. Unknown is null.
 */
final class MemoryJson {

  private MemoryJson() {}

  static void write(JsonWriter json, Snapshot snapshot) throws IOException {
    json.setSerializeNulls(true);
    Memory memory = snapshot.vitals().memory();
    Jstat jstat = memory.jstat();
    json.name("source").value(jstat == null ? null : jstat.source());
    for (Jstat.Table table : Jstat.Table.values()) {
      json.name(table == Jstat.Table.GC ? "columns" : table.option());
      row(json, jstat == null ? Map.of() : jstat.row(table));
    }
    collections(json, memory.collections());
    heap(json, memory.heap(), snapshot.nanos());
    metaspace(json, memory.metaspace());
    codeCache(json, memory.codeCache());
    cpu(json, memory.cpu());
  }

  private static void row(JsonWriter json, Map<String, @Nullable Object> row) throws IOException {
    json.beginObject();
    for (Map.Entry<String, @Nullable Object> column : row.entrySet()) {
      json.name(column.getKey());
      Object value = column.getValue();
      if (value instanceof Number number) {
        json.value(number);
      } else {
        json.value(value == null ? null : value.toString());
      }
    }
    json.endObject();
  }

  private static void collections(JsonWriter json, Memory.Collections collections)
      throws IOException {
    json.name("collections").beginObject();
    seconds(json, "pauseSeconds", collections.pauseNanos());
    number(json, "full", collections.full());
    number(json, "fullForSpace", collections.fullForSpace());
    json.name("lastCause").value(collections.lastCause());
    number(json, "allocatedBytes", collections.allocatedBytes());
    json.endObject();
  }

  private static void heap(JsonWriter json, Memory.Heap heap, long now) throws IOException {
    json.name("heap").beginObject();
    number(json, "maxBytes", heap.maxBytes());
    number(json, "oldMaxBytes", heap.oldMaxBytes());
    json.name("liveSets").beginArray();
    for (Memory.LiveSet set : heap.liveSets()) {
      json.beginObject();
      seconds(json, "secondsAgo", Math.max(0, now - set.nanos()));
      number(json, "oldBytes", set.oldBytes());
      number(json, "heapBytes", set.heapBytes());
      json.endObject();
    }
    json.endArray();
    json.endObject();
  }

  private static void metaspace(JsonWriter json, Memory.Metaspace metaspace) throws IOException {
    json.name("metaspace").beginObject();
    number(json, "usedBytes", metaspace.used());
    number(json, "committedBytes", metaspace.committed());
    number(json, "limitBytes", metaspace.limit());
    number(json, "classUsedBytes", metaspace.classUsed());
    number(json, "classCommittedBytes", metaspace.classCommitted());
    number(json, "classLimitBytes", metaspace.classLimit());
    number(json, "classesLoaded", metaspace.loaded());
    json.endObject();
  }

  private static void codeCache(JsonWriter json, Memory.CodeCache cache) throws IOException {
    json.name("codeCache").beginObject();
    json.name("compilerStopped").value(cache.stopped());
    json.name("segments").beginArray();
    for (Memory.Segment segment : cache.segments()) {
      json.beginObject();
      json.name("name").value(segment.name());
      number(json, "usedBytes", segment.used());
      number(json, "maxBytes", segment.max());
      json.endObject();
    }
    json.endArray();
    json.endObject();
  }

  private static void cpu(JsonWriter json, Memory.Cpu cpu) throws IOException {
    json.name("cpu").beginObject();
    seconds(json, "processSeconds", cpu.processNanos());
    seconds(json, "collectorSeconds", cpu.collectorNanos());
    seconds(json, "compilerSeconds", cpu.compilerNanos());
    json.endObject();
  }

  private static void number(JsonWriter json, String name, long value) throws IOException {
    json.name(name).value(value < 0 ? null : Long.valueOf(value));
  }

  private static void seconds(JsonWriter json, String name, long nanos) throws IOException {
    json.name(name).value(nanos < 0 ? null : Double.valueOf(nanos / Figures.NANOS));
  }
}
